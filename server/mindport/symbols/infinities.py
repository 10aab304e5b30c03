"""Whether a file computes with an infinity, as a mask does, other than to compare numbers with it.

``best = float("inf")`` that a smaller loss replaces never reaches a tensor.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from mindport.nodes import kept, name_of, parents, root_of_chain, targets, walk

WORD = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
TEXT = re.compile(r"\binf(?:inity)?\b", re.IGNORECASE)
# What only looks at a number, or keeps it for later, by a part of its name.
LOOKS = ("abs", "append", "debug", "description", "float", "format", "info", "log", "max", "min",
         "postfix", "print", "report", "round", "save", "scalar", "step", "write")  # fmt: skip
TENSORS = frozenset({"torch", "F", "nn", "mindspore", "ms", "mint", "ops", "np", "numpy"})


def computes_with_infinity(tree: ast.Module, text: str) -> bool:
    """Whether an infinity of a file may come into a tensor."""
    return TEXT.search(text) is not None and kept(tree, _computes)


def _computes(tree: ast.Module) -> bool:
    above = parents(tree)
    names: set[str] = set()
    for node in _infinities(tree):
        name = _first_value_of(node, above)
        if name is None:
            return True
        names.add(name)
    return (bool(names) and not all(_is_replaced(tree, name) for name in names)) or any(
        _named(node) in names and not _looks_at(node, above)
        for node in walk(tree)
        if isinstance(getattr(node, "ctx", None), ast.Load)
    )


def _infinities(tree: ast.Module) -> Iterator[ast.expr]:
    """``math.inf``, ``inf`` and the text of ``float("-inf")``."""
    for node in walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) | ast.Name(id=name, ctx=ast.Load()):
                if WORD.fullmatch(name):
                    yield node
            case ast.Constant(str(text)):
                if WORD.fullmatch(text.strip()):
                    yield node


def _first_value_of(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> str | None:
    """The name or the attribute to which alone an infinity is given; None where it goes elsewhere."""
    value: ast.AST = node
    outer = above[value]
    while isinstance(outer, ast.UnaryOp | ast.IfExp) or (
        isinstance(outer, ast.Call)
        and name_of(outer.func) in ("float", "float64")
        and value is not outer.func
    ):
        value, outer = outer, above[outer]
    place = None
    if isinstance(outer, ast.Tuple):
        place, value, outer = outer.elts.index(value), outer, above[outer]  # type: ignore[arg-type]
    if not isinstance(outer, ast.Assign | ast.AnnAssign) or outer.value is not value:
        return None
    given = outer.targets if isinstance(outer, ast.Assign) else [outer.target]
    if place is not None:
        given = [one.elts[place] for one in given if isinstance(one, ast.Tuple)][:1]
    names = {_named(one) for one in given}
    return names.pop() if len(names) == 1 and "" not in names else None


def _named(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_replaced(tree: ast.Module, name: str) -> bool:
    """Whether more than one statement gives the name a value."""
    given = [target for node in walk(tree) for target in targets(node)]
    return sum(_named(target) == name for target in given) > 1


def _looks_at(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a number is compared, told, kept or given back."""
    value, outer = node, above[node]
    while isinstance(outer, ast.BinOp | ast.UnaryOp | ast.IfExp | ast.Tuple | ast.keyword):
        value, outer = outer, above[outer]
    if isinstance(outer, ast.Call):
        called = name_of(outer.func).lower()
        beside = getattr(root_of_chain(outer.func), "id", "") not in TENSORS or "save" in called
        return value is not outer.func and beside and any(word in called for word in LOOKS)
    if isinstance(outer, ast.Assign):
        return all(map(_named, outer.targets))
    return isinstance(outer, ast.Compare | ast.FormattedValue | ast.Return | ast.Dict)
