"""Whether what ``x.type()`` gives is compared with what ``y.type()`` gives: their dtypes compare alike."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from mindport.symbols.values import Value, is_tensor


def is_compared_type(
    call: ast.Call, parents: Mapping[ast.AST, ast.AST], value_of: Callable[[ast.expr], Value]
) -> bool:
    """Whether ``call`` is one side of ``x.type() == y.type()`` (or ``!=``) of two tensors of which the
    source shows equally well that they are; otherwise one side alone might be rewritten."""
    compared = parents.get(call)
    if not isinstance(compared, ast.Compare) or len(compared.ops) != 1:
        return False
    sides = (compared.left, *compared.comparators)
    receivers = [
        side.func.value
        for side in sides
        if isinstance(side, ast.Call)
        and isinstance(side.func, ast.Attribute)
        and side.func.attr == "type"
        and not side.args
        and not side.keywords
    ]
    values = [value_of(receiver) for receiver in receivers]
    alike = len(values) == 2 and len({value.likely for value in values}) == 1
    return isinstance(compared.ops[0], ast.Eq | ast.NotEq) and alike and all(map(is_tensor, values))
