"""``kept[name] = p.data`` in a file that gives ``p.data`` other values (MP215).

torch gives the tensor other memory there, and what is kept goes on holding the old values.
MindSpore's is written into, whether by ``copy_`` or by the assignment, so that a copy has to be kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

DATA = "torch.Tensor.data"
MESSAGE = Text(
    "Where torch assigns to data, what was kept of it before stays as it was; MindSpore writes into the "
    "same memory, so that a copy has to be kept.",
    "torch 对 data 赋值后，之前保留的值不变；MindSpore 会写入同一块内存，因此需要保留副本。",
)
TITLE = Text("Keep a copy", "保留副本")


def kept_data_findings(site: Site) -> Iterator[Finding]:
    """One finding for each ``p.data`` that is kept in a dict, a list or an attribute, or under a name
    that is read behind the line that assigns to it."""
    uses = [use for use in site.bindings.uses if use.symbol == DATA]
    tree = site.document.tree
    if tree is None or not any(_is_assigned(use) for use in uses):
        return
    kept = {*_kept(tree), *_named(tree)}
    for use in uses:
        if use.node in kept:
            span = site.document.span(use.node)
            fix = Fix(TITLE, "safe", (Edit(span, (span, ".copy()")),))
            yield Finding("MP215", "warning", DATA, None, use.confidence, MESSAGE, span, fix)


def _is_assigned(use: Use) -> bool:
    statement = use.statement
    return isinstance(statement, ast.Assign) and use.node in statement.targets


def _kept(tree: ast.Module) -> Iterator[ast.expr]:
    """The values of ``kept[name] = x``, ``self.kept = x``, ``kept.append(x)`` and comprehensions."""
    for statement in find(tree, ast.Assign):
        if any(isinstance(target, ast.Subscript | ast.Attribute) for target in statement.targets):
            is_store = any(getattr(target, "attr", "") == "data" for target in statement.targets)
            yield from () if is_store else (statement.value,)
    for call in find(tree, ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "append":
            yield from call.args
    yield from (node.value for node in find(tree, ast.DictComp))
    yield from (node.elt for node in find(tree, ast.ListComp))


def _named(tree: ast.Module) -> Iterator[ast.expr]:
    """The value of ``old = p.data`` where ``p.data = x`` follows, and ``old`` behind that."""
    for statement in find(tree, ast.Assign):
        match statement:
            case ast.Assign([ast.Name(name)], ast.Attribute(_, "data") as value):
                scope, path = function_around(tree, statement) or tree, ast.unparse(value)
            case _:
                continue
        stores = [
            one.lineno
            for one in find(scope, ast.Attribute)
            if isinstance(one.ctx, ast.Store)
            and one.lineno > statement.lineno
            and ast.unparse(one) == path
        ]
        reads = (one for one in find(scope, ast.Name) if one.id == name)
        if any(one.lineno > min(stores, default=one.lineno) for one in reads):
            yield value
