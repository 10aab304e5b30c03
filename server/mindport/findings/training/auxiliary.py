"""What a differentiated function gives beside its loss."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.model import Draft
from mindport.findings.training.names import bound_names
from mindport.nodes import name_of
from mindport.symbols.values import UNKNOWN, argument_kind

RESULTS = frozenset({"tensor", "list", "tuple", "dict"})


def are_numbers(draft: Draft, statements: Sequence[ast.stmt], names: Sequence[str]) -> bool:
    """Whether none of the names that ``statements`` bind is known to stand for a tensor.

    MindSpore 2.10.0 takes ``return loss, 1.0`` for a function without other results: with
    ``has_aux`` there must be a tensor, tuple, list or dict among them.
    """
    values = draft.facts.site.bindings.values
    held = draft.graphs.after(statements, {}).keys() | {
        name
        for statement in statements
        if _differentiates(statement)
        for name in bound_names(statement)
    }
    for name in names:
        kinds = {
            argument_kind(values.get(node, UNKNOWN))
            for node in ast.walk(draft.code.root)
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        }
        if name in held or kinds & RESULTS:
            return False
    return bool(names)


def _differentiates(statement: ast.stmt) -> bool:
    """``y, gradients = value_and_grad(function)(x)``."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Call)
        and name_of(statement.value.func.func) in ("grad", "value_and_grad")
    )


def listed(names: Sequence[str], in_tuple: bool) -> str:
    """``, a, b`` behind the loss; ``, (a, b)`` where the names are to be one result."""
    if not names:
        return ""
    if not in_tuple:
        return "".join(f", {name}" for name in names)
    return f", ({', '.join(names)}{',' if len(names) == 1 else ''})"
