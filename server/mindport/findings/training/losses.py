"""What the function that computes a loss takes from around it, and what it gives."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training.arguments import arguments
from mindport.findings.training.assigned import first_use, gives_value, is_assigned
from mindport.findings.training.auxiliary import are_no_tensors
from mindport.findings.training.cuts import cuts_of, data_reads
from mindport.findings.training.events import Event
from mindport.findings.training.forward import stops_gradients
from mindport.findings.training.given_dicts import dicts_among
from mindport.findings.training.guards import guard_of
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.model import Draft, Loss, Stop, statement_of
from mindport.findings.training.names import bound_names
from mindport.findings.training.part import Part
from mindport.findings.training.stops import doubts, stop_of


def loss_of(draft: Draft, part: Part, optimizers: tuple[str, ...]) -> Loss:
    """The part with what it takes from around it and what it gives."""
    bound = part.bound
    stays = [e for e in draft.events if e.kind == "step" and e.hand is not None]
    stays += [e for e in draft.of("backward") if e not in part.events]
    own = {event.given for event in part.events}
    stays += [e for e in draft.events if e.given is not None and e.given not in own]
    gone = {statement_of(event) for event in draft.events if event not in stays}
    live = live_after(draft.code.root.body, part.block, part.last, gone)
    live |= {name for event in part.events for name in _still_given(event)}
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
        arguments(draft.facts.site, draft.code, carried),
        guard_of(draft, part) if part.around else None,
        tuple(_stops(draft, part)),
        tuple(cuts_of(draft, (*part.statements, *part.receivers), data)),
        bool(others) and (not sure or are_no_tensors(draft, part.statements, sure)),
        tuple(unset.items()),
        dicts_among(
            draft, (*part.statements, *map(ast.Expr, part.receivers)), sorted({*sure} - first)
        ),
    )


def _still_given(event: Event) -> set[str]:
    """What a call that is given the loss reads beside that."""
    if event.given is None:
        return set()
    loss = set() if event.given.rule.keeps else set(ast.walk(event.given.loss))
    names = (n for n in ast.walk(event.call) if isinstance(n, ast.Name))
    return {name.id for name in names if name not in loss}


def _unset(draft: Draft, part: Part, carried: Sequence[str]) -> Iterator[tuple[str, ast.stmt]]:
    """The names that may have no value yet: where they get None, a branch has to give them one."""
    for name in carried:
        if not is_assigned(draft.code, part.anchor, name):
            yield name, first_use(draft.code, part.anchor, name)


def _stops(draft: Draft, part: Part) -> Iterator[Stop]:
    inner = {node for other in part.inner for s in other.statements for node in ast.walk(s)}
    for node in (node for s in part.statements for node in ast.walk(s)):
        if isinstance(node, ast.With) and node not in inner and stops_gradients(draft.facts, node):
            stop = stop_of(draft, part, node)
            if stop is not None:
                draft.doubts.extend(doubts(draft, stop))
                yield stop


def _in_order(statement: ast.stmt) -> Iterator[str]:
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    names.sort(key=lambda n: (n.lineno, n.col_offset))
    yield from (n.id for n in names)
    yield from sorted(bound_names(statement))
