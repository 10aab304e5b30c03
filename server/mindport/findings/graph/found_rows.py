"""Rows taken by places of which nothing may have been found (MP402): ``h[mask.nonzero().squeeze(1)]``.

With MindSpore 2.10.0 the gradient of such a row fails in graph mode where there are none, on a CPU;
``ops.gather_nd`` has one of 0, as torch has. A number beside the places is fine, and so is PyNative.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import is_asked_for, is_found, may_be_empty, taken_apart
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Name, Operand
from mindport.symbols.assignments import assigned
from mindport.texts import Text

NOTHING = Text(
    "Where nothing was found, graph mode fails at the gradient of what is taken here; take whole rows by "
    "ops.gather_nd(h, places.unsqueeze(1)), or ask before whether there are any.",
    "当什么也没有找到时，静态图模式对此处取值求梯度会报错；请用 ops.gather_nd(h, places.unsqueeze(1)) 取整行，或先判断是否找到。",
)
TITLE = Text("Take the rows by gather_nd", "改用 gather_nd 取行")
FLATTENS = frozenset({"flatten", "ravel"})


def found_row_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place where something is taken so."""
    tree, text = site.document.tree, site.document.text
    if tree is None or not any(word in text for word in ("nonzero", "argwhere", "where(")):
        return
    if "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            taken = _taken(node)
            if taken is None:
                continue
            value, places, rest = taken
            if any(map(_is_a_number, rest)) or not _may_be_none(tree, node, places):
                continue
            fix = _fix(site, tree, node, value, places) if all(map(_is_whole, rest)) else None
            if _is_below_an_axis(node):  # h[None, places]
                fix = _fix(site, tree, node, value, places, ".unsqueeze(0)")
            yield told(site, "MP402", node, NOTHING, fix)


def _taken(node: ast.AST) -> tuple[ast.expr, ast.expr, list[ast.expr]] | None:
    """``h``, ``places`` and the other indices of ``h[places, :]`` and ``h.index_select(0, places)``."""
    match node:
        case ast.Subscript(value, ast.Tuple(items), ast.Load()):
            found = [item for item in items if isinstance(item, ast.Name) or is_found(item)]
            if len(found) == 1:
                first = items[0] is found[0]
                others = [item for item in items if item is not found[0]]
                return value, found[0], others if first else [*others, ast.Constant(None)]
        case ast.Subscript(value, ast.Name() | ast.Call() | ast.Subscript() as places, ast.Load()):
            return value, places, []
        case ast.Call(ast.Attribute(value, "index_select"), [ast.Constant(0), places], []):
            return value, places, []
    return None


def _may_be_none(tree: ast.Module, node: ast.AST, places: ast.expr) -> bool:
    assert isinstance(node, ast.expr)
    if isinstance(places, ast.Name):
        return may_be_empty(tree, node, places)
    names = {one.id for one in find(places, ast.Name)}
    within = function_around(tree, places) or tree
    return is_found(places) and not is_asked_for(names, node, within)


def _is_a_number(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and type(index.value) is int


def _is_whole(index: ast.expr) -> bool:
    """``:`` and ``...`` behind the places."""
    if isinstance(index, ast.Slice):
        return index.lower is None and index.upper is None and index.step is None
    return isinstance(index, ast.Constant) and index.value is ...


def _is_below_an_axis(node: ast.AST) -> bool:
    match node:
        case ast.Subscript(_, ast.Tuple([ast.Constant(None), _, *rest])):
            return all(map(_is_whole, rest))
    return False


def _fix(
    site: Site, tree: ast.Module, node: ast.AST, value: ast.expr, places: ast.expr, behind: str = ""
) -> Fix | None:
    """``ops.gather_nd(h, places.unsqueeze(1))``, where the places are seen to have one axis."""
    within = function_around(tree, places) or tree
    if not _has_one_axis(places, within):
        return None
    span = site.document.span
    pieces = (
        Name("mindspore.ops.gather_nd"), "(", span(value), ", ", Operand(span(places)),
        f".unsqueeze(1)){behind}",
    )  # fmt: skip
    return Fix(TITLE, "safe", (Edit(span(node), pieces),))


def _has_one_axis(node: ast.expr, within: ast.AST) -> bool:
    """``torch.where(mask)[0]``, ``found.squeeze(1)``, ``found[:, 0]``, and a name for such."""
    match node:
        case ast.Name(name):
            values = assigned(name, within) or taken_apart(within, name)
            return bool(values) and all(
                not isinstance(value, ast.Name) and _has_one_axis(value, within) for value in values
            )
        case ast.Subscript(ast.Call(), ast.Constant(int())):
            return True
        case ast.Subscript(_, ast.Tuple([ast.Slice(), ast.Constant(int())])):
            return True
        case ast.Call(ast.Attribute(_, "squeeze"), [axis]):
            return ast.unparse(axis) in ("1", "-1")
        case ast.Call(ast.Attribute(_, "view" | "reshape"), [axis]):
            return ast.unparse(axis) == "-1"
        case ast.Call(ast.Attribute(_, method), []) if method in FLATTENS:
            return True
    return False
