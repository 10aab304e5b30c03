"""Gradients that are changed in place behind backward, ``p.grad.data.mul_(0.5)``: of a copy.

Seen with MindSpore 2.10.0 on a CPU: the gradients of two parameters may be one tensor, as those of
an LSTM's biases are, and what is written in place into one that is not contiguous is lost in
silence, as into that of a Linear without a bias.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindport.findings.training.leaves import changed_tensor
from mindport.findings.training.model import GradientLoop, Loss
from mindport.findings.training.names import path_of
from mindport.nodes import find, name_of

COPIED = "{0} = [grad.copy() for grad in {0}]"
SHARING = frozenset({"all_reduce", "broadcast", "reduce"})  # they write into what they are given


def changed_in(loops: Iterable[GradientLoop]) -> Iterator[Loss]:
    """The losses whose gradients are changed in place by loops over them."""
    for loop in loops:
        if loop.update is not None and changes_gradients(around_of(loop)):
            yield from loop.update.losses


def around_of(loop: GradientLoop) -> ast.AST:
    """A loop, or the function that is called between backward and step in which it stands."""
    return loop.around if loop.reader is None else loop.reader.function


def changes_gradients(around: ast.AST) -> bool:
    """Whether a loop or function changes gradients in place, or what it has given a name of them."""
    named = {
        target.id
        for assigned in find(around, ast.Assign)
        for target in assigned.targets
        if isinstance(target, ast.Name) and _is_gradient(assigned.value)
    }
    return any(path in named or path.endswith(".grad") for path in _changed(around))


def _is_gradient(value: ast.expr) -> bool:
    """``p.grad``, ``p.grad.data``."""
    if isinstance(value, ast.Attribute) and value.attr == "data":
        value = value.value
    return isinstance(value, ast.Attribute) and value.attr == "grad"


def _changed(around: ast.AST) -> Iterator[str]:
    """The paths that statements change in place: an item, too, or what a call is given for that."""
    for node in ast.walk(around):
        match node:
            case ast.Subscript(value, ctx=ast.Store()):
                yield _path(value)
            case ast.Assign([ast.Attribute(attr="grad") as target]):
                yield _path(target)
            case ast.Call(function, [given, *_]) if _writes_into(name_of(function)):
                yield _path(given)
            case ast.stmt():
                yield changed_tensor(node) or ""


def _writes_into(name: str) -> bool:
    return name in SHARING or (name.endswith("_") and not name.endswith("__"))


def _path(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute) and node.attr == "data":
        node = node.value
    return path_of(node) or ""
