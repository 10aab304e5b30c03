"""Loops over parameters that read or change their gradients: they run over the gradients, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.training.code import Code
from mindport.findings.training.events import Event, parameters_of
from mindport.findings.training.holders import holds_just
from mindport.findings.training.model import Draft, GradientLoop, Update, statement_of


def gradient_loops(code: Code) -> Iterator[GradientLoop]:
    """``for p in net.parameters(): ... p.grad ...``, as a statement or in a comprehension."""
    for node in ast.walk(code.root):
        if isinstance(node, ast.For):
            yield from _loop(node, node.target, node.iter)
        elif isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1:
            yield from _loop(node, node.generators[0].target, node.generators[0].iter)


def _loop(around: ast.AST, target: ast.expr, iterated: ast.expr) -> Iterator[GradientLoop]:
    network = parameters_of(iterated)
    plain = isinstance(iterated, ast.Call) and not iterated.args and not iterated.keywords
    if network is None or not plain or not isinstance(target, ast.Name):
        return
    reads = tuple(
        node
        for node in ast.walk(around)
        if isinstance(node, ast.Attribute)
        and node.attr == "grad"
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id == target.id
    )
    if reads:
        yield GradientLoop(around, target, iterated, network, reads)


def is_known(draft: Draft, loop: GradientLoop, updates: list[Update]) -> bool:
    """Whether the gradients are those that the function's one step takes, and are there by then."""
    if len(updates) != 1 or len(updates[0].losses) != 1:
        return False
    (update,) = updates
    loss = update.losses[0]
    if len(loss.optimizers) != 1 or loss.guard is not None:
        return False
    if holds_just(draft.facts, draft.code, update.optimizer, frozenset({loop.network})) is not True:
        return False
    statement = (
        loop.around if isinstance(loop.around, ast.stmt) else draft.code.statement(loop.around)
    )
    if not isinstance(statement, ast.stmt) or not _is_inside(draft, statement, update.step):
        return False
    last = statement_of(loss.backward[-1])
    assert last.end_lineno is not None
    return statement.lineno > last.end_lineno


def _is_inside(draft: Draft, statement: ast.stmt, step: Event) -> bool:
    """Whether a statement stands in the block of a step, or in an ``if`` or loop of it."""
    return draft.code.holds(draft.code.place(statement_of(step)).block, statement)
