"""Losses that are made of a network's derivative alone, as a gradient penalty of its own step is.

What only adds to a network's result, such as its last bias, has no gradient then in torch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.training import obstacles as told
from mindport.findings.training.derivatives import GRAD
from mindport.findings.training.entered_parts import entered
from mindport.findings.training.freezing import moves
from mindport.findings.training.model import Draft, Loss, Update
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.selected import held_networks
from mindport.nodes import name_of

MADE = frozenset({"grad", "value_and_grad"})  # what a fix of the derivative writes


def penalties(draft: Draft, updates: Sequence[Update]) -> Iterator[Obstacle]:
    """The steps whose losses use a network through its derivative alone, where the optimizer would
    move what has no gradient."""
    for update in updates:
        others = [one for one in updates if one is not update and one.optimizer == update.optimizer]
        if not others and not moves(draft, update.optimizer):
            continue
        networks = sorted(held_networks(draft, update))
        for network in networks:
            if all(_is_derived(draft, loss, network) for loss in update.losses):
                yield Obstacle(update.step.call, told.only_derived(network))
                break


def _is_derived(draft: Draft, loss: Loss, network: str) -> bool:
    """Whether a loss comes from a derivative, and never from the network's own result."""
    made = _values(loss)
    found = False
    seen: set[str] = set()
    waiting: list[ast.AST] = list(loss.losses)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and _is_derivative(draft, node):
            found = True
            continue
        if entered(node, network) is not None:
            return False
        if isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            waiting += made.get(node.id, ())
        waiting += ast.iter_child_nodes(node)
    return found


def _is_derivative(draft: Draft, call: ast.Call) -> bool:
    if draft.facts.symbols.get(call.func) == GRAD:
        return True
    return isinstance(call.func, ast.Call) and name_of(call.func.func) in MADE


def _values(loss: Loss) -> Mapping[str, list[ast.AST]]:
    """By name all that the statements of a loss give it."""
    nodes = [inner for node in loss.nodes for inner in ast.walk(node)]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    found: dict[str, list[ast.AST]] = {}
    for node in (inner for statement in loss.statements for inner in ast.walk(statement)):
        pairs: list[tuple[ast.expr, ast.AST]] = []
        match node:
            case ast.Assign([ast.Tuple([own, derived])], ast.Call(ast.Call(made, [ast.Name(name), *_]))
                            as call) if name_of(made) == "value_and_grad":  # fmt: skip
                pairs = [(own, functions.get(name, call)), (derived, call)]
            case ast.Assign(given, assigned):
                pairs = [(target, assigned) for target in given]
            case ast.AugAssign(target, _, added):
                pairs = [(target, added)]
            case ast.AnnAssign(target, _, ast.expr() as annotated):
                pairs = [(target, annotated)]
            case ast.For(target, iterated):
                pairs = [(target, iterated)]
        for target, value in pairs:
            for inner in ast.walk(target):
                if isinstance(inner, ast.Name):
                    found.setdefault(inner.id, []).append(value)
    return found
