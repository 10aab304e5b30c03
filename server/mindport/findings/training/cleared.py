"""Where gradients are cleared that are none: losses add theirs to nothing, ``total_grads = grads``, and
``model.zero_grad()`` in front of ``train(model)`` is for nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from mindport.findings.training.events import Event
from mindport.findings.training.forms import is_alone
from mindport.findings.training.model import Draft, Loss, statement_of
from mindport.findings.training.names import root_of

PLAIN = frozenset({"zero"})
STEP = frozenset({"backward", "zero", "step"})
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


def clears_nothing(draft: Draft) -> bool:
    """Whether nothing but clearing happens here, and each step of the file clears its own gradients."""
    own = all(
        event.kind == "zero" and event.hand is None and not event.through and is_alone(event)
        for event in draft.events
    )
    computing = [events for events in draft.others if {e.kind for e in events} - {"zero"}]
    if not own or not computing or not all(_clears_itself(draft, one) for one in computing):
        return False
    # What an object holds is cleared for those that call it, unless it is the one that trains.
    holding = any(root_of(event.on or "") == "self" for event in draft.events)
    around = draft.facts.ancestors(draft.code.root)[:1]
    return not holding or any(draft.facts.ancestors(e.call)[:1] == around for [e, *_] in computing)


def _clears_itself(draft: Draft, events: Iterable[Event]) -> bool:
    """Whether a function clears, computes and takes gradients in one block, and nowhere else."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    parents = draft.facts.site.parents(tree)
    blocks: dict[tuple[ast.AST, bool], set[str]] = {}
    for event in (event for event in events if event.kind in STEP):
        if event.statement is None:
            return False
        parent = parents[event.statement]
        orelse = event.statement in getattr(parent, "orelse", ())
        blocks.setdefault((parent, orelse), set()).add(event.kind)
    return bool(blocks) and all(kinds >= STEP for kinds in blocks.values())
