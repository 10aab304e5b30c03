"""Functions inside compiled ones that read a name which gets another value later (MP405).

With MindSpore 2.10.0 such a function keeps what the name stood for where the function is defined;
Python reads the name when the function is called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.scopes import PUTS, Scope, scopes
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Finding
from mindport.texts import Text, filled

LATE = Text(
    "In graph mode this function keeps the value that {0} has here; Python reads it at the call, and by "
    "line {1} it is another one. Hand it over as an argument.",
    "静态图模式下该函数保留 {0} 在此处的值；Python 在调用时才读取，而第 {1} 行已改变它。请将其作为参数传入。",
)
Loop = ast.For | ast.While


@dataclass(frozen=True, slots=True)
class Inner:
    """A function or lambda, the names by which it is called, and the lists that hold it."""

    node: ast.FunctionDef | ast.Lambda
    name: str | None
    lists: frozenset[str]


def closure_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a function or lambda."""
    for function in code.functions:
        for scope in scopes(function):
            inner = list(_inner(scope))
            for one in inner:
                late = next((n for n in _changes(scope, one) if _is_late(scope, one, n)), None)
                if late is not None:
                    yield told(site, "MP405", one.node, filled(LATE, late.id, str(late.lineno)))


def _inner(scope: Scope) -> Iterator[Inner]:
    held: dict[str, set[str]] = {}
    lambdas: list[tuple[ast.Lambda, str]] = []
    for node in scope.nodes:
        called = method_call(node)
        if called is not None and called[1] in PUTS and isinstance(called[0], ast.Name):
            assert isinstance(node, ast.Call)
            for one in node.args:
                if isinstance(one, ast.Name):
                    held.setdefault(one.id, set()).add(called[0].id)
                elif isinstance(one, ast.Lambda):
                    lambdas.append((one, called[0].id))
    for node in scope.nodes:
        match node:
            case ast.FunctionDef(name):
                yield Inner(node, name, frozenset(held.get(name, ())))
            case ast.Assign([ast.Name(name)], ast.Lambda() as made):
                yield Inner(made, name, frozenset(held.get(name, ())))
    yield from (Inner(made, None, frozenset({name})) for made, name in lambdas)


def _changes(scope: Scope, inner: Inner) -> Iterator[ast.Name]:
    """Where the scope binds what the function reads from around it."""
    node = inner.node
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    names = [one for part in body for one in walk(part) if isinstance(one, ast.Name)]
    own = {one.arg for one in find(node, ast.arg)}
    own |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
    free = {one.id for one in names} - own - {inner.name}
    apart = set(walk(node)) | {
        one
        for made in scope.nodes
        if isinstance(made, ast.comprehension)
        for one in walk(made.target)
    }
    for one in scope.nodes:
        stored = isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        if stored and isinstance(one, ast.Name) and one.id in free and one not in apart:
            yield one


def _is_late(scope: Scope, inner: Inner, change: ast.Name) -> bool:
    """Whether the function is called behind a change."""
    node = inner.node
    around = [one for one in scope.nodes if isinstance(one, Loop) and change in set(walk(one))]
    shared = [one for one in around if node in set(walk(one))]
    if change.lineno > (node.end_lineno or node.lineno):
        first = min((one.lineno for one in around if one not in shared), default=change.lineno + 1)
        names = inner.lists | {inner.name}
        return any(one.id in names and one.lineno >= first for one in _read(scope, node))
    ends = [one.end_lineno or 0 for one in shared]
    return bool(ends) and any(
        one.id in inner.lists and one.lineno > min(ends) for one in _read(scope, node)
    )


def _read(scope: Scope, apart: ast.AST) -> Sequence[ast.Name]:
    inside = set(walk(apart))
    return [
        one
        for one in scope.nodes
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one not in inside
    ]
