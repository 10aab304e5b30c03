"""Events of a function or module become steps that can be rewritten, or what stands in the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mindport.document import Document
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS, Code
from mindport.findings.training.events import Event
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import (
    blocking,
    data_names,
    forward_range,
    stops_gradients,
    trimmed_start,
)
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.names import bound_names, path_of
from mindport.findings.training.obstacles import Obstacle
from mindport.texts import Text


@dataclass(frozen=True, eq=False)
class Loss:
    """One function to differentiate: ``block[first:last + 1]`` computes ``losses``.

    Attributes:
        backward: its backward calls.
        others: names that the range binds and that are read later.
        carried: names that the range reads before it binds them.
    """

    block: Sequence[ast.stmt]
    first: int
    last: int
    backward: tuple[Event, ...]
    others: tuple[str, ...]
    carried: tuple[str, ...]

    @property
    def statements(self) -> Sequence[ast.stmt]:
        return self.block[self.first : self.last + 1]

    @property
    def losses(self) -> tuple[ast.expr, ...]:
        return tuple(e.receiver for e in self.backward if e.receiver is not None)


@dataclass(frozen=True, eq=False)
class Update:
    """``optimizer.step()``, the losses whose gradients it takes, and what clips them."""

    step: Event
    losses: tuple[Loss, ...]
    clips: tuple[Event, ...]

    @property
    def optimizer(self) -> str:
        return self.step.on or ""


@dataclass(frozen=True)
class Plan:
    """All of one function or module."""

    losses: tuple[Loss, ...] = ()
    updates: tuple[Update, ...] = ()
    zeros: tuple[Event, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    doubts: tuple[Obstacle, ...] = ()


@dataclass
class _Planner:
    facts: Facts
    code: Code
    events: list[Event]
    obstacles: list[Obstacle] = field(default_factory=list)
    doubts: list[Obstacle] = field(default_factory=list)

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


def plan_of(facts: Facts, code: Code, events: list[Event]) -> Plan:
    """What is to be done with the events of one function or module."""
    planner = _Planner(facts, code, events)
    planner.obstacles += _forms(planner)
    if not planner.obstacles:
        updates = _updates(planner)
        if not planner.obstacles:
            losses = tuple(dict.fromkeys(loss for update in updates for loss in update.losses))
            zeros = tuple(planner.of("zero"))
            return Plan(losses, tuple(updates), zeros, (), tuple(planner.doubts))
    unique = {(o.node, o.text): o for o in planner.obstacles}
    ordered = sorted(unique.values(), key=lambda o: o.line)
    return Plan(obstacles=tuple(ordered))


def _forms(planner: _Planner) -> Iterator[Obstacle]:
    """Events that are written in a way that no rewrite knows."""
    if not planner.of("backward"):
        for event in planner.events:
            yield Obstacle(event.call, told.NO_BACKWARD)
        return
    for event in planner.events:
        call = event.call
        if event.kind == "other":
            yield Obstacle(call, told.other(event.symbol))
        elif event.statement is None:
            yield Obstacle(call, told.IN_EXPRESSION)
        elif not (isinstance(event.statement, ast.Expr) and event.statement.value is call):
            yield Obstacle(call, told.VALUE_USED)
        elif event.kind == "backward":
            yield from _backward_form(event)
        elif event.kind == "step" and (call.args or call.keywords):
            yield Obstacle(call, told.CLOSURE)
        elif event.kind in ("step", "zero") and event.on is None:
            yield Obstacle(call, told.NO_NAME)
        elif event.kind == "clip":
            yield from _clip_form(event)
    if not planner.of("step"):
        for event in planner.of("backward"):
            yield Obstacle(event.call, told.NO_STEP)


def _backward_form(event: Event) -> Iterator[Obstacle]:
    if event.call.args:
        yield Obstacle(event.call, told.GRADIENT_GIVEN)
    for keyword in event.call.keywords:
        if isinstance(keyword.value, ast.Constant) and keyword.value.value in (None, False):
            continue
        if keyword.arg != "retain_graph":
            yield Obstacle(event.call, told.backward_argument(keyword.arg or "**"))


def _clip_form(event: Event) -> Iterator[Obstacle]:
    call = event.call
    allowed = {"max_norm", "norm_type", "clip_value", "error_if_nonfinite", "foreach"}
    given = len(call.args) + len(call.keywords)
    if (
        len(call.args) not in (1, 2, 3)
        or given < 2
        or any(k.arg not in allowed for k in call.keywords)
    ):
        yield Obstacle(call, told.CLIP_FORM)
    norm = next((k.value for k in call.keywords if k.arg == "norm_type"), None)
    if event.symbol.endswith("norm_") and len(call.args) == 3:
        norm = call.args[2]
    # MindSpore's clip_by_norm gives other numbers than torch for norms of order 1 and 3.
    if norm is not None and not _is_known_norm(norm):
        yield Obstacle(call, told.CLIP_FORM)


def _is_known_norm(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in (2, 2.0, "inf")
    return ast.unparse(node) in ("float('inf')", "math.inf", "np.inf", "torch.inf")


def _updates(planner: _Planner) -> list[Update]:
    """Each step with the losses whose gradients it takes."""
    taken = {step: _backwards(planner, step) for step in planner.of("step")}
    if planner.obstacles:
        return []
    used = {event for events in taken.values() for event in events}
    for event in planner.of("backward"):
        if event not in used:
            planner.obstacles.append(Obstacle(event.call, told.NO_STEP))
    losses = _losses(planner)
    if planner.obstacles:
        return []
    made = []
    for step, events in taken.items():
        mine = tuple(dict.fromkeys(losses[event] for event in events))
        clips = tuple(c for c in planner.of("clip") if _clips_for(planner, c, step, events))
        made.append(Update(step, mine, clips))
    for clip in planner.of("clip"):
        if sum(clip in update.clips for update in made) != 1:
            planner.obstacles.append(Obstacle(clip.call, told.CLIP_PLACE))
    return made


def _clips_for(planner: _Planner, clip: Event, step: Event, events: list[Event]) -> bool:
    position = planner.events.index
    return position(events[-1]) < position(clip) < position(step) and (
        planner.code.place(_statement(clip)).block is planner.code.place(_statement(step)).block
    )


def _statement(event: Event) -> ast.stmt:
    assert event.statement is not None
    return event.statement


def _backwards(planner: _Planner, step: Event) -> list[Event]:
    """The backward calls between the clearing of a step's gradients and the step.

    The loop around the step, or the function when there is none, runs again and again: what is
    cleared behind the step is clear at the next one.
    """
    code, at_step = planner.code, _statement(step)
    block, loop = code.place(at_step).block, code.loop_of(at_step)
    around = [e for e in planner.events if code.loop_of(_statement(e)) is loop]
    at = around.index(step)
    found: list[Event] = []

    def refuse(event: Event, text: Text) -> list[Event]:
        planner.obstacles.append(Obstacle(event.call, text))
        return []

    for event in [*around[:at][::-1], *around[at + 1 :][::-1]]:
        earlier = around.index(event) < at
        if event.kind == "zero" and _clears(event, step):
            if not _always(code, event, step) or (not earlier and _leaves(code, step, event)):
                return refuse(event, told.CONDITIONAL)
            return found[::-1] if found else refuse(event, told.CLEARED_TOO_LATE)
        if event.kind == "backward":
            if not earlier:
                return refuse(event, told.NOT_CLEARED)
            if code.place(_statement(event)).block is not block:
                return refuse(event, told.CONDITIONAL)
            found.append(event)
        elif event.kind == "step" and event.on == step.on:
            return refuse(event, told.NOT_CLEARED)
    return refuse(step, told.NOT_CLEARED)


def _clears(zero: Event, step: Event) -> bool:
    """Whether a zero_grad clears what the step uses."""
    return True


def _always(code: Code, event: Event, other: Event) -> bool:
    """Whether ``event`` runs whenever ``other`` does: it stands in a block around it."""
    block = code.place(_statement(event)).block
    statement: ast.AST = _statement(other)
    while isinstance(statement, ast.stmt):
        place = code.place(statement)
        if place.block is block:
            return True
        statement = place.owner
    return False


def _leaves(code: Code, first: Event, last: Event) -> bool:
    """Whether something between two events of a loop may leave the round."""
    begin, end = _statement(first).lineno, _statement(last).lineno
    scope: ast.AST = code.loop_of(_statement(first)) or code.root
    return any(
        isinstance(node, ast.Continue | ast.Break | ast.Return | ast.Raise)
        and begin <= node.lineno <= end
        for node in ast.walk(scope)
    )


def _losses(planner: _Planner) -> dict[Event, Loss]:
    """The function to differentiate for each backward call."""
    found: dict[Event, Loss] = {}
    skip = {_statement(e) for e in planner.events}
    for event in planner.of("backward"):
        loss = _loss(planner, (event,), skip)
        if loss is not None:
            found[event] = loss
    return found


def _loss(planner: _Planner, events: tuple[Event, ...], skip: set[ast.stmt]) -> Loss | None:
    code, facts = planner.code, planner.facts
    place = code.place(_statement(events[-1]))
    receivers = [event.receiver for event in events if event.receiver is not None]
    found = forward_range(facts, place.block, receivers, place.index, skip)
    if found is None:
        planner.obstacles.append(Obstacle(events[0].call, told.LOSS_ELSEWHERE))
        return None
    first, last = found
    loops = [o for o in code.owners(_statement(events[-1])) if isinstance(o, LOOPS)]
    first = trimmed_start(facts, place.block, first, last, data_names(loops), skip)
    statements = place.block[first : last + 1]
    bad = [
        Obstacle(statement, told.SHARED_LINE)
        for statement in (statements[0], statements[-1], _statement(events[-1]))
        if shares_line(facts.site.document, statement)
    ]
    bad += [Obstacle(node, told.keyword(word)) for node, word in blocking(statements)]
    bad += _inside(planner, statements, skip)
    bad += _outside(planner, statements, receivers, loops)
    if bad:
        planner.obstacles += bad
        return None
    bound = {name for statement in statements for name in bound_names(statement)}
    live = live_after(code.root.body, place.block, last)
    mine = {p for e in receivers if isinstance(e, ast.Name) and (p := path_of(e))}
    order = list(dict.fromkeys(n for s in statements for n in _in_order(s) if n in bound))
    others = tuple(n for n in order if n in live and n not in mine)
    carried = tuple(sorted(read_first(statements) & bound))
    return Loss(place.block, first, last, events, others, carried)


def shares_line(document: Document, statement: ast.stmt) -> bool:
    """Whether other code stands on the statement's lines."""
    span = document.span(statement)
    first, last = document.line_of(span.start), document.line_of(span.end)
    before = document.text[document.line_starts[first] : span.start]
    behind = document.line_text(last)[span.end - document.line_starts[last] :]
    return bool(before.strip(" \t@")) or behind.strip()[:1] not in ("", "#")


def _in_order(statement: ast.stmt) -> Iterator[str]:
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    names.sort(key=lambda n: (n.lineno, n.col_offset))
    yield from (n.id for n in names)
    yield from sorted(bound_names(statement))


def _inside(
    planner: _Planner, statements: Sequence[ast.stmt], skip: set[ast.stmt]
) -> Iterator[Obstacle]:
    """What in the forward part keeps it from being one function."""
    events = {e.statement: e for e in planner.events}
    for statement in statements:
        for node in ast.walk(statement):
            event = events.get(node) if isinstance(node, ast.stmt) else None
            if event is not None and event.kind in ("step", "backward", "clip"):
                yield Obstacle(event.call, told.CROSSES)
            if isinstance(node, ast.With) and stops_gradients(planner.facts, node):
                yield Obstacle(node.items[0].context_expr, told.NO_GRAD_INSIDE)


def _outside(
    planner: _Planner,
    statements: Sequence[ast.stmt],
    receivers: Sequence[ast.expr],
    loops: Sequence[ast.AST],
) -> Iterator[Obstacle]:
    """Gradients that come from outside the forward part."""
    if not any(_calls_network(planner.facts, s) for s in (*statements, *receivers)):
        yield Obstacle(statements[0], told.NO_NETWORK)


def _calls_network(facts: Facts, node: ast.AST) -> bool:
    """Whether something that may be a network is called."""
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Call):
            continue
        if isinstance(inner.func, ast.Attribute) and (
            facts.is_library(inner.func) or facts.is_tensor_method(inner.func.attr)
        ):
            continue
        if isinstance(inner.func, ast.Name) and inner.func.id in facts.imported:
            continue
        return True
    return False
