"""``boxes[:, 0] = value`` where boxes may have no rows (MP220): what a mask picked, an item of a batch.

MindSpore 2.10.0 raises RuntimeError on a CPU where a part of an empty tensor is set that is taken by a
number or a slice behind another axis; torch sets nothing. A list of columns and the whole are set.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import guarded, is_asked_for
from mindport.findings.site import Site
from mindport.nodes import find, function_around, lies_in
from mindport.report import Finding, Severity
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import is_selection
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__setitem__"
MESSAGE = Text(
    "MindSpore raises where a part of a tensor without rows is set, and this one may have none.",
    "对没有行的张量的一部分赋值时 MindSpore 会报错，而此张量可能没有行。",
)
# What people call the function that makes a batch of the items of a dataset.
COLLATES = "collate"


def empty_part_findings(site: Site) -> Iterator[Finding]:
    """One finding for each part that is set so, unless the function asks about the tensor before."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for node in (*find(tree, ast.Assign), *find(tree, ast.AugAssign)):
        match node:
            case ast.Assign([ast.Subscript(ast.Name() as whole, ast.Tuple(parts))]) | ast.AugAssign(
                ast.Subscript(ast.Name() as whole, ast.Tuple(parts))
            ) if _takes_rows(parts) and _may_have_no_rows(site, tree, node, whole):
                span = site.document.span(node)
                fix = guarded(site, node, f"len({whole.id})")
                severity: Severity = "warning" if fix else "error"
                yield Finding("MP220", severity, SYMBOL, None, "likely", MESSAGE, span, fix)


def _takes_rows(parts: list[ast.expr]) -> bool:
    """``[:, 0]``, ``[..., 2:4]``: a number or a slice of each row."""
    if len(parts) != 2:
        return False
    rows, last = parts
    if isinstance(rows, ast.Constant):
        is_behind = rows.value is Ellipsis
    else:
        is_behind = isinstance(rows, ast.Slice) and _is_whole(rows)
    if isinstance(last, ast.Slice):
        return is_behind and not _is_whole(last)
    return is_behind and isinstance(last, ast.Constant | ast.UnaryOp)


def _is_whole(part: ast.Slice) -> bool:
    return part.lower is None and part.upper is None


def _may_have_no_rows(site: Site, tree: ast.Module, node: ast.stmt, whole: ast.Name) -> bool:
    within = function_around(tree, whole)
    if within is None:
        return False
    value = site.bindings.values.get(whole, UNKNOWN)
    if not (is_tensor(value) or value == UNKNOWN):
        return False
    if is_asked_for({whole.id}, node, within):
        return False
    if COLLATES in within.name and _is_item(whole.id, node, within):
        return True
    is_picked = assigned(whole.id, within) is not None and is_selection(whole, within)
    return is_picked and is_tensor(value) and site.target.mode != "GRAPH"


def _is_item(name: str, node: ast.stmt, within: ast.AST) -> bool:
    """Whether a loop around the statement goes through what the name stands for."""
    return any(
        any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(loop.target))
        for loop in find(within, ast.For)
        if lies_in(node, loop)
    )
