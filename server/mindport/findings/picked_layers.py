"""What chooses among the layers of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.callers import draws
from mindport.findings.used_layers import is_layer, is_of_self, nodes, used
from mindport.findings.varying import Method, targets_of
from mindport.nodes import name_of, walk
from mindport.symbols.values import ClassInfo


def picks(method: Method) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What chooses among layers, and its place: ``task`` of ``self.heads[task](x)``, ``k`` of
    ``self.blocks[:k]`` and of ``for i in range(k)`` around ``self.blocks[i](x)``."""
    info, whole = method.info, walk(method.node)
    called = {name_of(node.func) for node in whole if isinstance(node, ast.Call)}
    for node in whole:
        if isinstance(node, ast.Call):
            yield from _picked(info, node.func)
            if name_of(node.func) == "getattr" and len(node.args) > 1:
                of_self = isinstance(node.args[0], ast.Name) and node.args[0].id == "self"
                if of_self and not isinstance(node.args[1], ast.Constant):
                    yield node.args[1], node
        elif isinstance(node, ast.Assign) and called & targets_of(node):
            yield from _picked(info, node.value)
        elif isinstance(node, ast.For) and _runs_layers(info, node):
            if isinstance(node.iter, ast.Name):
                yield node.iter, node.iter
            for inner in walk(node.iter):
                if isinstance(inner, ast.Subscript):
                    yield from _picked(info, inner)
                elif isinstance(inner, ast.Call) and (
                    name_of(inner.func) == "range" or draws(inner)
                ):
                    yield inner, node.iter


def _picked(info: ClassInfo, node: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    chosen = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant)
    if chosen and isinstance(node, ast.Subscript) and is_layer(info, {}, node):
        yield node.slice, node


def _runs_layers(info: ClassInfo, loop: ast.For) -> bool:
    """Whether each round of a loop has a layer of its own."""
    targets = {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}
    listed = any(is_layer(info, {}, n) for n in walk(loop.iter) if isinstance(n, ast.Attribute))
    body = nodes(loop.body)
    if listed and used(info, dict.fromkeys(targets, False), body):
        return True
    return any(
        isinstance(node, ast.Subscript)
        and is_layer(info, {}, node)
        and any(isinstance(n, ast.Name) and n.id in targets for n in walk(node.slice))
        for node in body
    )


def selects(method: Method, varying: set[str], chooses: ast.expr) -> bool:
    """Whether what chooses among layers may do otherwise at another step."""
    if draws(chooses):
        return True
    parts = [chooses]
    if isinstance(chooses, ast.Slice):
        parts = [part for part in (chooses.lower, chooses.upper, chooses.step) if part is not None]
    return any(
        _counts(method, part, varying, set())
        or (
            isinstance(part, ast.Attribute)
            and is_of_self(part)
            and method.callers.stored(part.attr)
        )
        for part in parts
    )


def _counts(method: Method, node: ast.AST, varying: set[str], asked: set[str]) -> bool:
    """Whether a number is not known to be the same at each step; a tensor or a shape is none."""
    match node:
        case ast.Name(name):
            if name in varying or name in asked:
                return name in varying
            asked.add(name)
            if name in method.parameters:
                return method.is_given(name) is not False
            return any(
                _counts(method, value, varying, asked) for value in _values(method.node, name)
            )
        case ast.BinOp(left, _, right):
            return any(_counts(method, side, varying, asked) for side in (left, right))
        case ast.Call(ast.Name("range" | "int" | "min" | "max" | "str"), args):
            return any(_counts(method, argument, varying, asked) for argument in args)
        case ast.JoinedStr():
            names = [n for n in walk(node) if isinstance(n, ast.Name)]
            return any(_counts(method, name, varying, asked) for name in names)
    return False


def _values(function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    for node in walk(function):
        if isinstance(node, ast.Assign) and name in targets_of(node):
            yield node.value
