"""Whether what gives items is gone through where it stands, and its items are not kept."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mindport.nodes import walk

Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
PASSING = frozenset({"enumerate", "zip", "reversed", "sorted", "tqdm"})
KEEPING = frozenset({"add", "append", "appendleft", "extend", "insert", "put", "setdefault"})


def is_iterated(node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether ``node`` is what a ``for`` goes through that keeps no item: ``for p in node: print(p)``,
    ``sum(p.numel() for p in node)``, but not ``[p for p in node]``."""
    parent = parents.get(node)
    while isinstance(parent, ast.Call) and getattr(parent.func, "id", "") in PASSING:
        node, parent = parent, parents.get(parent)
    if isinstance(parent, ast.comprehension):
        around = parents.get(parent)
        return isinstance(around, Comprehension) and not _keeps(around, _names(parent.target))
    if isinstance(parent, ast.For) and parent.iter is node:
        names = _names(parent.target)
        return not any(_hands_on(inner, names) for s in parent.body for inner in walk(s))
    return False


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in walk(target) if isinstance(node, ast.Name)}


def _keeps(made: Comprehension, names: set[str]) -> bool:
    """Whether a comprehension's items are items of what it goes through."""
    values = [made.key, made.value] if isinstance(made, ast.DictComp) else [made.elt]
    return any(_is_one(value, names) for value in values)


def _hands_on(node: ast.AST, names: set[str]) -> bool:
    """``found.append(p)``, ``yield p``, ``kept[0] = p``."""
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in KEEPING:
        return any(_is_one(argument, names) for argument in node.args)
    if isinstance(node, ast.Yield | ast.Return | ast.Assign | ast.AugAssign):
        return node.value is not None and _is_one(node.value, names)
    return False


def _is_one(node: ast.expr, names: set[str]) -> bool:
    """One of the names, or a display with one among its items."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return any(_is_one(item, names) for item in node.elts)
    if isinstance(node, ast.Dict):
        return any(_is_one(item, names) for item in node.values)
    return isinstance(node, ast.Name) and node.id in names
