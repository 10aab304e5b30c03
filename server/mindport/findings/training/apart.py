"""Gradients of tensors beside a training step, as of adversarial examples: they are taken first.

``loss.backward()`` fills ``x.grad`` and adds to the gradients of the network, too; it is a
derivative by ``x`` alone where each optimizer clears what it holds before it steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.findings.training.code import LOOPS
from mindport.findings.training.derivatives import Derivative
from mindport.findings.training.events import Event
from mindport.findings.training.holders import holds_just, networks_of
from mindport.findings.training.input_gradients import derivatives_read
from mindport.findings.training.leaves import optimized_leaves
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import touches
from mindport.findings.training.reached import reached_paths


def apart_gradients(draft: Draft) -> dict[Event, Derivative]:
    """The derivatives of the ``backward`` calls whose ``x.grad`` is read and that no step uses."""
    optimizers = {event.on or "" for event in draft.of("step")}
    if not optimizers or "" in optimizers or any(h.leaves for h in draft.hands.values()):
        return {}
    if draft.facts.site.target.mode == "GRAPH":
        return {}
    if any(event.statement is None for event in draft.events):
        return {}
    optimized = {leaf.path for leaf in optimized_leaves(draft.facts.site)}
    found = derivatives_read(draft, optimized)
    for event, one in found.items():
        values = (term.value for term in event.summands)
        reads = reached_paths(draft.facts, [*one.statements, *values])
        rest = replace(draft, events=[e for e in draft.events if e is event or e not in found])
        if not all(_is_unused(rest, event, on, reads) for on in optimizers):
            return {}
    return found


def _is_unused(draft: Draft, event: Event, optimizer: str, reads: set[str]) -> bool:
    """Whether no step of an optimizer takes gradients that a ``backward`` call leaves."""
    networks = networks_of(draft, optimizer)
    if networks is not None and not any(touches(n, read) for n in networks for read in reads):
        return True
    return all(
        following is not None and _clears(draft, following, optimizer, statement_of(event))
        for following in _following(draft, event)
    )


def _following(draft: Draft, event: Event) -> Iterator[Event | None]:
    """The next other event in the innermost loop around a call that has one, and that behind the loop.

    None where none is behind it in a function: the next one may be another function's.
    """
    code, statement = draft.code, statement_of(event)
    others = [e for e in draft.events if e is not event and e.kind != "other"]
    behind = [e for e in others if e.call.lineno > event.call.lineno]
    for loop in (owner for owner in code.owners(statement) if isinstance(owner, LOOPS)):
        inside = [e for e in others if loop in code.owners(statement_of(e))]
        if inside:
            yield next((e for e in inside if e in behind), inside[0])
            behind = [e for e in behind if e not in inside] or behind[:1]
            break
    if behind:
        yield behind[0]
    elif not isinstance(code.root, ast.Module) and draft.others:
        yield None


def _clears(draft: Draft, event: Event, optimizer: str, backward: ast.stmt) -> bool:
    """Whether it clears all that an optimizer holds, whenever ``backward`` runs before."""
    if event.kind != "zero" or event.on is None or event.hand is not None:
        return False
    around = set(draft.code.owners(backward))
    owners = [owner for owner in draft.code.owners(statement_of(event)) if owner not in around]
    if any(isinstance(owner, ast.If | ast.Try) for owner in owners):
        return False
    return event.on == optimizer or bool(holds_just(draft, optimizer, frozenset({event.on})))
