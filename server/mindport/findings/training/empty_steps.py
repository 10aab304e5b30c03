"""``optimizer.zero_grad(); optimizer.step()`` before training: a step without gradients changes nothing.

It is there so that a scheduler does not complain that it steps before the optimizer. torch's optimizers
leave parameters without a gradient alone, and ``zero_grad`` leaves them none.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.findings.training.events import OPTIMIZER_CLASS, Event
from mindport.findings.training.forms import is_alone
from mindport.findings.training.model import Draft, statement_of
from mindport.symbols.values import UNKNOWN


def empty_steps(draft: Draft) -> list[Event]:
    """The steps of torch's optimizers right behind what clears all their gradients."""
    return [event for event in draft.of("step") if _is_empty(draft, event)]


def _is_empty(draft: Draft, step: Event) -> bool:
    known = step.symbol == f"{OPTIMIZER_CLASS}.step" and step.receiver is not None
    if not known or step.hand or step.through or step.in_part or step.given or step.takes_more:
        return False
    value = draft.facts.site.bindings.values.get(step.receiver or step.call, UNKNOWN)
    is_torchs = value.kind == "instance" and draft.facts.site.api.is_subclass(
        value.name, OPTIMIZER_CLASS
    )
    if not is_torchs or step.call.args or step.call.keywords or not is_alone(step):
        return False
    return any(_clears_all(event, step) for event in _before(draft, step))


def _before(draft: Draft, step: Event) -> Iterator[Event]:
    """The events in the statement right in front of a step."""
    place = draft.code.place(statement_of(step))
    before = place.block[place.index - 1] if place.index else None
    return (event for event in draft.events if event.statement is before and before is not None)


def _clears_all(event: Event, step: Event) -> bool:
    """``optimizer.zero_grad()`` of the same optimizer, which leaves no gradients of zeros."""
    if event.kind != "zero" or event.on != step.on or event.hand or event.in_part or event.through:
        return False
    return is_alone(event) and not (event.call.args or event.call.keywords)
