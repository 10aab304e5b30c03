"""Loops over parameters that read or change their gradients: they run over the gradients, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.hands import level_of
from mindport.findings.training.holders import constructions, holds_just
from mindport.findings.training.model import Draft, GradientLoop, Update, statement_of
from mindport.findings.training.names import COMPREHENSIONS
from mindport.findings.training.parameter_loops import (
    Header,
    headers_of,
    leaves_some_out,
    parameters_of,
)


def gradient_loops(code: Code) -> Iterator[GradientLoop]:
    """``for p in net.parameters(): ... p.grad ...``, as a statement or in a comprehension."""
    for node in ast.walk(code.root):
        if isinstance(node, ast.For):
            yield from _loop(node, node.target, node.iter)
        elif isinstance(node, COMPREHENSIONS) and len(node.generators) == 1:
            yield from _loop(node, node.generators[0].target, node.generators[0].iter)


def _loop(around: ast.AST, target: ast.expr, iterated: ast.expr) -> Iterator[GradientLoop]:
    found = []
    for header in headers_of(target, iterated):
        reads = tuple(
            node
            for node in ast.walk(around)
            if isinstance(node, ast.Attribute)
            and node.attr == "grad"
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id == header.variable.id
        )
        if reads:
            found.append(GradientLoop(around, header, reads))
    if len(found) == 1:
        yield found[0]


def is_known(draft: Draft, loop: GradientLoop, updates: list[Update]) -> bool:
    """Whether the gradients are those that the function's one step takes, and are there by then."""
    if len(updates) != 1 or len(updates[0].losses) != 1:
        return False
    (update,) = updates
    loss = update.losses[0]
    if len(loss.optimizers) != 1 or loss.guard is not None:
        return False
    if holds_just(draft, update.optimizer, frozenset({loop.header.network})) is not True:
        return False
    if leaves_some_out(loop.header, loop.around):
        return False
    if loop.header.keeps_order and not _is_in_order(draft, update, loop.header):
        return False
    statement = (
        loop.around if isinstance(loop.around, ast.stmt) else draft.code.statement(loop.around)
    )
    if not isinstance(statement, ast.stmt) or not _is_inside(draft, statement, update.step):
        return False
    last = statement_of(loss.backward[-1])
    assert last.end_lineno is not None
    return statement.lineno > last.end_lineno


def _is_in_order(draft: Draft, update: Update, header: Header) -> bool:
    """Whether the gradients come in the order of the network's parameters."""
    if update.optimizer in draft.hands:
        return True
    made = [call for call, _ in constructions(draft.facts, draft.code, update.optimizer)]
    given = [call.args[0] for call in made if call.args]
    return len(given) == len(made) and all(parameters_of(node) is not None for node in given)


def _is_inside(draft: Draft, statement: ast.stmt, step: Event) -> bool:
    """Whether a statement stands in the block of a step, or in an ``if`` or loop of it."""
    return draft.code.holds(level_of(draft.facts, draft.code, step), statement)
