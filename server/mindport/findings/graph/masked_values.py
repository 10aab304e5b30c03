"""What is computed of the items that a mask picks, ``y[mask] * 2``, computed of all items instead."""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Piece

# Of each item by itself, with gradients that are finite everywhere: where nothing is picked, a gradient
# of 0 times infinity would be NaN.
FINITE = frozenset({"tanh", "sigmoid", "relu", "sin", "cos"})
INDEFINITE = frozenset({"isnan", "isinf", "isfinite"})


def of_all_items(site: Site, value: ast.expr, mask: ast.expr) -> tuple[Piece, ...] | None:
    """The text of ``value`` without the subscripts by ``mask``; None where another item may be read, or
    a gradient may be lost."""
    picked = _picked(value, ast.unparse(mask))
    if not picked:
        return None
    if not isinstance(value, ast.Subscript) and any(_asks(node) for node in ast.walk(mask)):
        return None
    span = site.document.span
    pieces: list[Piece] = []
    start = span(value).start
    for node in sorted(picked, key=lambda one: span(one).start):
        pieces.append(Span(start, span(node.value).end))
        start = span(node).end
    if start < span(value).end:
        pieces.append(Span(start, span(value).end))
    return tuple(pieces)


def names_of_picked(value: ast.expr, mask: ast.expr) -> set[str]:
    """The tensors whose items are picked."""
    return {name_of(node.value) for node in _picked(value, ast.unparse(mask)) or ()}


def _picked(value: ast.expr, mask: str) -> list[ast.Subscript] | None:
    """Each ``y[mask]`` of a value that is computed item by item; None for another value."""
    match value:
        case ast.Subscript(ast.Name()):
            return [value] if ast.unparse(value.slice) == mask else None
        case ast.Constant(int() | float()):
            return []
        case ast.UnaryOp(ast.USub(), inner):
            return _picked(inner, mask)
        case ast.BinOp(left, ast.Div(), ast.Constant(int() | float() as by)) if by:
            return _picked(left, mask)
        case ast.BinOp(left, ast.Pow(), ast.Constant(int(power))) if power > 0:
            return _picked(left, mask)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            sides = _picked(left, mask), _picked(right, mask)
            return None if None in sides else [*(sides[0] or ()), *(sides[1] or ())]
        case ast.Call(func, [inner], []) if name_of(func) in FINITE:
            return _picked(inner, mask)
        case ast.Call(ast.Attribute(inner, method), [], []) if method in FINITE:
            return _picked(inner, mask)
    return None


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and name_of(node.func) in INDEFINITE


def is_of_each_item(value: ast.expr) -> bool:
    """One number for every item."""
    match value:
        case ast.Constant(int() | float()) | ast.UnaryOp(ast.USub(), ast.Constant(int() | float())):
            return True
    return False
