"""``optimizer.step(); clip_grad_norm_(net.parameters(), 10)``: it clips what nothing reads any more.

What the step has taken is cleared before the next backward call: without the clip the same is trained.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from mindport.findings.training.events import Event
from mindport.findings.training.forms import is_alone
from mindport.findings.training.holders import holds_just
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.obstacles import Obstacle, holds_parameters


def is_unread(
    draft: Draft, clip: Event, networks: Collection[str] | None, reads_gradients: bool
) -> bool:
    """Whether a clip stands behind the step whose gradients it changes, and nothing takes them.

    ``networks`` are those whose gradients are clipped. That each step starts from cleared gradients
    is known here.
    """
    steps = draft.of("step")
    if (
        not clip.call.args
        or reads_gradients
        or clip.is_scaled
        or clip.given is not None
        or not is_alone(clip)
    ):
        return False
    if any(keyword.arg == "error_if_nonfinite" for keyword in clip.call.keywords):
        return False
    if len({step.on for step in steps}) != 1 or any(step.hand or step.in_part for step in steps):
        return False
    held = None if networks is None else holds_just(draft, steps[0].on or "", frozenset(networks))
    if held is False:
        return False
    before = draft.events[: draft.events.index(clip)]
    last = next((event for event in before[::-1] if event.kind in ("backward", "step")), None)
    if last is None or last.kind != "step":
        return False
    place = draft.code.place(statement_of(clip))
    if draft.code.place(statement_of(last)).block is not place.block:
        return False
    if held is None:
        clipped = clip.on or ast.unparse(clip.call.args[0])
        draft.doubts.append(Obstacle(clip.call, holds_parameters(steps[0].on or "", clipped)))
    return True
