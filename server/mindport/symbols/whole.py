"""Networks that are made in a file of torch's layers and the file's own classes alone.

What nothing in the file freezes is frozen nowhere then, and all of its parameters are trained.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import walk
from mindport.symbols.values import UNKNOWN, ClassInfo, Value

HOLDERS = frozenset(
    {"torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict", "torch.nn.Module"}
)


def is_whole(value: Value, values: Mapping[ast.expr, Value], tree: ast.Module) -> bool:
    """Whether a network holds nothing but what this file makes.

    Args:
        value: the network's value; of what is not a layer or an object of a class, False.
    """
    return _is_whole(value, values, tree, set())


def _is_whole(
    value: Value, values: Mapping[ast.expr, Value], tree: ast.Module, seen: set[str]
) -> bool:
    if value.likely:
        return False
    if value.kind == "instance" and value.name.startswith("torch.nn."):
        if value.name not in HOLDERS:
            return True
        return bool(value.items) and all(
            _is_whole(item, values, tree, seen) for item in value.items
        )
    info = value.info
    if value.kind != "object" or not isinstance(info, ClassInfo):
        return False
    return _is_own(info, values, tree, seen)


def _is_own(
    info: ClassInfo, values: Mapping[ast.expr, Value], tree: ast.Module, seen: set[str]
) -> bool:
    """Whether a class and those above it stand in this file and make their layers of its own."""
    if info.name in seen:
        return True
    seen.add(info.name)
    if info.node is None or info.node not in set(walk(tree)):
        return False
    for base in info.bases:
        above = base.info
        if isinstance(above, ClassInfo):
            if not _is_own(above, values, tree, seen):
                return False
        elif not (base.kind == "torch" and base.name == "torch.nn.Module"):
            return False
    imported = set(_imported(tree))
    given = _given_layers(info.node)
    return all(
        _makes_own(call, values, tree, seen, imported, given)
        for call in walk(info.node)
        if isinstance(call, ast.Call)
    )


def _makes_own(
    call: ast.Call,
    values: Mapping[ast.expr, Value],
    tree: ast.Module,
    seen: set[str],
    imported: set[str],
    given: set[str],
) -> bool:
    """Whether a call in a class can give no layer that another file made."""
    made = values.get(call, UNKNOWN)
    if made.kind == "object" and isinstance(made.info, ClassInfo):
        return not made.info.is_module or _is_own(made.info, values, tree, seen)
    if made is not UNKNOWN:
        return True
    name = ast.unparse(call.func)
    return name.partition(".")[0] not in imported and name not in given


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]


def _given_layers(cls: ast.ClassDef) -> set[str]:
    """``self.encoder`` of a class that is given an encoder: ``self.encoder = encoder``."""
    found = set()
    for function in cls.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        parameters = {argument.arg for argument in ast.walk(function.args)
                      if isinstance(argument, ast.arg)}  # fmt: skip
        for node in walk(function):
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Name)
                and node.value.id in parameters
            ):
                found |= {ast.unparse(t) for t in node.targets if isinstance(t, ast.Attribute)}
    return found
