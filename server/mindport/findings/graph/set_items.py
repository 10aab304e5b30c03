"""Items of lists that are set to a slice, ``...`` or None (MP411): ``index[dim] = slice(0, 2)``.

With MindSpore 2.10.0 such a list is left to Python from there on: the values are right, and what is
taken by it, or out of it, gets gradients of 0. Setting numbers and tensors is computed in the graph.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.list_fixes import SHARED, TITLE, has_one_name
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import is_pure, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

BESIDE = Text(
    "Graph mode leaves a list to Python beside the graph where an item is set to a slice, ... or None: "
    "gradients are lost without a word. Build a new list.",
    "列表的某一项被设为切片、... 或 None 时，静态图模式会把该列表交给 Python 在计算图之外处理，梯度会无提示地丢失。请构造新列表。",
)
LISTS = (ast.List, ast.ListComp)


def set_item_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a statement that sets an item of a list which the function makes."""
    for function in code.functions:
        made = _made(function)
        for node in function.nodes:
            match node:
                case ast.Assign([ast.Subscript(ast.Name(name), index)], value):
                    of_a_list = any(map(_is_a_list, made.get(name, ())))
                    if of_a_list and _is_left_to_python(value, made, name):
                        fix = _fix(site, function, name, index, node)
                        yield told(site, "MP411", node, BESIDE, fix)


def _made(function: Function) -> dict[str, list[ast.expr]]:
    """What each name of the function is bound to."""
    made: dict[str, list[ast.expr]] = {}
    for node in function.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    made.setdefault(target.id, []).append(node.value)
    return made


def _is_a_list(node: ast.expr) -> bool:
    """``[..]``, ``[slice(None)] * n``, ``list(x)``."""
    if isinstance(node, ast.BinOp):
        return _is_a_list(node.left) or _is_a_list(node.right)
    is_call = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "list"
    return is_call or isinstance(node, LISTS)


def _is_left_to_python(value: ast.expr, made: dict[str, list[ast.expr]], name: str) -> bool:
    """None among numbers stays in the graph."""
    if isinstance(value, ast.Name):
        return value.id in made and all(map(_is_a_slice, made[value.id]))
    if isinstance(value, ast.Constant) and value.value is None:
        return not all(map(_holds_numbers, made[name]))
    return _is_a_slice(value)


def _is_a_slice(node: ast.expr) -> bool:
    is_call = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "slice"
    return is_call or (isinstance(node, ast.Constant) and node.value is ...)


def _holds_numbers(node: ast.expr) -> bool:
    """``[0] * 3``, ``[None, None]``, ``list(x.shape)``."""
    if isinstance(node, ast.List):
        return all(isinstance(one, ast.Constant) and one.value is not ... for one in node.elts)
    if isinstance(node, ast.BinOp):
        return _holds_numbers(node.left) or _holds_numbers(node.right)
    inner = node.args if isinstance(node, ast.Call) else []
    return any(getattr(one, "attr", "") == "shape" for first in inner for one in walk(first))


def _fix(
    site: Site, function: Function, name: str, index: ast.expr, node: ast.Assign
) -> Fix | None:
    """``items = items[:i] + [value] + items[i:][1:]``, which means the same for negative places."""
    place = index.operand if isinstance(index, ast.UnaryOp) else index
    if not is_pure(place):
        return None
    at, value = site.document.span(index), site.document.span(node.value)
    pieces = (f"{name} = {name}[:", at, "] + [", value, f"] + {name}[", at, ":][1:]")
    edits = (Edit(site.document.span(node), pieces),)
    if has_one_name(function, name):
        return Fix(TITLE, "safe", edits)
    return Fix(TITLE, "unsafe", edits, SHARED)
