"""The names of a compiled function, and of the functions inside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.graph.compiled import Definition, Function
from mindport.nodes import walk


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """One function's own nodes. ``free``: names it reads from outside; ``declared``: globals."""

    line: int
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
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {one.arg for one in given if one is not None}
    bound |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in nodes if isinstance(node, Definition)}
    bound -= declared
    free = {node.id for node in names} - bound
    return Scope(definition.lineno, nodes, frozenset(bound), frozenset(free), declared)
