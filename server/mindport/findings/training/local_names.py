"""``model = self.model``: a function's own name for a network that an object holds.

An optimizer may be given ``self.model.parameters()`` where the losses read ``model``. Both are one
network where the function gives the name once and reads the attribute nowhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.training.names import is_inside, path_of, touches
from mindport.nodes import assigned_pairs, find, walk

# Calls that take a network's parameters, put it into a mode or somewhere else: no forward pass.
AROUND = frozenset(
    {"parameters", "named_parameters", "trainable_params", "buffers", "named_buffers", "state_dict",
     "load_state_dict", "zero_grad", "train", "eval", "set_train", "to", "cuda", "cpu"}
)  # fmt: skip


def local_names(
    root: ast.AST, functions: Mapping[str, Sequence[ast.FunctionDef]]
) -> dict[str, str]:
    """``{"self.model": "model"}``: the attributes for which a function has a name of its own.

    Args:
        functions: the functions and methods of the file by their names.
    """
    if not isinstance(root, ast.FunctionDef):
        return {}
    return {
        path: name
        for name, path in held_under_names(root).items()
        if not _is_read_beside(root, path, functions)
    }


def held_under_names(root: ast.AST) -> dict[str, str]:
    """``{"model": "self.model"}``: the names that a function gives once, each to an attribute."""
    if not isinstance(root, ast.FunctionDef):
        return {}
    return {
        target.id: path
        for statement in find(root, ast.Assign)
        for target, value in assigned_pairs(statement)
        if isinstance(target, ast.Name) and isinstance(value, ast.Attribute)
        if (path := path_of(value) or "").startswith("self.") and _is_given_once(root, target.id)
    }


def in_local_names(path: str, names: Mapping[str, str]) -> str:
    """``model.body`` for ``self.model.body``."""
    for whole, name in names.items():
        if path == whole or is_inside(path, whole):
            return name + path.removeprefix(whole)
    return path


def _is_given_once(root: ast.FunctionDef, name: str) -> bool:
    bound = [n for n in find(root, ast.Name) if n.id == name and not isinstance(n.ctx, ast.Load)]
    parameters = (argument.arg for argument in find(root, ast.arg))
    return len(bound) == 1 and name not in parameters


def _is_read_beside(
    root: ast.FunctionDef, path: str, functions: Mapping[str, Sequence[ast.FunctionDef]]
) -> bool:
    """Whether a function, or a method that it may call, reads or sets an attribute but for its name
    and what gives an optimizer its parameters."""
    expected = {
        value for one in find(root, ast.Assign) for target, value in assigned_pairs(one)
        if isinstance(target, ast.Name) and path_of(value) == path
    } | {
        call.func.value
        for call in find(root, ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr in AROUND
    }  # fmt: skip
    own = (node for node in _longest(root) if node not in expected)
    called = (node for function in _called(root, functions) for node in _longest(function))
    return any(touches(path_of(node) or "", path) for nodes in (own, called) for node in nodes)


def _longest(function: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """The attributes of a function that stand in no other: ``self.model.body``, not its parts."""
    attributes = find(function, ast.Attribute)
    inner = {node.value for node in attributes}
    for node in attributes:
        if node not in inner:
            called = isinstance(node.value, ast.Attribute) and node.attr in AROUND
            yield node.value if called and isinstance(node.value, ast.Attribute) else node


def _called(
    root: ast.FunctionDef, functions: Mapping[str, Sequence[ast.FunctionDef]]
) -> Iterator[ast.FunctionDef]:
    """The methods of the file that a function may call of its object, and those that they call."""
    seen: set[ast.FunctionDef] = {root}
    waiting = [root]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, ast.Attribute) and path_of(node.value) == "self":
                for function in functions.get(node.attr, ()):
                    if function not in seen:
                        seen.add(function)
                        waiting.append(function)
                        yield function
