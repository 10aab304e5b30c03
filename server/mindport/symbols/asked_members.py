"""Which members functions of the user's ask of what they are given: ``criterion.train()``.

Items that are written count as ``__setitem__``, where the name still has what the function was given.
What a method hands on to others of its object, ``self.mix(x)``, is asked what those ask of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import assigned_pairs, attribute_of_self, find
from mindport.symbols.values import ClassInfo, FunctionInfo, Value

FORWARD = ("forward", "construct", "__call__")


def asked_of(function: FunctionInfo) -> Mapping[str, frozenset[str]]:
    """By each parameter, in order, the members that a function asks of it; of a constructor also
    what its class asks of the attribute that it is kept as."""
    if function.asked is None:
        function.asked = {}  # where it calls itself
        node = function.node
        function.asked = {} if node is None else dict(_asked(node, function.owner))
    return function.asked


def asked_by_call(callee: Value, call: ast.Call, given: ast.expr) -> frozenset[str]:
    """The members that a call's function, constructor or forward asks of one of the arguments."""
    info = callee.info
    if isinstance(info, ClassInfo):
        names = ("__init__",) if callee.kind == "class" else FORWARD
        info = next((info.methods[name] for name in names if name in info.methods), None)
    return _asked_of_argument(info, call, given) if isinstance(info, FunctionInfo) else frozenset()


def _asked_of_argument(info: FunctionInfo, call: ast.Call, given: ast.expr) -> frozenset[str]:
    asked = asked_of(info)
    named = next((k.arg for k in call.keywords if k.value is given), None)
    if named is not None:
        return asked.get(named, frozenset())
    place = next((i for i, argument in enumerate(call.args) if argument is given), len(asked))
    return [*asked.values()][place] if place < len(asked) else frozenset()


def _asked(
    node: ast.FunctionDef | ast.AsyncFunctionDef, owner: ClassInfo | None
) -> Iterator[tuple[str, frozenset[str]]]:
    parameters = [*node.args.posonlyargs, *node.args.args][0 if owner is None else 1 :]
    kept = {} if owner is None or node.name != "__init__" else dict(_kept(node))
    members: dict[str, set[str]] = {}
    for read in find(node, ast.Attribute):
        if isinstance(read.value, ast.Name):
            members.setdefault(read.value.id, set()).add(read.attr)
    for name in _written(node):
        members.setdefault(name, set()).add("__setitem__")
    for name, asked in _handed_on(node, owner):
        members.setdefault(name, set()).update(asked)
    inside = owner.node if owner is not None else None
    for read in find(inside, ast.Attribute) if inside is not None else ():
        parameter = kept.get(attribute_of_self(read.value) or "")
        if parameter is not None:
            members.setdefault(parameter, set()).add(read.attr)
    for argument in (*parameters, *node.args.kwonlyargs):
        yield argument.arg, frozenset(members.get(argument.arg, ()))


def _handed_on(
    node: ast.FunctionDef | ast.AsyncFunctionDef, owner: ClassInfo | None
) -> Iterator[tuple[str, frozenset[str]]]:
    """The names that other methods of the object are given, with what those ask of them."""
    methods = {} if owner is None else owner.methods
    for call in find(node, ast.Call):
        method = methods.get(attribute_of_self(call.func) or "")
        for given in (*call.args, *(keyword.value for keyword in call.keywords)):
            if method is not None and isinstance(given, ast.Name):
                yield given.id, _asked_of_argument(method, call, given)


def _written(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names of which items are written before they are given another value."""
    stores = [name for name in find(node, ast.Name) if isinstance(name.ctx, ast.Store)]
    for item in find(node, ast.Subscript):
        if isinstance(item.ctx, ast.Store) and isinstance(item.value, ast.Name):
            name = item.value.id
            if not any(one.id == name and one.lineno < item.lineno for one in stores):
                yield name


def _kept(constructor: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    """``criterion`` by the attribute that ``self.criterion = criterion`` keeps it as."""
    for statement in find(constructor, ast.Assign):
        for target, value in assigned_pairs(statement):
            attribute = attribute_of_self(target)
            if attribute is not None and isinstance(value, ast.Name):
                yield attribute, value.id
