"""Copies of networks that no optimizer is given: averages of weights, teachers, frozen references."""

from __future__ import annotations

import ast

from mindport.nodes import assigned_pairs, find, kept, name_of, walk
from mindport.symbols.freezing import FLAG, NETWORK_LISTS, root_of
from mindport.symbols.torch_api import load as load_torch

COPIES = frozenset({"deepcopy", "copied_cell"})
COLLECTS = frozenset({"add_param_group", "append", "extend", "update"})


def copied_networks(tree: ast.AST) -> frozenset[str]:
    """The names that stand for copies alone, ``ema`` or ``self.ema``, whose parameters are neither
    given to an optimizer nor put into a list that one may be given."""
    return kept(tree, _copied_networks)


def _copied_networks(tree: ast.AST) -> frozenset[str]:
    copies: set[str] = set()
    freezing = (one for one in find(tree, ast.FunctionDef) if any(map(_freezes, walk(one))))
    others = {argument.arg for one in freezing for argument in find(one.args, ast.arg)}
    for statement in find(tree, ast.Assign):
        for target, value in assigned_pairs(statement):
            name = root_of(target)
            whole = isinstance(target, ast.Name) or name == f"self.{name_of(target)}"
            (copies if whole and _is_a_copy(value) else others).add(name)
    found = copies - others
    return frozenset(found - _given(tree)) if found else frozenset()


def _is_a_copy(value: ast.expr) -> bool:
    """``copy.deepcopy(net)``, also with ``.eval()`` or ``.to(device)`` behind it."""
    while isinstance(value, ast.Call):
        if name_of(value.func) in COPIES:
            return True
        if not isinstance(value.func, ast.Attribute):
            return False
        value = value.func.value
    return False


def _freezes(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in (FLAG, f"{FLAG}_")


def _given(tree: ast.AST) -> set[str]:
    """The names of networks whose parameters are collected, or handed to an optimizer."""
    optimizers = load_torch().members("torch.optim")
    found: set[str] = set()
    for call in find(tree, ast.Call):
        name = name_of(call.func)
        if name in optimizers or name in COLLECTS or "optim" in name.lower():
            for given in (*call.args, *(keyword.value for keyword in call.keywords)):
                found |= _named(given)
    for loop in find(tree, ast.For):
        if any(name_of(call.func) in COLLECTS for call in find(loop, ast.Call)):
            found |= _named(loop.iter)
    held: list[ast.expr | None] = [one.iter for one in find(tree, ast.comprehension)]
    held += [one.value for one in find(tree, ast.Assign)]
    held += [one.value for one in find(tree, ast.AugAssign)]
    held += [one.value for one in find(tree, ast.Return)]
    return found.union(*(_listed(one) for one in held if one is not None))


def _named(node: ast.AST) -> set[str]:
    return {root_of(one) for one in walk(node) if isinstance(one, ast.Name | ast.Attribute)}


def _listed(node: ast.AST) -> set[str]:
    """``ema`` of ``list(ema.parameters())``."""
    calls = (call for call in find(node, ast.Call) if name_of(call.func) in NETWORK_LISTS)
    return {name for call in calls for name in _named(call)}
