"""What a call of ``torch.autograd.grad`` is given, and what takes its gradients."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.model import Draft
from mindport.findings.training.names import bound_names, own_nodes, path_of
from mindport.nodes import name_of

PARAMETERS = (
    "outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "only_inputs",
    "allow_unused", "is_grads_batched", "materialize_grads",
)  # fmt: skip
# What may stand around ones without changing them.
AROUND_ONES = frozenset(
    {
        "to",
        "cuda",
        "cpu",
        "float",
        "double",
        "type",
        "type_as",
        "requires_grad_",
        "expand",
        "detach",
    }
)


def arguments_of(call: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments by their names; None where they cannot be seen."""
    if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(PARAMETERS):
        return None
    given = dict(zip(PARAMETERS, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in PARAMETERS:
            return None
        given[keyword.arg] = keyword.value
    return given if {"outputs", "inputs"} <= given.keys() else None


def only(node: ast.expr) -> ast.expr | None:
    """``y`` of ``y`` and ``[y]``; None for several."""
    if isinstance(node, ast.List | ast.Tuple):
        return node.elts[0] if len(node.elts) == 1 else None
    return node


def names_in(node: ast.expr) -> tuple[str, ...] | None:
    items = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    names = [item.id for item in items if isinstance(item, ast.Name)]
    return tuple(names) if len(names) == len(items) == len(set(names)) > 0 else None


def is_off(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (None, False)


def taken(
    draft: Draft, call: ast.Call, statement: ast.stmt, count: int, spread: bool
) -> tuple[ast.expr, ast.expr | None, bool]:
    """The expression that gives the gradients, what it is assigned to, and whether it is one."""
    if spread:  # a tuple of them
        plain = isinstance(statement, ast.Assign) and statement.value is call
        targets = statement.targets if isinstance(statement, ast.Assign) and plain else []
        named = len(targets) == 1 and isinstance(targets[0], ast.Name)
        return call, targets[0] if named else None, False
    parent = draft.facts.site.parent(call, statement)
    expression: ast.expr = call
    single = False
    if (
        isinstance(parent, ast.Subscript)
        and parent.value is call
        and count == 1
        and isinstance(parent.slice, ast.Constant)
        and parent.slice.value == 0
    ):
        expression, single = parent, True
    plain = isinstance(statement, ast.Assign) and statement.value is expression
    if not plain or not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return expression, None, single
    target = statement.targets[0]
    if single or count > 1:
        known = isinstance(target, ast.Name) or (not single and isinstance(target, ast.Tuple))
        return expression, target if known else None, single
    if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == 1:
        item = target.elts[0]
        return expression, item if isinstance(item, ast.Name) else None, False
    return expression, None, False


def is_ones(node: ast.expr, before: Sequence[ast.stmt]) -> bool:
    """Whether a tensor is made of ones, which is what a sum is weighted with."""
    if isinstance(node, ast.List | ast.Tuple):
        return len(node.elts) == 1 and is_ones(node.elts[0], before)
    if isinstance(node, ast.Name):
        made = [s for s in before if node.id in bound_names(s)]
        changed = [
            s for s in before if made and s.lineno > made[-1].lineno and _changes(s, node.id)
        ]
        last = made[-1] if made else None
        plain = isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name)
        return plain and isinstance(last, ast.Assign) and not changed and is_ones(last.value, ())
    if not isinstance(node, ast.Call):
        return False
    name = name_of(node.func)
    if name in ("ones", "ones_like", "new_ones"):
        return True
    filled = {"fill_": 0, "full": 1, "full_like": 1}.get(name)
    if filled is not None:
        value = node.args[filled] if len(node.args) > filled else None
        return isinstance(value, ast.Constant) and value.value == 1
    if name == "Variable" and node.args:
        return is_ones(node.args[0], before)
    if name in AROUND_ONES and isinstance(node.func, ast.Attribute):
        return is_ones(node.func.value, before)
    return False


def _changes(statement: ast.stmt, name: str) -> bool:
    """``name.fill_(...)`` and ``name[0] = ...``."""
    for node in own_nodes(statement):
        if not isinstance(node, ast.Attribute | ast.Subscript) or path_of(node.value) != name:
            continue
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.Attribute) and node.attr.endswith("_"):
            return node.attr != "requires_grad_"
    return False
