"""The function to differentiate for each backward call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.arguments import arguments
from mindport.findings.training.assigned import first_use, gives_value, is_assigned
from mindport.findings.training.auxiliary import are_numbers
from mindport.findings.training.code import LOOPS
from mindport.findings.training.cuts import cuts_of, data_reads
from mindport.findings.training.events import Event
from mindport.findings.training.forms import retains_graph
from mindport.findings.training.forward import (
    KEEP_ARGUMENTS,
    blocking,
    data_names,
    forward_indices,
    stops_gradients,
    with_cut_reads,
    without_data,
)
from mindport.findings.training.holders import changed_by_hand
from mindport.findings.training.layout import shares_line
from mindport.findings.training.liveness import free_names, live_after, read_first
from mindport.findings.training.model import Draft, Loss, Stop, statement_of
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    path_of,
    root_of,
    stored_paths,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import (
    calls_network,
    elsewhere,
    graph_reads,
    taken_from_outside,
)
from mindport.findings.training.stops import doubts, stop_of
from mindport.nodes import name_of


@dataclass(frozen=True, eq=False)
class Part:
    """The statements that compute the losses of some backward calls."""

    events: tuple[Event, ...]
    block: Sequence[ast.stmt]
    first: int
    last: int
    guard: ast.If | None = None
    inner: tuple[Part, ...] = ()
    """Parts that lie in this one with their backward calls and steps."""

    @property
    def statements(self) -> list[ast.stmt]:
        return list(self.block[self.first : self.last + 1])

    @property
    def anchor(self) -> ast.stmt:
        """The first statement; the backward call itself where there is none."""
        return self.statements[0] if self.statements else statement_of(self.events[0])

    @property
    def receivers(self) -> list[ast.expr]:
        return [event.receiver for event in self.events if event.receiver is not None]


def parts_of(draft: Draft) -> list[Part]:
    """The forward part of each backward call; those that share statements are one."""
    skip = {statement_of(event) for event in draft.events}
    found: list[Part] = []
    for event in draft.of("backward"):
        part = _part(draft, event, skip)
        if part is None:
            draft.refuse(event.call, elsewhere(draft, event))
            continue
        shared = [p for p in found if p.block is part.block and part.first <= p.last]
        if shared and all(_holds(draft, part, other) for other in shared):
            part = replace(part, inner=tuple(shared))
        elif shared:
            part = _merged(draft, found.pop(), part)
        found.append(part)
    for part in found:
        draft.obstacles.extend(_obstacles(draft, part, skip))
        reads = set().union(*(graph_paths(node) for node in (*part.statements, *part.receivers)))
        draft.reads.update(dict.fromkeys(part.events, reads))
    return found


def _part(draft: Draft, event: Event, skip: set[ast.stmt]) -> Part | None:
    """The statements before ``event`` in its block; before the ``if`` around it when none are."""
    assert event.receiver is not None
    code = draft.code
    place = code.place(statement_of(event))
    guard: ast.If | None = None
    found: Sequence[int] = forward_indices(
        draft.facts, place.block, [event.receiver], place.index, skip, definitions=True
    )
    begin = _beginning(draft, place.block, place.index)
    held = draft.graphs.after(place.block[:begin], {})
    for index in (i for i in found if i < begin):
        if stored_paths(place.block[index]) & held.keys():
            draft.refuse(place.block[index], told.OUTSIDE)
    found = [index for index in found if index >= begin]
    in_branch = isinstance(place.owner, ast.If) and place.block is place.owner.body
    if not found and in_branch and not calls_network(draft, event.receiver):
        assert isinstance(place.owner, ast.If)
        guard = place.owner
        place = code.place(guard)
        found = forward_indices(
            draft.facts, place.block, [event.receiver], place.index, skip, definitions=True
        )
    if not found and guard is None and calls_network(draft, event.receiver):
        return Part((event,), place.block, place.index, place.index - 1)
    if not found:
        return None
    found = with_cut_reads(draft.facts, place.block, found, event.receiver, place.index, skip)
    found = _without_definitions(place.block, found)
    found = without_data(draft.facts, place.block, found, data_names(loops_of(draft, event)))
    found = _behind_walls(draft, event, place.block, found)
    if draft.facts.site.target.mode == "GRAPH":
        found = _behind_preparations(draft, event, place.block, found)
    return Part((event,), place.block, found[0], found[-1], guard)


def _beginning(draft: Draft, block: Sequence[ast.stmt], end: int) -> int:
    """Where training begins in a block that also makes the optimizer."""
    optimizers = {step.on for step in draft.of("step")}
    optimizers |= {path for on in draft.hands for path in changed_by_hand(draft, on)}
    made = [i for i in range(end) if stored_paths(block[i]) & optimizers]
    return max(made, default=-1) + 1


def _without_definitions(block: Sequence[ast.stmt], found: Sequence[int]) -> Sequence[int]:
    """``found`` without functions at its front that read nothing which the rest binds."""
    while len(found) > 1 and isinstance(definition := block[found[0]], ast.FunctionDef):
        if free_names(definition) & {n for i in found[1:] for n in bound_names(block[i])}:
            break
        found = found[1:]
    return found


def _behind_walls(
    draft: Draft, event: Event, block: Sequence[ast.stmt], found: Sequence[int]
) -> Sequence[int]:
    """``found`` without what stands before ``no_grad`` and other steps, if only data come of it."""
    events = {e.statement for e in draft.events if e is not event and e.kind != "zero"}
    walls = [i for i in range(found[0], found[-1]) if _is_wall(draft, block[i], events)]
    rest = [index for index in found if walls and index > walls[-1]]
    if not rest:
        return found
    begin = _beginning(draft, block, found[0])
    held = draft.sure_graphs.after(block[begin : rest[0]], {})
    receivers = [] if event.receiver is None else [event.receiver]
    wanted = graph_reads(block[rest[0] : rest[-1] + 1], receivers)
    carried = any(touches(path, read) for path in held for read in wanted)
    return found if carried else rest


def _behind_preparations(
    draft: Draft, event: Event, block: Sequence[ast.stmt], found: Sequence[int]
) -> Sequence[int]:
    """``found`` without what makes data at its front by other means than tensors.

    Graph mode would do that once, when it compiles the function. What the rest adds to
    (``total = 0``) stays with it.
    """
    receivers = [] if event.receiver is None else [event.receiver]
    begin = _beginning(draft, block, found[0])
    for count in range(len(found) - 1, 0, -1):
        if not _prepares(draft, block[found[count - 1]]):
            continue
        before, rest = block[begin : found[count]], block[found[count] : found[-1] + 1]
        held = draft.sure_graphs.after(before, {})
        wanted = graph_reads(rest, receivers)
        added = read_first(rest) & {name for statement in rest for name in bound_names(statement)}
        made = {name for statement in before for name in bound_names(statement)}
        if not (added & made or any(touches(path, read) for path in held for read in wanted)):
            return found[count:]
    return found


def _prepares(draft: Draft, statement: ast.stmt) -> bool:
    """Whether a statement calls one of the file's functions, or numpy or random."""
    facts = draft.facts
    called = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
    return any(
        name_of(function) in facts.functions
        or (root_of(path_of(function) or "") in facts.imported and function not in facts.symbols)
        for function in called
    )


def _is_wall(draft: Draft, statement: ast.stmt, events: set[ast.stmt | None]) -> bool:
    return any(
        node in events or (isinstance(node, ast.With) and stops_gradients(draft.facts, node))
        for node in ast.walk(statement)
        if isinstance(node, ast.stmt)
    )


def loops_of(draft: Draft, event: Event) -> list[ast.AST]:
    return [o for o in draft.code.owners(statement_of(event)) if isinstance(o, LOOPS)]


def _holds(draft: Draft, part: Part, other: Part) -> bool:
    """Whether another part lies in this one with the step that follows it.

    A generator's loss from the samples on which the discriminator has stepped in between: all of
    that happens while the generator's loss is computed. What the other reads of this part must be
    detached: torch's steps have no gradient.
    """
    places = [draft.code.place(statement_of(event)) for event in other.events]
    behind = all(p.block is part.block and p.index <= part.last for p in places)
    if not (behind and part.first < other.first) or part.guard or other.guard:
        return False
    before = part.block[part.first : other.first]
    reads = set().union(*(graph_paths(n) for n in (*other.statements, *other.receivers)))
    bound = draft.graphs.after(before, {})
    first, last = places[-1].index, part.last
    steps = {statement_of(e) for e in draft.of("step")} & set(part.block[first : last + 1])
    return bool(steps) and not any(touches(name, read) for name in bound for read in reads)


def _merged(draft: Draft, one: Part, other: Part) -> Part:
    """One function whose result is the sum of the losses: gradients of sums are sums."""
    events = (*one.events, *other.events)
    first, last = (draft.events.index(e) for e in (events[0], events[-1]))
    if any(e not in events for e in draft.events[first : last + 1]) or one.guard or other.guard:
        draft.refuse(other.events[0].call, told.OVERLAP)
    return Part(
        events, one.block, min(one.first, other.first), max(one.last, other.last), one.guard
    )


def _obstacles(draft: Draft, part: Part, skip: set[ast.stmt]) -> Iterator[Obstacle]:
    document = draft.facts.site.document
    ends = [*part.statements[:1], *part.statements[-1:], *(statement_of(e) for e in part.events)]
    for statement in ends:
        if shares_line(document, statement):
            yield Obstacle(statement, told.SHARED_LINE)
    for node, word in blocking(part.statements):
        yield Obstacle(node, told.keyword(word))
    yield from _inside(draft, part)
    yield from _outside(draft, part, skip)
    if part.guard is not None:
        yield from _guard(draft, part, part.guard, skip)


def _inside(draft: Draft, part: Part) -> Iterator[Obstacle]:
    """What in the forward part keeps it from being one function."""
    facts = draft.facts
    ours = {*part.events, *(e for inner in part.inner for e in inner.events)}
    kinds = ("zero", "step", "clip") if part.inner else ("zero",)
    events = {e.statement: e for e in draft.events if e not in ours}
    data = data_reads(draft, part.statements, part.receivers)
    cuts = set(cuts_of((*part.statements, *part.receivers), data))
    for node in (n for s in (*part.statements, *part.receivers) for n in ast.walk(s)):
        event = events.get(node) if isinstance(node, ast.stmt) else None
        if event is not None and event.kind not in kinds:
            yield Obstacle(event.call, told.CROSSES)
        stops = isinstance(node, ast.With) and stops_gradients(facts, node)
        if isinstance(node, ast.With) and stops and stop_of(draft, part.statements, node) is None:
            yield Obstacle(node.items[0].context_expr, told.NO_GRAD_INSIDE)
        if isinstance(node, ast.Call) and name_of(node.func) in facts.uncut:
            yield Obstacle(node, told.STOPS_INSIDE)
        if node in data and node not in cuts:
            yield Obstacle(node, told.DATA_READ)
    for kept in _kept_functions(part):
        yield Obstacle(kept, told.KEPT_FUNCTION)


def _kept_functions(part: Part) -> Iterator[ast.AST]:
    """``callbacks.append(lambda: x)``: in a function of its own ``x`` would be that of this round."""
    bound = {name for statement in part.statements for name in bound_names(statement)}
    for node in (n for s in part.statements for n in ast.walk(s)):
        values: Sequence[ast.expr] = ()
        match node:
            case ast.Expr(ast.Call(ast.Attribute(attr=method), args)) if method in KEEP_ARGUMENTS:
                values = args
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=value):
                values = [value]
        for value in values:
            for inner in ast.walk(value):
                if isinstance(inner, ast.Lambda) and free_names(inner) & bound:
                    yield inner


def _outside(draft: Draft, part: Part, skip: set[ast.stmt]) -> Iterator[Obstacle]:
    """Gradients that come from outside the forward part."""
    if not any(calls_network(draft, node) for node in (*part.statements, *part.receivers)):
        yield Obstacle(part.anchor, told.NO_NETWORK)
        return
    retained = any(retains_graph(event) for event in part.events)
    if retained and read_first(part.statements) & _bound(part):
        yield Obstacle(part.events[0].call, told.RETAINED)
    loops = loops_of(draft, part.events[0])
    chosen = forward_indices(
        draft.facts, part.block, part.receivers, part.last + 1, skip, definitions=True
    )
    statements = [part.block[index] for index in chosen if index >= part.first]
    yield from taken_from_outside(draft, statements, part.receivers, part.anchor, loops)


def _guard(draft: Draft, part: Part, guard: ast.If, skip: set[ast.stmt]) -> Iterator[Obstacle]:
    """``if train: loss.backward()`` behind the forward part: its test has to be known before."""
    code = draft.code
    at_guard = code.place(guard)
    bound = _bound(part)
    reads = {n.id for n in ast.walk(guard.test) if isinstance(n, ast.Name)}
    plain = not any(
        isinstance(n, ast.Call | ast.NamedExpr | ast.Await) for n in ast.walk(guard.test)
    )
    between = [s for s in part.block[part.last + 1 : at_guard.index] if s not in skip]
    first = code.place(statement_of(part.events[0])).index
    ahead = [s for s in guard.body[:first] if s not in skip]
    chained = len(guard.orelse) == 1 and isinstance(guard.orelse[0], ast.If)
    if not plain or reads & bound or between or ahead or chained or len(part.events) > 1:
        yield Obstacle(guard.test, told.GUARD_FORM)


def _bound(part: Part) -> set[str]:
    """The names that a part binds, and those whose tensors it changes in place.

    MindSpore gives the latter new tensors in most cases.
    """
    names = {name for statement in part.statements for name in bound_names(statement)}
    return names | {name for s in part.statements for n in ast.walk(s) for name in _changed(n)}


def _changed(node: ast.AST) -> Iterator[str]:
    """``label`` of the statement ``label.fill_(0)``."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method))):
            if method.endswith("_") and not method.endswith("__"):
                yield name


def loss_of(draft: Draft, part: Part, optimizers: tuple[str, ...]) -> Loss:
    """The part with what it takes from around it and what it gives."""
    bound = _bound(part)
    stays = [e for e in draft.events if e.kind == "step" and e.hand is not None]
    gone = {statement_of(event) for event in draft.events if event not in stays}
    live = live_after(draft.code.root.body, part.block, part.last, gone)
    mine = {e.id for e in part.receivers if isinstance(e, ast.Name)}
    if len(part.receivers) > 1:
        mine = set()
    order = dict.fromkeys(n for s in part.statements for n in _in_order(s) if n in bound)
    others = tuple(n for n in order if n in live and n not in mine)
    first = read_first(part.statements) & bound
    data = data_reads(draft, part.statements, part.receivers)
    given = {n for n in others if n in first or gives_value(part.statements, n)}
    carried = tuple(sorted(first | (set(others) - given)))
    unset = dict(_unset(draft, part, carried))
    sure = [n for n in others if n in given and n not in unset]
    return Loss(
        part.block,
        part.first,
        part.last,
        part.events,
        optimizers,
        others,
        carried,
        arguments(draft.code, carried),
        part.guard,
        tuple(_stops(draft, part)),
        tuple(cuts_of((*part.statements, *part.receivers), data)),
        bool(others) and (not sure or are_numbers(draft, part.statements, sure)),
        tuple(unset.items()),
    )


def _unset(draft: Draft, part: Part, carried: Sequence[str]) -> Iterator[tuple[str, ast.stmt]]:
    """The names that may have no value yet: where they get None, a branch has to give them one."""
    for name in carried:
        if not is_assigned(draft.code, part.anchor, name):
            yield name, first_use(draft.code, part.anchor, name)


def _stops(draft: Draft, part: Part) -> Iterator[Stop]:
    inner = {node for other in part.inner for s in other.statements for node in ast.walk(s)}
    for node in (node for s in part.statements for node in ast.walk(s)):
        if isinstance(node, ast.With) and node not in inner and stops_gradients(draft.facts, node):
            stop = stop_of(draft, part.statements, node)
            if stop is not None:
                draft.doubts.extend(doubts(draft, stop))
                yield stop


def _in_order(statement: ast.stmt) -> Iterator[str]:
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    names.sort(key=lambda n: (n.lineno, n.col_offset))
    yield from (n.id for n in names)
    yield from sorted(bound_names(statement))
