"""Masks beside other indices where something was picked so before (MP402): ``p = h[:, m]; p[:, p[0] > 0]``.

How many axes there are behind such an index MindSpore 2.10.0 knows no more, and it takes no mask that is
made of it in an index of several items. ``mask.reshape(-1)`` has one axis for certain. Nothing is set by
a mask beside other axes in what any mask picked. PyNative is fine.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from mindport.document import Span
from mindport.findings.callers import Callers
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.masks import is_mask, masks_of
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import (
    find,
    function_around,
    functions_named,
    kept,
    name_of,
    statement_parents,
    targets,
    walk,
)
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.selections import PICKERS
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

TAKEN = Text(
    "This mask comes from what a mask picked beside other indices, and graph mode no longer knows how many "
    "axes it has; write mask.reshape(-1).",
    "该掩码来自先前用掩码与其他下标一起选取的结果，静态图模式已无法得知其轴数；请写成 mask.reshape(-1)。",
)
SET = Text(
    "Graph mode sets nothing by a mask beside other axes in what a mask picked; write "
    "x = ops.where(mask, values, x), with a mask that spreads over the axes.",
    "对掩码选取的结果，静态图模式无法用与其他轴并用的掩码赋值；请写成 x = ops.where(mask, values, x)，并使掩码可广播到各轴。",
)
ALONE = Text("Let the mask stand alone", "让掩码单独作为下标")
FLAT = Text("Write mask.reshape(-1)", "改写为 mask.reshape(-1)")
CAUTION = Text(
    "For a mask of one axis; the gradient fails where it picks nothing.",
    "仅适用于单轴掩码；若什么也没有选中，求梯度会报错。",
)
Test = Callable[[ast.AST, ast.AST], bool]
# An expression, and the function that it stands in.
Place = tuple[ast.expr, ast.AST]


def picked_mask_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding an index."""
    for function in code.functions:
        masks = kept(function.node, masks_of)
        for node in function.nodes:
            if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple):
                continue
            items = node.slice.elts
            mask = next((item for item in items if is_mask(item, masks)), None)
            if mask is None or not is_tensor(site.bindings.values.get(node.value, UNKNOWN)):
                continue
            if isinstance(node.ctx, ast.Load):
                if not _is_flat(mask) and _comes_from(site, function, mask, _picks_beside):
                    yield told(site, "MP402", node, TAKEN, _fix(site, items, mask))
            elif _has_whole_axes(items) and _comes_from(site, function, node.value, _picks):
                yield told(site, "MP402", node, SET)


def _comes_from(site: Site, function: Function, node: ast.expr, test: Test) -> bool:
    """Whether the test holds of anything that an expression is made of, here or where it comes from."""
    tree = site.document.tree
    assert tree is not None
    callers = Callers(tree, "" if function.owner is None else function.owner.name)
    waiting: list[Place] = [(node, function_around(tree, node) or tree)]
    seen: set[tuple[ast.AST, str]] = set()
    for value, scope in waiting:  # grows while it is read
        for one in walk(value):
            if test(one, scope):
                return True
            name = one.id if isinstance(one, ast.Name) else ""
            given: list[Place] = []
            if isinstance(one, ast.Call):
                name = name_of(one.func)
                made = functions_named(tree).get(name, ())
                given += ((r.value, f) for f in made for r in find(f, ast.Return) if r.value)
            else:
                given += ((bound, scope) for bound in _bound_before(tree, scope, one))
                if isinstance(scope, ast.FunctionDef) and name:
                    given += callers.values(scope, name)
            if name and (scope, name) not in seen:
                seen.add((scope, name))
                waiting += given
    return False


def _bound_before(tree: ast.Module, scope: ast.AST, node: ast.AST) -> Iterator[ast.expr]:
    """What a name may be made of where it is read: by the last statement above that surely runs, and
    by those behind it."""
    if not isinstance(node, ast.Name):
        return
    above = statement_parents(tree)
    around: set[ast.AST | None] = {scope}
    outer: ast.AST | None = node
    while outer is not None:
        around.add(outer)
        outer = above.get(outer)
    bound = kept(scope, _bound).get(node.id, [])
    before = [one for one in bound if one.lineno < node.lineno] or bound
    surely = [
        place
        for place, one in enumerate(before)
        if isinstance(one, ast.Assign) and above.get(one) in around
    ]
    for one in before[surely[-1] if surely else 0 :]:
        if one.value is not None:
            yield one.value


def _bound(scope: ast.AST) -> dict[str, list[ast.Assign | ast.AugAssign | ast.AnnAssign]]:
    """The statements that bind each name, tuples and all, in their order."""
    found: dict[str, list[ast.Assign | ast.AugAssign | ast.AnnAssign]] = {}
    for node in walk(scope):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            for target in targets(node):
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node)
    return {name: sorted(nodes, key=lambda one: one.lineno) for name, nodes in found.items()}


def _picks_beside(node: ast.AST, scope: ast.AST) -> bool:
    """``h[:, mask]``."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Tuple)
        and _picks(node, scope)
    )


def _picks(node: ast.AST, scope: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return name_of(node.func) in PICKERS
    if not isinstance(node, ast.Subscript):
        return False
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(is_mask(item, kept(scope, masks_of)) for item in items)


def _is_flat(mask: ast.expr) -> bool:
    match mask:
        case ast.Call(ast.Attribute(_, "reshape" | "view" | "flatten")):
            return True
    return False


def _is_whole(item: ast.expr) -> bool:
    return isinstance(item, ast.Slice) and not (item.lower or item.upper or item.step)


def _has_whole_axes(items: list[ast.expr]) -> bool:
    return any(map(_is_whole, items))


def _fix(site: Site, items: list[ast.expr], mask: ast.expr) -> Fix:
    """``p[mask]`` for ``p[mask, :]``, ``p[:, mask.reshape(-1)]`` for ``p[:, mask]``."""
    span = site.document.span(mask)
    if items[0] is mask and all(map(_is_whole, items[1:])):
        return Fix(ALONE, "safe", (Edit(Span(span.end, site.document.span(items[-1]).end), ()),))
    return Fix(FLAT, "unsafe", (Edit(span, (Operand(span), ".reshape(-1)")),), CAUTION)
