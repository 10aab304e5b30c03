"""Losses before which gradients are cleared, so that theirs are added to none: ``total_grads = grads``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from mindport.findings.training.events import Event
from mindport.findings.training.model import Draft, Loss, statement_of

LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await)


def cleared_before(draft: Draft, losses: Iterable[Loss]) -> Mapping[Loss, tuple[Event, ...]]:
    """What clears the gradients right before each loss, and is needed for nothing else."""
    found = {loss: tuple(_clearing(draft, loss)) for loss in losses if loss.guard is None}
    return {loss: zeros for loss, zeros in found.items() if zeros}


def _clearing(draft: Draft, loss: Loss) -> Iterator[Event]:
    """The events that clear gradients between those of other losses and the loss, in its block."""
    code = draft.code
    first, last = (statement_of(loss.backward[i]) for i in (0, -1))
    place = code.place(last)
    if any(isinstance(owner, ast.Try) for owner in code.owners(last)):
        return
    for event in draft.events[: draft.events.index(loss.backward[0])][::-1]:
        statement = statement_of(event)
        around = code.place(statement)
        if event.kind != "zero" or event.in_part or around.block is not place.block:
            return
        between = place.block[around.index + 1 : place.index]
        if any(isinstance(node, LEAVES) for one in between for node in ast.walk(one)):
            return
        if code.place(first).block is not place.block:
            return
        yield event
