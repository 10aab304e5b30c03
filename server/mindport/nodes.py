"""The nodes of a syntax tree, found once for each scope."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

T = TypeVar("T")
SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Fields that hold no node that anybody looks for: names, values, and how an expression is used.
PLAIN = frozenset(
    {"arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module",
     "op", "ops", "simple", "type_comment", "type_ignores"}
)  # fmt: skip
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in kind._fields if name not in PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}


def walk(node: ast.AST) -> Sequence[ast.AST]:
    """``node`` and all below it, as ``ast.walk`` gives them, without operators and contexts.

    A scope keeps its answer: the tree must not change afterwards.
    """
    if not isinstance(node, SCOPES):
        return _walk(node)
    below: list[ast.AST] | None = getattr(node, "_below", None)
    if below is None:
        below = _walk(node)[1:]  # without the node itself, which would keep itself alive
        node._below = below  # type: ignore[union-attr]
    return [node, *below]


def _walk(root: ast.AST) -> list[ast.AST]:
    found = [root]
    for node in found:  # grows while it is read
        for name in _FIELDS[type(node)]:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def kept(tree: ast.Module, made: Callable[[ast.Module], T]) -> T:
    """What ``made`` gives for a module, which keeps it; the tree must not change afterwards.

    The answer must not hold the module itself, which would keep itself alive.
    """
    known: dict[object, Any] | None = getattr(tree, "_kept", None)
    if known is None:
        known = tree._kept = {}  # type: ignore[attr-defined]
    if made not in known:
        known[made] = made(tree)
    return cast(T, known[made])


def calls_of(tree: ast.Module, name: str) -> Sequence[ast.Call]:
    """The calls of a plain name in a module."""
    return kept(tree, _calls).get(name, ())


def _calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    known: dict[str, list[ast.Call]] = {}
    for node in walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known.setdefault(node.func.id, []).append(node)
    return known
