"""Events of a function or module become a plan that can be written, or what stands in the way."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from mindport.findings.training import obstacles as told
from mindport.findings.training.byhand import (
    called_loops,
    gradient_loops,
    is_in_order,
    update_of,
)
from mindport.findings.training.cancelled import refused
from mindport.findings.training.cleared import cleared_before, clears_nothing
from mindport.findings.training.code import Code
from mindport.findings.training.conditions import whole_zeros
from mindport.findings.training.empty_steps import empty_steps
from mindport.findings.training.events import Event, clipped_by
from mindport.findings.training.facts import Facts
from mindport.findings.training.forms import (
    given_through,
    handed_gradients,
    unknown_forms,
    unknown_options,
    unknown_weights,
)
from mindport.findings.training.freezing import frozen_later, left_out
from mindport.findings.training.gradient_reads import (
    loop_over_part,
    may_be_none,
    path_reads,
    with_update,
)
from mindport.findings.training.gradients import accumulation, leaves_some_to_add, taken_gradients
from mindport.findings.training.hands import level_of
from mindport.findings.training.hoisting import hoists
from mindport.findings.training.holders import (
    constructions,
    holds_just,
    is_named_after,
    networks_of,
)
from mindport.findings.training.losses import loss_of
from mindport.findings.training.model import Accumulation, Draft, Loss, Plan, Update, statement_of
from mindport.findings.training.names import is_inside, path_of
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.parameter_loops import groups_of, networks_in
from mindport.findings.training.part import Part
from mindport.findings.training.parts import parts_of
from mindport.findings.training.penalties import penalties
from mindport.findings.training.same_list import clips_what_is_held
from mindport.findings.training.selected import partly_used
from mindport.findings.training.stops import blocks_before
from mindport.findings.training.unread_clips import is_unread
from mindport.symbols.given import may_hold_groups


def plan_of(facts: Facts, code: Code, events: list[Event], others: list[list[Event]]) -> Plan:
    """What is to be done with the events of one function or module.

    ``others`` are those of each of the file's other functions.
    """
    empty = tuple(empty_steps(Draft(facts, code, events, others)))
    events = [event for event in events if event not in empty]
    draft = Draft(facts, code, events, others)
    if clears_nothing(draft):
        return Plan(zeros=tuple(events), gone=empty)
    draft.obstacles.extend(unknown_forms(draft))
    draft.obstacles.extend(handed_gradients(draft))
    parts = [] if draft.obstacles else parts_of(draft)
    if not draft.obstacles:
        draft.obstacles.extend(frozen_later(draft, parts))
    if not draft.obstacles:
        plan = _plan(draft, parts)
        if plan is not None and not draft.obstacles:
            return replace(plan, gone=(*empty, *plan.gone))
    told_of = {obstacle.node for obstacle in draft.obstacles}
    draft.obstacles.extend(o for o in blocks_before(draft) if o.node not in told_of)
    unique = {(o.node, o.text): o for o in draft.obstacles}
    return Plan(obstacles=tuple(sorted(unique.values(), key=lambda o: o.line)))


def _plan(draft: Draft, parts: list[Part]) -> Plan | None:
    taken = taken_gradients(draft)
    added: Accumulation | None = None
    if draft.obstacles or leaves_some_to_add(draft, taken):
        added = accumulation(draft)
        if added is None and draft.obstacles:
            return None
    if added is not None:
        draft.obstacles.clear()
        taken = {step: draft.of("backward") for step in draft.of("step")}
    losses: dict[Event, Loss] = {}
    for part in parts:
        optimizers = dict.fromkeys(
            step.on or "" for step, events in taken.items() if set(events) & set(part.events)
        )
        left = [e for e in part.events if not any(e in events for events in taken.values())]
        if left and (part.either is not None or not optimizers):
            draft.refuse(left[0].call, told.NO_STEP)
            return None
        _refuse_own_steps(draft, part, tuple(optimizers), added)
        loss = loss_of(draft, part, tuple(optimizers))
        losses.update(dict.fromkeys(part.events, loss))
        if added is not None:
            _refuse_hidden_zeros(draft, part)
    draft.doubts.extend((*unknown_weights(draft), *unknown_options(draft), *given_through(draft)))
    gone = _unread(draft, taken, added)
    updates = _updates(draft, taken, losses, added, gone)
    if added is None:
        draft.obstacles.extend(left_out(draft, updates))
    draft.obstacles.extend(partly_used(draft, updates))
    draft.obstacles.extend(penalties(draft, updates))
    hands = [event for event in draft.events if event.hand and not event.hand.is_read]
    ours = {event.statement for event in hands}
    called = tuple(called_loops(draft))
    heard = {loop.around for loop in called}
    own = [loop for loop in gradient_loops(draft.code) if loop.around not in ours | heard]
    loops = [*own, *called]
    taking = [update_of(draft, loop, updates, added) for loop in loops]
    for place, loop in enumerate(own):
        narrow = None if taking[place] is not None else loop_over_part(draft, loop)
        if narrow is not None and (update := update_of(draft, narrow, updates, added)) is not None:
            loops[place], taking[place] = narrow, update
    for loop, update in zip(loops, taking, strict=True):
        shared = loop.reader if loop.reader is not None and loop.reader.is_shared else None
        for call, _ in shared.calls if shared is not None and update is None else ():
            draft.refuse(call, told.HANDED_GRADIENTS)
        for read in loop.reads if shared is None and update is None else ():
            draft.refuse(read, told.GRAD_READ)
    taken_by = [replace(one, update=by) for one, by in zip(loops, taking, strict=True)]
    for around in refused(draft, taken_by, added):
        draft.refuse(around, told.GRAD_READ)
    looped = {read for loop in loops for read in loop.reads}
    alone = [read for read in path_reads(draft.facts, draft.code) if read.node not in looped]
    reads = [with_update(draft, read, updates) for read in alone]
    for one in reads:
        if added is not None or one.update is None:
            draft.refuse(one.node, told.GRAD_READ)
    draft.doubts.extend(_unused(draft, updates))
    functions = tuple(dict.fromkeys(losses.values()))
    return Plan(
        loops=tuple(
            replace(one, update=by, in_order=by is None or is_in_order(draft, one, by))
            for one, by in zip(loops, taking, strict=True)
        ),
        reads=tuple(reads),
        hands=frozenset(draft.hands),
        updated=draft.facts.updated,
        losses=functions,
        updates=tuple(updates),
        zeros=tuple(whole_zeros(draft) if added is None else draft.of("zero")),
        gone=tuple(gone),
        accumulation=added,
        doubts=tuple(dict.fromkeys(draft.doubts)),
        hoists={} if draft.obstacles else hoists(draft, functions),
        cleared={} if added is None else cleared_before(draft, functions),
    )


def _unused(draft: Draft, updates: list[Update]) -> Iterator[Obstacle]:
    """Where it counts that a loss may not use all of a network: torch has no gradients then."""
    read = may_be_none(draft)
    if read is None:
        return
    for update in updates:
        for network in networks_of(draft, update.optimizer) or ():
            known = draft.facts.uses_all(network)
            if known is False:
                draft.refuse(read, told.uses_part(network))
            elif known is None and update.step.hand is not None and update.step.hand.is_read:
                yield Obstacle(read, told.uses_all(network))


def _refuse_own_steps(
    draft: Draft, part: Part, optimizers: tuple[str, ...], added: Accumulation | None
) -> None:
    """Of the steps inside a part none may change what the part is differentiated by."""
    if not part.inner:
        return
    for step in draft.of("step"):
        inside = any(statement_of(step) in ast.walk(s) for s in part.statements)
        if inside and (step.on in optimizers or added is not None):
            draft.refuse(step.call, told.CROSSES)


def _refuse_hidden_zeros(draft: Draft, part: Part) -> None:
    """What adds gradients up is set back around the function, and not in a branch of it."""
    inside = {node for statement in part.statements for node in ast.walk(statement)}
    for zero in draft.of("zero"):
        if statement_of(zero) in inside and statement_of(zero) not in part.statements:
            draft.refuse(zero.call, told.CONDITIONAL)


def _updates(
    draft: Draft,
    taken: dict[Event, list[Event]],
    losses: dict[Event, Loss],
    added: Accumulation | None,
    gone: Collection[Event],
) -> list[Update]:
    found = []
    spoken: set[Event] = set()
    for step, events in taken.items():
        mine = tuple(dict.fromkeys(losses[event] for event in events))
        clips = tuple(c for c in draft.of("clip") if _clips(draft, c, step, mine, added))
        spoken |= set(clips)
        partial = frozenset(
            c for c in clips if _holds_just(draft, c, step) is False and _clips_part(draft, c, step)
        )
        whole = [clip for clip in clips if not clip.is_scaled and clip not in partial]
        clipped = {_clipped(clip): clip for clip in whole}
        for one, other in combinations(clipped.values(), 2):
            if not draft.code.excludes(statement_of(one), statement_of(other)):
                draft.refuse(other.call, told.CLIP_PLACE)  # each clips a share of the gradients
        found.append(Update(step, mine, clips, partial))
    for clip in (clip for clip in draft.of("clip") if clip not in gone):
        takers = [update for update in found if clip in update.clips]
        if not takers or not all(_same_gradients(draft, takers[0], one) for one in takers[1:]):
            draft.refuse(clip.call, told.CLIP_PLACE)
    return found


def _unread(
    draft: Draft, taken: dict[Event, list[Event]], added: Accumulation | None
) -> list[Event]:
    """The clips behind the step, of gradients that nothing takes."""
    if added is not None or not all(taken.values()):
        return []
    reads = any(gradient_loops(draft.code)) or any(path_reads(draft.facts, draft.code))
    clips = draft.of("clip")
    return [c for c in clips if is_unread(draft, c, _networks_clipped(draft, c), reads)]


def _same_gradients(draft: Draft, one: Update, other: Update) -> bool:
    """``scaler.step(optimizer)`` in one branch and ``optimizer.step()`` in the other one."""
    alone = all(len(loss.optimizers) == 1 for loss in one.losses) and len(one.losses) == 1
    steps = (statement_of(update.step) for update in (one, other))
    same = one.optimizer == other.optimizer and one.losses == other.losses
    return alone and same and one.clips == other.clips and draft.code.excludes(*steps)


def _clips(
    draft: Draft, clip: Event, step: Event, losses: Sequence[Loss], added: Accumulation | None
) -> bool:
    """Whether the gradients that are clipped are those that the step takes."""
    position = draft.events.index
    if not position(clip) < position(step) or not on_the_way(draft, clip, step, len(losses)):
        return False
    ends = [event for loss in losses for event in loss.backward]
    apart = draft.code.excludes
    ends = [e for e in ends if not apart(statement_of(e), statement_of(clip))]
    if added is None and not (ends and position(ends[-1]) < position(clip)):
        return False
    between = [e for e in draft.events[position(clip) : position(step)] if e.kind == "step"]
    if clip.on is None and not all(apart(statement_of(e), statement_of(step)) for e in between):
        return False
    if clip.is_scaled:
        return clip.on == step.on
    listed = clipped_by(clip.call)
    groups = None if listed is None else groups_of(listed)
    if groups is not None:
        return groups == step.on and _has_one_group(draft, clip, groups)
    if step.hand is None and clips_what_is_held(draft, clip, step.on or ""):
        return True
    held = _holds_just(draft, clip, step)
    if held is not None:
        return held or _clips_part(draft, clip, step)
    several = len({s.on for s in draft.of("step")}) > 1
    if several and not is_named_after(draft, step.on or "", clip.on or ""):
        return False
    draft.doubts.append(Obstacle(clip.call, told.holds_parameters(step.on or "", _clipped(clip))))
    return True


def _holds_just(draft: Draft, clip: Event, step: Event) -> bool | None:
    """Whether what steps holds what is clipped and nothing else; None: not seen."""
    networks = _networks_clipped(draft, clip)
    if networks is None:
        return None
    alike = networks | set(_alike(draft, clip, networks))
    held = holds_just(draft, step.on or "", networks)
    return True if holds_just(draft, step.on or "", alike) else held


def _networks_clipped(draft: Draft, clip: Event) -> frozenset[str] | None:
    listed = clipped_by(clip.call)
    return None if listed is None else networks_in(listed, draft.facts.parameters)


def _clips_part(draft: Draft, clip: Event, step: Event) -> bool:
    """Whether a clip is of some of the networks, or of parts of them, that an optimizer holds."""
    networks = _networks_clipped(draft, clip)
    held = networks_of(draft, step.on or "")
    made = list(constructions(draft.facts, draft.code, step.on or ""))
    if not networks or held is None or len(made) != 1 or step.hand is not None:
        return False
    return all(any(one == whole or is_inside(one, whole) for whole in held) for one in networks)


def _has_one_group(draft: Draft, clip: Event, optimizer: str) -> bool:
    """Whether the first group of an optimizer is all that it holds; told where that is not seen."""
    made = [call for call, _ in constructions(draft.facts, draft.code, optimizer)]
    if any(not call.args or may_hold_groups(call.args[0], draft.code.root) for call in made):
        return False
    if not made:
        text = told.holds_parameters(optimizer, _clipped(clip))
        draft.doubts.append(Obstacle(clip.call, text))
    return True


def _alike(draft: Draft, clip: Event, networks: Collection[str]) -> Iterator[str]:
    """The networks that are one of ``networks`` where ``clip`` stands: ``if actor is critic:``."""
    for owner in draft.code.owners(statement_of(clip)):
        match owner:
            case ast.If(test=ast.Compare(left=left, ops=[ast.Is()], comparators=[right])):
                pair = path_of(left) or "", path_of(right) or ""
                if draft.code.holds(owner.body, statement_of(clip)):
                    yield from (b for a, b in (pair, pair[::-1]) if a in networks)


def on_the_way(draft: Draft, clip: Event, step: Event, count: int) -> bool:
    """Whether the step follows the clip, behind or inside of an ``if`` in which either stands."""
    code = draft.code
    if code.excludes(statement_of(clip), statement_of(step)):
        return False
    blocks, inner = [level_of(draft.facts, code, step)], statement_of(step)
    while isinstance(owner := code.place(inner).owner, ast.If) and step.hand is None:
        inner = owner
        blocks.append(code.place(inner).block)
    statement = statement_of(clip)
    while not any(code.place(statement).block is block for block in blocks):
        owner = code.place(statement).owner
        if not isinstance(owner, ast.If | ast.With) or (isinstance(owner, ast.If) and count > 1):
            return False
        statement = owner
    return True


def _clipped(clip: Event) -> str:
    listed = clipped_by(clip.call)
    return clip.on or (ast.unparse(listed) if listed is not None else "")
