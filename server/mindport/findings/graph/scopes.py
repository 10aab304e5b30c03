"""The names of a compiled function, and of the functions inside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.graph.compiled import Function
from mindport.findings.graph.definitions import Definition
from mindport.nodes import find, name_of, walk

PUTS = frozenset({"append", "extend", "insert"})


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """One function's own nodes, and the function itself. ``free``: names it reads from outside; ``declared``: globals."""

    line: int
    node: Definition
    nodes: Sequence[ast.AST]
    bound: frozenset[str]
    free: frozenset[str]
    declared: frozenset[str]


def scopes(function: Function) -> Iterator[Scope]:
    """The function, and every function defined in it."""
    inner = [node for node in function.nodes if isinstance(node, Definition)]
    bodies = {node: set(walk(node)[1:]) for node in inner}
    own = [n for n in function.nodes if not any(n in body for body in bodies.values())]
    yield _scope(function.node, own)
    for node in inner:
        deeper = [other for other in inner if other is not node and other in bodies[node]]
        nodes = [n for n in walk(node)[1:] if not any(n in bodies[other] for other in deeper)]
        yield _scope(node, nodes)


def _scope(definition: Definition, nodes: Sequence[ast.AST]) -> Scope:
    arguments = definition.args
    given = (
        *arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs,
        arguments.vararg, arguments.kwarg,
    )  # fmt: skip
    declared = frozenset(n for node in nodes if isinstance(node, ast.Global) for n in node.names)
    given_to_lambdas = set(_read_from_lambdas(nodes))
    names = [n for n in nodes if isinstance(n, ast.Name) and n not in given_to_lambdas]
    bound = {one.arg for one in given if one is not None}
    bound |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in nodes if isinstance(node, Definition)}
    bound -= declared
    free = {node.id for node in names} - bound
    return Scope(definition.lineno, definition, nodes, frozenset(bound), frozenset(free), declared)


def _read_from_lambdas(nodes: Sequence[ast.AST]) -> Iterator[ast.Name]:
    """What lambdas read of their own parameters."""
    for node in nodes:
        if isinstance(node, ast.Lambda):
            own = {one.arg for one in find(node.args, ast.arg)}
            yield from (one for one in find(node.body, ast.Name) if one.id in own)


def has_another(scope: Scope, name: str) -> bool:
    """Whether a tensor is given another name, is that of one, or is put into something."""
    for node in scope.nodes:
        items: list[ast.expr | None] = []
        if isinstance(node, ast.Assign):
            targets = [target for target in node.targets if isinstance(target, ast.Name)]
            own = any(target.id == name for target in targets)
            if own and (len(node.targets) > 1 or isinstance(node.value, ast.Name)):
                return True
            items = [node.value]
        elif isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load):
            items = [*node.elts]
        elif isinstance(node, ast.Dict):
            items = [*node.values]
        elif isinstance(node, ast.Call) and name_of(node.func) in PUTS:
            items = [*node.args]
        if any(isinstance(one, ast.Name) and one.id == name for one in items):
            return True
    return False
