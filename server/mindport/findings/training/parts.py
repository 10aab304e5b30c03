"""Which statements compute the loss of each backward call."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Place
from mindport.findings.training.events import Event
from mindport.findings.training.forms import retains_graph
from mindport.findings.training.forward import (
    blocking,
    data_names,
    forward_indices,
    is_data,
    stops_gradients,
    with_cut_reads,
    without_data,
)
from mindport.findings.training.guards import outwards
from mindport.findings.training.holders import changed_by_hand, likely_networks, networks_of
from mindport.findings.training.known_data import made_of_data
from mindport.findings.training.liveness import free_names, read_first
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    path_of,
    read_paths,
    root_of,
    stored_paths,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import calls_network, elsewhere, graph_reads
from mindport.findings.training.part import Part
from mindport.findings.training.part_obstacles import computing, loops_of, part_obstacles
from mindport.findings.training.reached import reached_paths
from mindport.findings.training.shared_forward import are_disjoint
from mindport.findings.training.spent import is_spent
from mindport.findings.training.toggles import only_toggles
from mindport.nodes import find, name_of
from mindport.symbols.values import UNKNOWN

# Of DistributedDataParallel; the helper in its place averages the gradients of each step.
AVERAGES = "require_backward_grad_sync"
# What a function is called that takes a step of its own.
TRAINS = re.compile(r"(?:step|train_\w+|optimi[sz]e\w*|learn|fit)$")


def parts_of(draft: Draft) -> list[Part]:
    """The forward part of each backward call; those that share statements are one."""
    skip = {statement_of(event) for event in draft.events}
    found: list[Part] = []
    for event in draft.of("backward"):
        part = _part(draft, event, skip)
        if part is None:
            draft.refuse(event.call, elsewhere(draft, event))
            continue
        found = [_apart(draft, other, part) for other in found]
        shared = [p for p in found if p.block is part.block and _overlap(part, p)]
        inner = [_behind_common(draft, part, other) for other in shared]
        if shared and all(_holds(draft, part, other) for other in inner):
            found = [inner[shared.index(p)] if p in shared else p for p in found]
            part = replace(part, inner=tuple(inner))
        elif shared:
            part = _merged(draft, found.pop(), part)
        found.append(part)
    found = [_without_shared_data(draft, part, found) for part in found]
    for part in found:
        draft.obstacles.extend(part_obstacles(draft, part))
        reads = reached_paths(draft.facts, (*part.statements, *part.receivers))
        draft.reads.update(dict.fromkeys(part.events, reads))
        if part.either is not None:
            draft.either.update(dict.fromkeys(part.events, part.either))
    return found


def _part(draft: Draft, event: Event, skip: set[ast.stmt]) -> Part | None:
    """The statements before ``event`` in its block; those before what is around it when none are."""
    assert event.receiver is not None
    statement = statement_of(event)
    around: list[ast.If | ast.With] = []
    while True:
        place = draft.code.place(statement)
        found = _before(draft, event.receiver, place, skip)
        if found or calls_network(draft, event.receiver):
            break
        owner = outwards(draft, statement)
        if owner is None:
            return None
        around.insert(0, owner)
        statement = owner
    if not found:
        return Part((event,), place.block, place.index, place.index - 1)
    found = with_cut_reads(draft.facts, place.block, found, event.receiver, place.index, skip)
    found = _without_definitions(place.block, found)
    found = _without_settings(draft, place.block, found)
    data = data_names(loops_of(draft, event))
    data |= made_of_data(draft.facts, draft.code.root, is_data)
    found = without_data(draft.facts, place.block, found, data)
    found, spent = _behind_walls(draft, event, place, found)
    if not found:
        return Part((event,), place.block, place.index, place.index - 1, tuple(around), (), spent)
    found = _without_toggles(place.block, found)
    found = _behind_preparations(draft, event, place.block, found)
    return Part((event,), place.block, found[0], found[-1], tuple(around), (), spent)


def _before(draft: Draft, receiver: ast.expr, place: Place, skip: set[ast.stmt]) -> Sequence[int]:
    """The indices of the statements that compute a loss in a block, up to ``place``."""
    found = forward_indices(
        draft.facts, place.block, [receiver], place.index, skip, definitions=True
    )
    begin = _beginning(draft, place.block, place.index)
    held = draft.graphs.after(place.block[:begin], {})
    for index in (i for i in found if i < begin):
        if stored_paths(place.block[index]) & held.keys():
            draft.refuse(place.block[index], told.OUTSIDE)
    return [index for index in found if index >= begin]


def _beginning(draft: Draft, block: Sequence[ast.stmt], end: int) -> int:
    """Where training begins in a block that also makes the optimizer, or picks what holds it."""
    optimizers = {step.on for step in draft.of("step")}
    optimizers |= {path for on in draft.hands for path in changed_by_hand(draft, on)}
    optimizers |= {root_of(path) for path in optimizers if path}  # of an object that holds it
    made = [i for i in range(end) if stored_paths(block[i]) & optimizers]
    return max(made, default=-1) + 1


def _without_definitions(block: Sequence[ast.stmt], found: Sequence[int]) -> Sequence[int]:
    """``found`` without functions at its front that read nothing which the rest binds."""
    while len(found) > 1 and isinstance(definition := block[found[0]], ast.FunctionDef):
        if free_names(definition) & {n for i in found[1:] for n in bound_names(block[i])}:
            break
        found = found[1:]
    return found


def _without_settings(
    draft: Draft, block: Sequence[ast.stmt], found: Sequence[int]
) -> Sequence[int]:
    """``found`` without what sets an optimizer at its front, ``adjust_lr(optimizer, epoch, args)``, or
    gives it more parameters, and without what tells a wrapper when to average gradients."""
    while len(found) > 1 and _sets_optimizer(draft, block[found[0]]):
        found = found[1:]
    return found


def _sets_optimizer(draft: Draft, statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        inner = (*statement.body, *statement.orelse)
        sets = [_sets_optimizer(draft, one) for one in inner if not only_toggles(one)]
        return bool(sets) and all(sets)
    if isinstance(statement, ast.Assign):
        return all(getattr(target, "attr", "") == AVERAGES for target in statement.targets)
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    call = statement.value
    given = {path_of(a) for a in (*call.args, *(k.value for k in call.keywords))}
    optimizers = {step.on for step in draft.of("step")}
    if isinstance(call.func, ast.Attribute) and call.func.attr == "add_param_group":
        return path_of(call.func.value) in optimizers
    return not given.isdisjoint(optimizers) and given.isdisjoint(draft.facts.networks)


def _without_toggles(block: Sequence[ast.stmt], found: Sequence[int]) -> Sequence[int]:
    """``found`` without what freezes networks or trains them again at its front."""
    while len(found) > 1 and only_toggles(block[found[0]]):
        found = found[1:]
    return found


def _behind_walls(
    draft: Draft, event: Event, place: Place, found: Sequence[int]
) -> tuple[Sequence[int], frozenset[str]]:
    """``found`` without what stands before ``no_grad`` and other steps, if only data come of it.

    It may be all of it, where the network is called in the backward statement itself. And what
    might have come with a graph, but for an earlier backward call.
    """
    block = place.block
    events = {e.statement for e in draft.events if e is not event and e.kind != "zero"}
    receivers = [] if event.receiver is None else [event.receiver]
    last = place.index if any(calls_network(draft, r) for r in receivers) else found[-1]
    walls = [i for i in range(found[0], last) if _is_wall(draft, block[i], events)]
    rest = [index for index in found if walls and index > walls[-1]]
    if not walls or (not rest and last == found[-1]):
        return found, frozenset()
    begin, behind = _beginning(draft, block, found[0]), rest[0] if rest else place.index
    held = draft.sure_graphs.after(block[begin:behind], {})
    wanted = graph_reads([block[index] for index in rest], receivers)
    carried = {path: [r for r in wanted if touches(path, r)] for path in held}
    carried = {path: reads for path, reads in carried.items() if reads}
    if not all(is_spent(draft, event, path, reads, block) for path, reads in carried.items()):
        return found, frozenset()
    asked = block[rest[0]] if rest else statement_of(event)
    for path, reads in sorted(carried.items()):
        text = told.spent(path) if path in reads else told.computed_anew(path)
        draft.doubts.append(Obstacle(asked, text))
    return rest, frozenset(carried)


def _without_shared_data(draft: Draft, part: Part, others: Sequence[Part]) -> Part:
    """``part`` without what makes, at its front, the data that a later part takes as well."""
    later = [p for p in others if p.block is part.block and p.first > part.last]
    began = part.first
    if part.around or part.inner:
        return part
    while part.statements and isinstance(first := part.statements[0], ast.Assign):
        held, bound = draft.sure_graphs.after([first], {}), bound_names(first)
        if not any(bound and bound <= _takes(p) and held.keys() <= p.spent for p in later):
            break
        part = replace(part, first=part.first + 1, spent=part.spent | held.keys())
    zeroed = {event.statement for event in draft.of("zero")}
    while part.first > began and part.statements and part.statements[0] in zeroed:
        part = replace(part, first=part.first + 1)
    if not part.statements:
        index = draft.code.place(statement_of(part.events[0])).index
        part = replace(part, first=index, last=index - 1)
    return part


def _takes(part: Part) -> set[str]:
    return {root_of(path) for path in graph_reads(part.statements, part.receivers)}


def _overlap(one: Part, other: Part) -> bool:
    return one.first <= other.last and other.first <= one.last


def _behind_preparations(
    draft: Draft, event: Event, block: Sequence[ast.stmt], found: Sequence[int]
) -> Sequence[int]:
    """``found`` without what makes data at its front and cannot be a part of a function.

    It leaves the loop (``break``), or in graph mode makes the data by other means than tensors,
    which would be done once, when the function is compiled. What the rest adds to (``total = 0``)
    stays with it.
    """
    receivers = [] if event.receiver is None else [event.receiver]
    begin = _beginning(draft, block, found[0])
    for count in range(len(found) - 1, 0, -1):
        statement = block[found[count - 1]]
        prepares = draft.facts.site.target.mode == "GRAPH" and _prepares(draft, statement)
        if not prepares and not any(blocking([statement])):
            continue
        before, rest = block[begin : found[count]], block[found[count] : found[-1] + 1]
        held = draft.sure_graphs.after(before, {})
        wanted = graph_reads(rest, receivers)
        grown = (
            node.target for s in rest for node in ast.walk(s) if isinstance(node, ast.AugAssign)
        )
        added = read_first(rest) & {name for target in grown for name in bound_names(target)}
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
    if isinstance(statement, ast.FunctionDef) and statement.name in _given_to_steps(draft):
        return True
    return _trains(draft, statement) or any(
        node in events
        or _cuts_derivative(node)
        or (isinstance(node, ast.With) and stops_gradients(draft.facts, node))
        for node in ast.walk(statement)
        if isinstance(node, ast.stmt)
    )


def _trains(draft: Draft, statement: ast.stmt) -> bool:
    """Whether what is called computes gradients and steps with them: a function of the file, or what
    is named so, ``architect.step(x_valid, y_valid)``, and gives nothing."""
    values = draft.facts.site.bindings.values
    for call in find(statement, ast.Call):
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if owner is not None and values.get(owner, UNKNOWN).kind == "instance":
            continue  # an optimizer of torch's
        functions = draft.facts.functions.get(name_of(call.func), [])
        for function in functions:
            called = {name_of(inner.func) for inner in find(function, ast.Call)}
            if function is not draft.code.root and called & {"backward", "value_and_grad"}:
                return True
        is_alone = isinstance(statement, ast.Expr) and statement.value is call
        if is_alone and call.args and not functions and TRAINS.match(name_of(call.func)):
            return True
    return False


def _given_to_steps(draft: Draft) -> set[str]:
    """The names of the functions that steps are given to call."""
    calls = [step.call for step in draft.of("step") if step.in_part]
    given = [one for call in calls for one in (*call.args, *(k.value for k in call.keywords))]
    return {one.id for one in given if isinstance(one, ast.Name)}


def _cuts_derivative(statement: ast.stmt) -> bool:
    """``x_grad = ops.stop_gradient(ms.grad(f)(x))``, and ``x_grad = ops.stop_gradient(x_grad)``."""
    match statement:
        case ast.Assign([ast.Name(name)], ast.Call(function, [given])):
            is_one = isinstance(given, ast.Call) and isinstance(given.func, ast.Call)
            itself = isinstance(given, ast.Name) and given.id == name
            return name_of(function) == "stop_gradient" and (is_one or itself)
    return False


def _apart(draft: Draft, one: Part, other: Part) -> Part:
    """``one`` without the statements at its front that it shares with another part.

    If it takes nothing with a graph from them.
    """
    if one.block is not other.block or not one.first <= other.first < one.last or one.inner:
        return one
    held = draft.sure_graphs.after(one.block[one.first : other.first + 1], {})
    wanted = graph_reads(computing(draft, one, other.first + 1), one.receivers)
    if any(touches(path, read) for path in held for read in wanted):
        return one
    first = other.first + 1
    while first < one.last and only_toggles(one.block[first]):
        first += 1
    return replace(one, first=first)


def _holds(draft: Draft, part: Part, other: Part) -> bool:
    """Whether another part lies in this one with the step that follows it.

    A generator's loss from the samples on which the discriminator has stepped in between: all of
    that happens while the generator's loss is computed. What the other reads of this part must be
    detached: torch's steps have no gradient.
    """
    places = [draft.code.place(statement_of(event)) for event in other.events]
    behind = all(p.block is part.block and p.index <= part.last for p in places)
    if not (behind and part.first < other.first) or part.around or other.around:
        return False
    before = part.block[part.first : other.first]
    nodes = (*computing(draft, other, other.first), *other.receivers)
    reads = set().union(*map(graph_paths, nodes))
    bound = draft.graphs.after(before, {})
    steps = _steps_between(draft, part, other)
    detached = not any(touches(name, read) for name in bound for read in reads)
    return bool(steps) and (detached or _are_others(draft, steps, before, part, other))


def _steps_between(draft: Draft, part: Part, other: Part) -> list[Event]:
    """The steps behind the backward call of ``other`` and in front of the loss of ``part``."""
    first = max(draft.code.place(statement_of(event)).index for event in other.events)
    inside = set(part.block[first : part.last + 1])
    return [event for event in draft.of("step") if statement_of(event) in inside]


def _behind_common(draft: Draft, part: Part, other: Part) -> Part:
    """``other`` from where it first runs what its step trains, if all in front of that, where the
    networks of ``part`` run, is a part of this one, too."""
    if part.first < other.first or part.around or other.around:
        return other
    steps = _steps_between(draft, part, other)
    held = [_held_by(draft, step)[0] for step in steps]
    trained = {network for networks in held for network in networks or ()}
    for index in range(part.first + 1, other.last + 1):
        paths = read_paths(other.block[index])
        if any(touches(network, path) for network in trained for path in paths):
            front = other.block[other.first : index]
            if not steps or not _are_others(draft, steps, front, part, replace(other, first=index)):
                return other
            spent = other.spent | draft.graphs.after(front, {}).keys()
            return replace(other, first=index, spent=spent)
    return other


def _held_by(draft: Draft, step: Event) -> tuple[frozenset[str] | None, Obstacle | None]:
    """The networks of a step's optimizer, and what is to be checked where that is only likely."""
    optimizer = step.on or ""
    held = networks_of(draft, optimizer, step.call)
    if held is not None:
        return held, None
    held = likely_networks(draft, optimizer)
    names = ", ".join(sorted(held or ()))
    return held, Obstacle(step.call, told.holds_parameters(optimizer, names))


def _are_others(
    draft: Draft, steps: Sequence[Event], before: Sequence[ast.stmt], part: Part, other: Part
) -> bool:
    """Whether steps are of networks that ``before`` does not run, and no graph is retained: what of
    it the other loss reads then carries none, or torch would refuse to go through it again. Not what
    a network itself gave."""
    if any(map(retains_graph, (*part.events, *other.events))):
        return False
    results = {
        name
        for statement in before
        if any(path_of(call.func) in draft.facts.networks for call in find(statement, ast.Call))
        for name in bound_names(statement)
    }
    nodes = (*computing(draft, other, other.first), *other.receivers)
    if any(touches(name, path) for node in nodes for path in graph_paths(node) for name in results):
        return False
    run = {path for statement in before for path in read_paths(statement)}
    found = [_held_by(draft, step) for step in steps]
    for held, _ in found:
        if not held or any(touches(network, path) for network in held for path in run):
            return False
    doubts = [doubt for _, doubt in found if doubt is not None]
    draft.doubts.extend(one for one in doubts if one not in draft.doubts)
    return True


def _merged(draft: Draft, one: Part, other: Part) -> Part:
    """One function whose result is the sum of the losses: gradients of sums are sums."""
    events = (*one.events, *other.events)
    branch = _either(draft, one, other)
    begin, end = min(one.first, other.first), max(one.last, other.last)
    if branch is not None:
        return Part(events, one.block, begin, end, one.around, (), one.spent | other.spent, branch)
    first, last = (draft.events.index(e) for e in (events[0], events[-1]))
    between = [e for e in draft.events[first : last + 1] if e not in events]
    apart = one.around or other.around or any(event.given for event in events)
    if apart or (between and not are_disjoint(draft, one, other, between)):
        draft.refuse(other.events[0].call, told.OVERLAP)
    elif between:
        draft.doubts.append(Obstacle(other.events[0].call, told.NO_COMMON_GRAPH))
    return Part(events, one.block, begin, end, one.around)


def _either(draft: Draft, one: Part, other: Part) -> ast.If | None:
    """The ``if`` of which each branch differentiates one of two losses that stand before it."""
    if one.around != other.around or len(one.around) != 1 or one.inner or other.inner:
        return None
    if len(one.events) + len(other.events) != 2:
        return None
    [branch] = one.around
    first, second = (statement_of(part.events[0]) for part in (one, other))
    if not isinstance(branch, ast.If) or draft.code.place(first).block is not branch.body:
        return None
    return branch if draft.code.place(second).block is branch.orelse else None
