"""A Parameter that may have no elements: ``nn.Parameter(torch.randn(heads, num_kv, dim))`` where num_kv
is 0 by default.

MindSpore 2.10.0 makes it, and its optimizers refuse it; it need not be trained where it is empty.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Edit, Finding
from mindport.symbols.uses import Use

SYMBOL = "torch.nn.Parameter"
MAKERS = frozenset({"empty", "ones", "rand", "randn", "zeros"})


def empty_parameter(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix that trains the Parameter only where it has elements."""
    sizes = _sizes_that_may_be_none(use)
    if finding is None or finding.fix is None or use.call is None or not sizes:
        return finding
    end = site.document.span(use.call).end - 1
    if any(edit.span.start <= end <= edit.span.end for edit in finding.fix.edits):
        return finding
    above = " and ".join(f"{size} > 0" for size in sizes)
    trained = Edit(Span(end, end), (f", requires_grad={above}",))
    return replace(finding, fix=replace(finding.fix, edits=(*finding.fix.edits, trained)))


def _sizes_that_may_be_none(use: Use) -> list[str]:
    """The sizes of the tensor that the Parameter holds which are 0 by default."""
    function = None if use.function is None else use.function.node
    if use.symbol != SYMBOL or not isinstance(function, ast.FunctionDef):
        return []
    match use.call:
        case ast.Call(args=[ast.Call(ast.Attribute(attr=made), sizes)], keywords=[]) if (
            made in MAKERS
        ):
            none = frozenset(_none_by_default(function))
            given = sizes[0].elts if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple) else sizes
            return [ast.unparse(one) for one in given if ast.unparse(one) in none]
    return []


def _none_by_default(function: ast.FunctionDef) -> Iterator[str]:
    """Parameters whose default is 0, and attributes of self that one of these is, or is at least."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args]
    defaults = [*zip(reversed(named), reversed(arguments.defaults), strict=False)]
    defaults += [
        (a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d
    ]
    names = {one.arg for one, default in defaults if getattr(default, "value", None) == 0}
    yield from names
    for assign in find(function, ast.Assign):
        kept = isinstance(assign.value, ast.Name) or (
            isinstance(assign.value, ast.Call) and getattr(assign.value.func, "id", "") == "max"
        )
        read = {one.id for one in walk(assign.value) if isinstance(one, ast.Name)}
        if kept and read & names:
            yield from (ast.unparse(target) for target in assign.targets)
