"""Parameters that get no gradient: torch leaves them alone, MindSpore goes on with zeros.

With a gradient of zeros, momentum and weight decay still move a parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.training import obstacles as told
from mindport.findings.training.holders import constructions, networks_of
from mindport.findings.training.model import Draft, Update
from mindport.findings.training.names import graph_paths, touches
from mindport.findings.training.obstacles import Obstacle

MOVING = frozenset({"weight_decay", "momentum"})


def frozen_later(draft: Draft) -> Iterator[Obstacle]:
    """Where this function freezes something behind the place at which it makes an optimizer."""
    optimizers = {step.on or "" for step in draft.of("step")}
    inside = set(ast.walk(draft.code.root))
    made = [
        call.lineno
        for optimizer in optimizers
        for call, _ in constructions(draft.facts, draft.code, optimizer)
        if call in inside
    ]
    if not made and isinstance(draft.code.root, ast.Module):
        return
    first = min(made, default=0)
    for node in inside:
        if _freezes(node) and node.lineno > first:  # type: ignore[attr-defined]
            yield Obstacle(node, told.FROZEN_LATER)


def _freezes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr == "requires_grad_" or (
        node.attr == "requires_grad" and isinstance(node.ctx, ast.Store)
    )


def left_out(draft: Draft, updates: list[Update]) -> Iterator[Obstacle]:
    """Networks that an optimizer holds and that the losses of a step do not use."""
    everything = set().union(*draft.reads.values())
    for update in updates:
        networks = networks_of(draft.facts, draft.code, update.optimizer) or frozenset()
        nodes = [node for loss in update.losses for node in (*loss.statements, *loss.losses)]
        reads = set().union(*(_sure_reads(node) for node in nodes))
        for network in sorted(networks):
            if any(touches(network, read) for read in reads):
                continue
            elsewhere = any(touches(network, read) for read in everything)
            if elsewhere or _moves(draft, update.optimizer):
                yield Obstacle(update.step.call, told.left_out(network))


def _sure_reads(node: ast.AST) -> set[str]:
    """The paths that are read whichever way the conditions in ``node`` turn out."""
    if isinstance(node, ast.If):
        branches = [
            set().union(*(_sure_reads(statement) for statement in block))
            for block in (node.body, node.orelse)
        ]
        return graph_paths(node.test) | (branches[0] & branches[1])
    if isinstance(node, ast.IfExp):
        return graph_paths(node.test) | (_sure_reads(node.body) & _sure_reads(node.orelse))
    if isinstance(node, ast.stmt) or not isinstance(node, ast.expr):
        return set().union(*map(_sure_reads, ast.iter_child_nodes(node)))
    if any(isinstance(inner, ast.IfExp) for inner in ast.walk(node)):
        return set().union(*map(_sure_reads, ast.iter_child_nodes(node)))
    return graph_paths(node)


def _moves(draft: Draft, optimizer: str) -> bool:
    """Whether an optimizer moves parameters whose gradient has always been zero."""
    return any(
        ast.unparse(call.func).endswith("AdamW")
        or any(keyword.arg in MOVING or keyword.arg is None for keyword in call.keywords)
        or len(call.args) > 2
        for call, _ in constructions(draft.facts, draft.code, optimizer)
    )
