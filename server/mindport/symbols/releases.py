"""Tests of a framework's version: whether a plain text answers them as a version does."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip


def answers_as_text(version: str, node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether the text ``version`` in the place of ``node`` gives what torch's version gives there.

    torch's compares by its numbers: "2.13.0" >= "2.9". What parses it, takes it apart or prints it
    takes a text as well; of a name for it the tests are not followed.
    """
    parent = parents.get(node)
    if isinstance(parent, ast.Call):
        return True
    if isinstance(parent, ast.Attribute | ast.FormattedValue | ast.Starred):
        return True
    if not isinstance(parent, ast.Compare) or len(parent.ops) != 1:
        return False
    sides = (parent.left, parent.comparators[0])
    texts = [version if side is node else _text(side) for side in sides]
    compare = COMPARISONS.get(type(parent.ops[0]))
    if compare is None or None in texts:
        return False
    return compare(*texts) == compare(*map(_numbers, texts))


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _numbers(text: str | None) -> tuple[int, ...]:
    """The numbers without zeros behind them: 1.5 and 1.5.0 are one version."""
    numbers = [int(number) for number in re.findall(r"\d+", text or "")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
