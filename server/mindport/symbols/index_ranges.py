"""Whether two indices surely pick something of both: ``x[0:2]`` and ``x[1]``."""

from __future__ import annotations

import ast
import math


def overlap(one: ast.expr, other: ast.expr) -> bool:
    """Whether both show an item that is the same; not where the source does not tell.

    Args:
        one: an index, as ``ast.Subscript.slice`` has it, of whole numbers and slices.
        other: another one of the same tensor.
    """
    firsts, seconds = _axes(one), _axes(other)
    if firsts is None or seconds is None:
        return False
    return all(_meet(first, second) for first, second in zip(firsts, seconds, strict=False))


def _axes(index: ast.expr) -> list[ast.expr] | None:
    """The index of each axis; None where its axes do not begin with the first."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if len(parts) == 1 and _is_constant(parts[0], ...):
        return []
    return None if any(_is_constant(p, ...) or _is_constant(p, None) for p in parts) else parts


def _is_constant(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _meet(one: ast.expr, other: ast.expr) -> bool:
    if ast.unparse(one) == ast.unparse(other):
        return True
    first, second = _range(one), _range(other)
    return first is not None and second is not None and _cross(first, second)


def _cross(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def _range(index: ast.expr) -> tuple[float, float] | None:
    """The items from the first up to, and without, the last; None where it counts from the end, or
    is not written out."""
    if isinstance(index, ast.Slice):
        low = 0 if index.lower is None else _number(index.lower)
        high = math.inf if index.upper is None else _number(index.upper)
        return None if low is None or high is None else (low, high)
    number = _number(index)
    return None if number is None else (number, number + 1)


def _number(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
