"""Tensors that are made only to be filled: ``mint.ones(size, dtype=...)`` for what fixes write as
``ops.full_like(mint.zeros(size, dtype=...), 1.0)``.

Each of torch's two calls is written for itself: ``torch.FloatTensor(n, 1).fill_(1.0)``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Document, Span
from mindport.nodes import find, name_of
from mindport.report import Edit, Piece

MADE = frozenset({"zeros", "ones", "empty"})
LIKE = frozenset({f"{name}_like" for name in MADE})
DRAWN = {"ops.rand_like": "ops.rand(", "randn_like": None}
LIKE_DRAWN = frozenset(name.rpartition(".")[2] for name in DRAWN)


def fillings(document: Document, tree: ast.Module, own: frozenset[str]) -> Iterator[Edit]:
    """One call in the place of two; ``own`` are such calls of the author's."""
    for call in find(tree, ast.Call):
        pieces = _filled(document, tree, call)
        if pieces is not None and ast.unparse(call) not in own:
            yield Edit(document.span(call), pieces)


def filled_calls(tree: ast.Module) -> frozenset[str]:
    """The calls of a text that fill what another one makes."""
    return frozenset(ast.unparse(call) for call in find(tree, ast.Call) if _parts(call) is not None)


def _parts(call: ast.Call) -> tuple[ast.Call, ast.expr | None] | None:
    """What makes the tensor, and the number with which it is filled; None for drawn ones."""
    match call:
        case ast.Call(ast.Attribute(ast.Name("ops"), "full_like"), [ast.Call() as made, value], []):
            return (made, value) if _is_number(value) else None
        case ast.Call(func, [ast.Call() as made], []) if name_of(func) in LIKE_DRAWN:
            return (made, None) if ast.unparse(func) in DRAWN else None
    return None


def _filled(document: Document, tree: ast.Module, call: ast.Call) -> tuple[Piece, ...] | None:
    parts = _parts(call)
    if parts is None:
        return None
    made, value = parts
    name, module = name_of(made.func), ast.unparse(made.func).rpartition(".")[0]
    if module not in ("mint", "ops"):
        return None
    if len(made.args) == 1 and not made.keywords and name in LIKE:
        shown = document.span(made.args[0])
        return (document.span(call.func), "(", shown, *_number(document, value), ")")
    if name not in MADE or module != "mint":
        return None
    if value is None:
        drawn = DRAWN[ast.unparse(call.func)]
        given = (
            Span(document.span(made.args[0]).start, document.span(made).end) if made.args else None
        )
        return None if drawn is None or given is None else (drawn, given)
    kind: Piece
    match made:
        case ast.Call(_, [size], [ast.keyword("dtype", dtype)]):
            kind = document.span(dtype)
        case ast.Call(_, [size], []) if _knows_mindspore(tree):
            kind = "ms.float32"
        case _:
            return None
    constant = value.value if isinstance(value, ast.Constant) else None
    sized, end = document.span(size), (", dtype=", kind, ")")
    if constant == 0 or constant == 1:
        return ("mint.ones(" if constant else "mint.zeros(", sized, *end)
    return ("ops.full(", sized, *_number(document, value), *end)


def _knows_mindspore(tree: ast.Module) -> bool:
    imports = (alias for statement in find(tree, ast.Import) for alias in statement.names)
    return any((alias.name, alias.asname) == ("mindspore", "ms") for alias in imports)


def _number(document: Document, value: ast.expr | None) -> tuple[Piece, ...]:
    return () if value is None else (", ", document.span(value))


def _is_number(node: ast.expr) -> bool:
    """``1.0``, ``-1e9`` and ``float("-inf")``."""
    match node:
        case ast.Constant(bool() | int() | float()):
            return True
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float())):
            return True
        case ast.Call(ast.Name("float"), [ast.Constant(str())], []):
            return True
    return False
