"""Gradients that are changed in place behind backward, ``p.grad.data.mul_(0.5)``: of a copy.

Seen with MindSpore 2.10.0 on a CPU: the gradients of two parameters may be one tensor, as those of
an LSTM's biases are, and what is written in place into one that is not contiguous is lost in
silence, as into that of a Linear without a bias.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from mindport.findings.training.leaves import changed_tensor
from mindport.findings.training.model import GradientLoop, Loss, Plan
from mindport.findings.training.names import path_of, root_of
from mindport.nodes import find, name_of, walk

LIBRARIES = frozenset({"torch", "nn", "F", "init"})
SHARING = frozenset({"all_reduce", "broadcast", "reduce"})  # they write into what they are given


def changed_in(plan: Plan) -> Iterator[Loss]:
    """The losses whose gradients are changed in place by loops over them, or where a step by hand
    reads them."""
    for loop in plan.loops:
        if loop.update is not None and loop_changes(loop):
            yield from loop.update.losses
    for update in plan.updates:
        hand = update.step.hand
        if hand is not None and not hand.is_read:
            around = hand.stepper.function if hand.stepper is not None else update.step.statement
            if around is not None and changes_gradients(around, set(_clears(around))):
                yield from update.losses


def loop_changes(loop: GradientLoop) -> bool:
    """Whether a loop, or the function in which it stands that is called between backward and step,
    changes gradients; one that was moved has them as a parameter."""
    reader = loop.reader
    if reader is not None and reader.grads:
        return changes_one(reader.function, reader.grads)
    return changes_gradients(loop.around if reader is None else reader.function)


def changes_gradients(around: ast.AST, but: Collection[ast.AST] = ()) -> bool:
    """Whether a loop or function changes gradients in place, or what it has given a name of them,
    or gives them on as they are."""
    named = set(_named(around, _is_gradient))
    changed = any(path in named or path.endswith(".grad") for path in _changed(around, but))
    return changed or any(map(_is_gradient, _given_on(around)))


def changes_one(around: ast.AST, path: str) -> bool:
    """Whether a function changes in place what a path stands for, or an item of it: by its name, or
    as the variable of a loop."""
    names = {path, *_named(around, lambda value: _path(value) == path)}
    for node in ast.walk(around):
        match node:
            case ast.For(target, iterated) | ast.comprehension(target, iterated):
                names |= {n.id for n in _items(target, iterated, names) if isinstance(n, ast.Name)}
    return not names.isdisjoint(_changed(around, set(_clears(around))))


def _items(target: ast.expr, iterated: ast.expr, names: Collection[str]) -> Iterator[ast.AST]:
    """What of a loop's target stands for an item of what has one of ``names``."""
    match target, iterated:
        case ast.Tuple(targets), ast.Call(ast.Name("zip"), given) if len(targets) == len(given):
            pairs = list(zip(targets, given, strict=True))
        case ast.Tuple([_, item]), ast.Call(ast.Name("enumerate"), [given, *_]):
            yield from _items(item, given, names)
            return
        case _:
            pairs = [(target, iterated)]
    for one, over in pairs:
        if any(isinstance(n, ast.expr) and _path(n) in names for n in walk(over)):
            yield from walk(one)


def _clears(around: ast.AST) -> Iterator[ast.AST]:
    """Statements that clear gradients: ``p.grad.zero_()``, and ``p.grad.detach_()`` before."""
    for statement in find(around, ast.Expr):
        match statement.value:
            case ast.Call(ast.Attribute(value, "zero_" | "detach_" | "requires_grad_")) if (
                _is_gradient(value)
            ):
                yield from ast.walk(statement)


def _named(around: ast.AST, stands: Callable[[ast.expr], bool]) -> Iterator[str]:
    for assigned in find(around, ast.Assign):
        for target in assigned.targets:
            if isinstance(target, ast.Name) and stands(assigned.value):
                yield target.id


def _is_gradient(value: ast.expr) -> bool:
    """``p.grad``, ``p.grad.data``."""
    return _path(value).endswith(".grad")


def _given_on(around: ast.AST) -> Iterator[ast.expr]:
    """What goes into a list or out of a function as it is."""
    for node in ast.walk(around):
        match node:
            case ast.ListComp(value) | ast.GeneratorExp(value) | ast.SetComp(value):
                yield value
            case ast.Call(ast.Attribute(attr="append"), [value]):
                yield value
            case ast.Return(ast.expr() as value) | ast.DictComp(_, value):
                yield value
            case ast.Assign([ast.Subscript() | ast.Attribute()], value):
                yield value


def _changed(around: ast.AST, but: Collection[ast.AST]) -> Iterator[str]:
    """The paths that statements change in place: an item, too, or what a call is given for that."""
    for node in (one for one in ast.walk(around) if one not in but):
        match node:
            case ast.Subscript(value, ctx=ast.Store()):
                yield _path(value)
            case ast.Assign([ast.Attribute(attr="grad") as target], value):
                yield "" if isinstance(value, ast.Constant) else _path(target)
            case ast.Call(function, [given, *_]) if _is_library(function):
                yield _path(given)
            case ast.stmt():
                yield changed_tensor(node) or ""
        match node:
            case ast.Expr(ast.Call(ast.Attribute(value, name))) if _writes_into(name):
                yield _path(value.value if isinstance(value, ast.Subscript) else value)


def _is_library(function: ast.expr) -> bool:
    """Whether a function writes into what it is given: ``torch.relu_(g)``, ``dist.all_reduce(g)``."""
    name = name_of(function)
    owner = root_of(path_of(function) or "") if isinstance(function, ast.Attribute) else "torch"
    return name in SHARING or (owner in LIBRARIES and _writes_into(name))


def _writes_into(name: str) -> bool:
    return name.endswith("_") and not name.endswith("__")


def _path(node: ast.expr) -> str:
    """A path, or that of which ``.data`` is read."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        node = node.value
    return path_of(node) or ""
