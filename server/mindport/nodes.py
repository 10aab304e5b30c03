"""The nodes of a syntax tree, found once for each scope."""

from __future__ import annotations

import ast
from collections.abc import Sequence

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


def calls_of(tree: ast.Module, name: str) -> Sequence[ast.Call]:
    """The calls of a plain name in a module, which keeps them; the tree must not change."""
    known: dict[str, list[ast.Call]] | None = getattr(tree, "_calls", None)
    if known is None:
        known = {}
        for node in walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                known.setdefault(node.func.id, []).append(node)
        tree._calls = known  # type: ignore[attr-defined]
    return known.get(name, ())
