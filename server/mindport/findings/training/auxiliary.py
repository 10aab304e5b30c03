"""What a differentiated function gives beside its loss."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from mindport.findings.training.given_dicts import asked_dict, keys_and_values
from mindport.findings.training.model import Draft
from mindport.findings.training.names import bound_names, own_nodes
from mindport.nodes import name_of
from mindport.symbols.values import UNKNOWN, Value, argument_kind

RESULTS = frozenset({"tensor", "list", "tuple", "dict"})
PLAIN = frozenset({"int", "float", "bool", "str", "object"})


def are_no_tensors(draft: Draft, statements: Sequence[ast.stmt], names: Sequence[str]) -> bool:
    """Whether none of the names that ``statements`` bind is known to stand for a tensor.

    MindSpore 2.10.0 takes ``return loss, 1.0`` for a function without other results: with
    ``has_aux`` there must be a tensor, tuple, list or dict among them. It refuses ``return loss,
    output`` where the output is an instance of a class, as those are whose ``loss`` is read; graph
    mode makes no instances, and refuses the dict that stands for one in a tuple.
    Networks that nobody sees and that give the loss themselves give numbers beside it: ``loss,
    accuracy = network(x, y)``.
    """
    values = draft.facts.site.bindings.values
    in_graph = draft.facts.site.target.mode == "GRAPH"
    asked = set(map(asked_dict, own_nodes(draft.code.root))) if in_graph else set()
    held = draft.graphs.after(statements, {}).keys() | {
        name
        for statement in statements
        if _differentiates(statement)
        for name in bound_names(statement)
    }
    for name in names:
        kinds = {
            argument_kind(values.get(node, UNKNOWN))
            for node in own_nodes(draft.code.root)
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        }
        if _may_be_number(statements, name):
            continue
        if kinds & RESULTS or name in asked:
            return False
        if kinds and kinds <= PLAIN:
            continue
        if name not in held or (not in_graph and _is_instance(draft, name)):
            continue
        if not _is_any(draft, statements, name) and not _is_beside_loss(draft, statements, name):
            return False
    return bool(names)


def _may_be_number(statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether a number of Python's is given in one place, whatever in others: ``total + x.item()``."""
    given = [
        node.value
        for statement in statements
        for node in ast.walk(statement)
        if isinstance(node, ast.Assign) and name in bound_names(node)
    ]
    return len(given) > 1 and any(map(_is_number, given))


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.IfExp(_, body, otherwise):
            return _is_number(body) or _is_number(otherwise)
        case ast.BinOp(left, _, right):
            return _is_number(left) or _is_number(right)
        case ast.Call(ast.Attribute(attr="item"), [], []) | ast.Call(ast.Name("float" | "int")):
            return True
    return False


def _is_any(draft: Draft, statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether a function of the file gives a name its value that makes arrays or numbers of tensors,
    and nothing tells what comes of it: ``iou = iou_score(output, target)``."""
    functions, values = draft.facts.functions, draft.facts.site.bindings.values
    given = [
        node
        for statement in statements
        for node in ast.walk(statement)
        if isinstance(node, ast.Assign) and name in bound_names(node)
    ]
    return bool(given) and all(
        isinstance(made.value, ast.Call)
        and isinstance(made.value.func, ast.Name)
        and argument_kind(_part_of(made, name, values.get(made.value, UNKNOWN))) not in RESULTS
        and any(map(_leaves_tensors, functions.get(made.value.func.id, ())))
        for made in given
    )


def _is_beside_loss(draft: Draft, statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether a call of which nothing is known gives a name its value, and the loss, too; not of a
    state that it is given back in the next round."""
    values = draft.facts.site.bindings.values
    losses = {
        node.id
        for event in draft.of("backward")
        for term in event.summands
        for node in ast.walk(term.value)
        if isinstance(node, ast.Name)
    }
    return any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and values.get(node.value, UNKNOWN).kind == UNKNOWN.kind
        and name in bound_names(node) - losses
        and losses & bound_names(node)
        and all(name_of(read) != name for read in ast.walk(node.value))
        for statement in statements
        for node in ast.walk(statement)
    )


def _part_of(made: ast.Assign, name: str, value: Value) -> Value:
    """What ``name`` stands for of the tuple that an assignment takes apart."""
    match made.targets:
        case [ast.Tuple(items)] if value.kind == "tuple" and len(items) == len(value.items):
            parts = [v for item, v in zip(items, value.items, strict=True) if name_of(item) == name]
            return parts[0] if parts else UNKNOWN
    return value


def _leaves_tensors(function: ast.FunctionDef) -> bool:
    """Whether it asks tensors for arrays or Python's numbers."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("asnumpy", "item", "numpy", "tolist")
        for node in ast.walk(function)
    )


def _is_instance(draft: Draft, name: str) -> bool:
    """Whether attributes of a name are read that a tensor has not."""
    return any(
        isinstance(node, ast.Attribute)
        and name_of(node.value) == name
        and isinstance(node.value, ast.Name)
        and draft.facts.site.api.canonical(f"torch.Tensor.{node.attr}") is None
        for node in ast.walk(draft.code.root)
    )


def _differentiates(statement: ast.stmt) -> bool:
    """``y, gradients = value_and_grad(function)(x)``."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Call)
        and name_of(statement.value.func.func) in ("grad", "value_and_grad")
    )


def listed(names: Sequence[str], in_tuple: bool, dicts: Collection[str] = ()) -> str:
    """``, a, b`` behind the loss; ``, (a, b)`` where the names are to be one result; keys and values of
    ``dicts``."""
    given = [keys_and_values(name) if name in dicts else name for name in names]
    if not given:
        return ""
    if not in_tuple:
        return "".join(f", {name}" for name in given)
    return f", ({', '.join(given)}{',' if len(given) == 1 else ''})"
