"""What keeps the statements that compute a loss from being one function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS
from mindport.findings.training.cuts import cuts_of, data_changes, data_reads
from mindport.findings.training.events import Event
from mindport.findings.training.forms import retains_graph
from mindport.findings.training.forward import (
    KEEP_ARGUMENTS,
    blocking,
    forward_indices,
    stops_gradients,
)
from mindport.findings.training.given_graphs import given_graphs
from mindport.findings.training.guards import guard_of
from mindport.findings.training.layout import shares_line
from mindport.findings.training.liveness import free_names, read_first
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import bound_names, read_names, read_paths, touches
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import (
    calls_network,
    graph_reads,
    kept_by_others,
    taken_from_outside,
)
from mindport.findings.training.part import Part
from mindport.findings.training.rounds import carried_over
from mindport.findings.training.stops import stop_of
from mindport.nodes import find, name_of


def loops_of(draft: Draft, event: Event) -> list[ast.AST]:
    """The loops around an event."""
    return [o for o in draft.code.owners(statement_of(event)) if isinstance(o, LOOPS)]


def computing(draft: Draft, part: Part, first: int) -> list[ast.stmt]:
    """The statements of a part from ``first`` on on which its losses depend with a gradient."""
    skip = {statement_of(event) for event in draft.events}
    chosen = forward_indices(
        draft.facts, part.block, part.receivers, part.last + 1, skip, definitions=True
    )
    return [part.block[index] for index in chosen if index >= first]


def part_obstacles(draft: Draft, part: Part) -> Iterator[Obstacle]:
    """Everything that stands in the way."""
    document = draft.facts.site.document
    ends = [*part.statements[:1], *part.statements[-1:], *(statement_of(e) for e in part.events)]
    for statement in ends:
        if shares_line(document, statement):
            yield Obstacle(statement, told.SHARED_LINE)
    for node, word in blocking(part.statements):
        yield Obstacle(node, told.keyword(word))
    yield from _inside(draft, part)
    yield from _outside(draft, part)
    yield from given_graphs(draft, part)
    if part.around and guard_of(draft, part) is None:
        branch = next(owner for owner in part.around if isinstance(owner, ast.If))
        yield Obstacle(branch.test, told.GUARD_FORM)


def _inside(draft: Draft, part: Part) -> Iterator[Obstacle]:
    """What in the forward part keeps it from being one function."""
    facts = draft.facts
    ours = {*part.events, *(e for inner in part.inner for e in inner.events)}
    kinds = ("zero", "step", "clip") if part.inner else ("zero",)
    events = {e.statement: e for e in draft.events if e not in ours}
    data = data_reads(draft, part.statements, part.receivers)
    cuts = set(cuts_of(draft, (*part.statements, *part.receivers), data))
    made = {name for statement in part.statements for name in bound_names(statement)}
    changed = (one for statement in part.statements for one in data_changes(statement))
    cuts |= {one for one in changed if isinstance(one.value, ast.Name) and one.value.id in made}
    for node in (n for s in (*part.statements, *part.receivers) for n in ast.walk(s)):
        event = events.get(node) if isinstance(node, ast.stmt) else None
        if event is not None and event.kind not in kinds:
            yield Obstacle(event.call, told.CROSSES)
        stops = isinstance(node, ast.With) and stops_gradients(facts, node)
        if isinstance(node, ast.With) and stops and stop_of(draft, part, node) is None:
            yield Obstacle(node.items[0].context_expr, told.NO_GRAD_INSIDE)
        if isinstance(node, ast.Call) and name_of(node.func) in facts.uncut:
            if not _is_given_data(draft, part, node):
                yield Obstacle(node, told.STOPS_INSIDE)
        elif isinstance(node, ast.Call) and (name := name_of(node.func)) in facts.cut_tensors:
            if any(map(draft.code.knows, facts.functions.get(name, ()))):
                yield Obstacle(node, told.STOPS_INSIDE)
            draft.doubts.append(Obstacle(node, told.stops_tensors(name)))
        if node in data and node not in cuts:
            yield Obstacle(node, told.DATA_READ)
    for kept in _kept_functions(draft, part):
        yield Obstacle(kept, told.KEPT_FUNCTION)


def _is_given_data(draft: Draft, part: Part, call: ast.Call) -> bool:
    """``load_(image, batch)`` on a line of its own, of what carries no graph: there is none to stop."""
    for index, statement in enumerate(part.statements):
        if isinstance(statement, ast.Expr) and statement.value is call:
            held = draft.graphs.after(part.statements[:index], {})
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            paths = {path for one in given for path in read_paths(one)}
            return isinstance(call.func, ast.Name) and not any(
                touches(path, other) for path in paths for other in (*held, *draft.facts.networks)
            )
    return False


def _kept_functions(draft: Draft, part: Part) -> Iterator[ast.AST]:
    """``callbacks.append(lambda: x)``: in a function of its own ``x`` would be that of this round."""
    around = (*part.statements, *loops_of(draft, part.events[0]))
    bound = {name for statement in around for name in bound_names(statement)}
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


def _carried(draft: Draft, part: Part, loops: Sequence[ast.AST]) -> set[str]:
    """The names with which a part goes on from what it gave the round before, ``h = net(x, h)``.

    ``image = batch`` of the round's own batch in front of it is of no other one.
    """
    names = read_first(part.statements) & part.bound
    for loop in loops[:1]:
        if not names or not isinstance(loop, ast.For | ast.While):
            break
        ours = {node for statement in part.statements for node in ast.walk(statement)}
        stored = [n for s in loop.body for n in find(s, ast.Name) if isinstance(n.ctx, ast.Store)]
        inside = {node.id for node in stored}
        others = [node.id for node in stored if node not in ours]
        for statement in draft.code.surely_before(part.anchor):
            match statement:
                case ast.Assign([ast.Name(name)], value) if statement in loop.body:
                    if others.count(name) == 1 and not read_names(value) & inside:
                        names = names - {name}
    return names


def _outside(draft: Draft, part: Part) -> Iterator[Obstacle]:
    """Gradients that come from outside the forward part."""
    has_network = any(calls_network(draft, node) for node in (*part.statements, *part.receivers))
    retained = any(retains_graph(event) for event in part.events)
    loops = loops_of(draft, part.events[0])
    if has_network and retained and _carried(draft, part, loops):
        yield Obstacle(part.events[0].call, told.RETAINED)
    statements = computing(draft, part, part.first)
    given = list(
        taken_from_outside(draft, statements, part.receivers, part.anchor, loops, part.spent)
    )
    given += kept_by_others(draft, statements, part.receivers, part.statements)
    reads = graph_reads(statements, part.receivers)
    for statement in carried_over(draft, part.events[0], part.anchor, reads):
        given.append(Obstacle(statement, told.CARRIED))
    if given or has_network:
        yield from given
    else:
        yield Obstacle(part.anchor, told.NO_NETWORK)
