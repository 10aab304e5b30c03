"""``with torch.no_grad(): self.w += v`` in a forward (MP209): the weight's data is changed.

Seen with MindSpore 2.10.0 on a CPU in PyNative mode, against torch over steps of SGD: in a function that
is differentiated, ``no_grad`` or not, ``w += v``, ``w[:2] += 1`` and ``w[:] = v`` on what is trained give
other gradients, in silence, and ``w.copy_(v)`` raises "A leaf tensor that requires grad". The same on
``w.data`` is equal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.inplace import COPIED, LAYERS_OWN, copied, result_of
from mindport.findings.site import Site
from mindport.nodes import find, kept
from mindport.report import Edit, Finding, Fix
from mindport.symbols.reached import in_forwards
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

SYMBOL = "torch.nn.Parameter"
LAYERS = "torch.nn."
MESSAGE = Text(
    "In a function that is differentiated, MindSpore takes a change of a weight for a part of it, under "
    "no_grad, too: the gradients are others, or it raises. A change of its data is none.",
    "在被求导的函数中，即使在 no_grad 之内，MindSpore 也会将对权重的修改计入求导：梯度会不同，或直接报错。修改其 data 则不会。",
)
TITLE = Text("Change the weight's data", "修改权重的 data")


def changed_weight_findings(site: Site) -> Iterator[Finding]:
    """One finding for each statement of a forward that changes a weight, which torch takes under
    ``no_grad`` alone."""
    tree = site.document.tree
    if tree is None or site.target.mode == "GRAPH":
        return
    kinds = (ast.Assign, ast.AugAssign, ast.Expr)
    forwards = kept(tree, in_forwards)
    inside = {one for function in forwards for kind in kinds for one in find(function, kind)}
    for statement in sorted(inside, key=lambda one: one.lineno):
        yield from _of_statement(site, statement)


def _of_statement(site: Site, statement: ast.stmt) -> Iterator[Finding]:
    changed = _changed(statement)
    whole = changed
    while isinstance(changed, ast.Subscript) and not _is_weight(site, changed):
        changed = changed.value
    if changed is None or not _is_weight(site, changed):
        return
    end = site.document.span(changed).end
    fix: Fix | None = Fix(TITLE, "safe", (Edit(Span(end, end), (".data",)),))
    if changed is whole and isinstance(statement, ast.AugAssign):
        if _is_of_layer(site, changed):
            return  # as of data, by the rule for what takes a parameter's memory
        edits = copied(site, statement, changed, result_of(site, statement), ".data")
        fix = Fix(COPIED, "safe", edits) if edits else None
    span = site.document.span(changed)
    yield Finding("MP209", "warning", SYMBOL, None, "certain", MESSAGE, span, fix)


def _changed(node: ast.AST) -> ast.expr | None:
    """``w`` of ``w += v`` and of ``w.copy_(v)``, ``w[0]`` of ``w[0] = v`` and of ``w[0] *= v``."""
    match node:
        case ast.AugAssign(target) | ast.Assign([ast.Subscript() as target]):
            return target
        case ast.Expr(ast.Call(ast.Attribute(held, "copy_"))):
            return held
    return None


def _is_weight(site: Site, node: ast.expr) -> bool:
    """``self.w``, an item of a ParameterList, ``self.fc.bias``."""
    part = isinstance(node, ast.Subscript) and _is_weight(site, node.value)
    if site.bindings.values.get(node, UNKNOWN).name.endswith(".Parameter") and not part:
        return True
    return _is_of_layer(site, node)


def _is_of_layer(site: Site, node: ast.expr) -> bool:
    """``self.fc.bias`` of a layer of torch."""
    if not isinstance(node, ast.Attribute) or node.attr not in LAYERS_OWN:
        return False
    layer = site.bindings.values.get(node.value, UNKNOWN)
    return layer.kind == "instance" and layer.name.startswith(LAYERS)
