"""Graphs that go from one round of a loop to the next, where not every round differentiates.

``total = total + loss`` in each round, and ``if step % 4 == 3: total.backward()``: torch goes back
through the rounds before, too. A function that is differentiated goes through its own round alone, and
the others would add nothing to the gradients.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from mindport.findings.training.code import LOOPS
from mindport.findings.training.events import Event
from mindport.findings.training.forward import given_anew
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    read_names,
    root_of,
    stored_paths,
    touches,
)

Loop = ast.For | ast.AsyncFor | ast.While


def carried_over(
    draft: Draft, event: Event, anchor: ast.stmt, wanted: Iterable[str]
) -> Iterator[ast.stmt]:
    """The statements that leave a graph to the next round, of what ``wanted`` reads at ``anchor``.

    Args:
        event: the backward call, which some rounds of its loop leave out.
    """
    wanted = set(wanted)
    owners = draft.code.owners(statement_of(event)) if wanted else ()
    loop = next((owner for owner in owners if isinstance(owner, LOOPS)), None)
    found: list[ast.stmt] = []
    if loop is None:
        return
    for statements in _other_rounds(draft, event, loop):
        held = draft.graphs.after(list(statements), {})
        stale = _still_there(draft, anchor, loop, set(held))
        found += (s for path, s in held.items() if path in stale and _is_read(path, wanted))
    yield from dict.fromkeys(found)


def _is_read(path: str, wanted: Iterable[str]) -> bool:
    return any(touches(path, read) for read in wanted)


def _other_rounds(draft: Draft, event: Event, loop: Loop) -> Iterator[Iterable[ast.stmt]]:
    """What rounds run that do not come to the backward call: of the outermost condition around it, and
    of each before it that ends the round."""
    step = statement_of(event)
    around = [owner for owner in draft.code.owners(step) if _is_in(draft, owner, loop)]
    branches = [owner for owner in around if isinstance(owner, ast.If)]
    changing = [branch for branch in branches if _changes_between(branch.test, loop)]
    if changing:
        yield _without(draft, step, loop.body, changing[-1])
    for statement in draft.code.surely_before(step):
        if not isinstance(statement, ast.If) or not _is_in(draft, statement, loop):
            continue
        blocks = (statement.body, statement.orelse)
        for block in blocks if _changes_between(statement.test, loop) else ():
            if block and isinstance(block[-1], ast.Continue):
                yield [*_ahead(draft, statement, loop), *block]


def _ahead(draft: Draft, statement: ast.stmt, loop: Loop) -> list[ast.stmt]:
    """What has run in a round of the loop before a statement, in its order."""
    before = (one for one in draft.code.surely_before(statement) if _is_in(draft, one, loop))
    return sorted(before, key=lambda one: one.lineno)


def _changes_between(test: ast.expr, loop: Loop) -> bool:
    """Whether a condition may hold in one round and not in another."""
    bound = set() if isinstance(loop, ast.While) else bound_names(loop.target)
    bound = bound.union(*map(bound_names, loop.body))
    stored = {path for statement in loop.body for path in stored_paths(statement)}
    reads = graph_paths(test) | read_names(test)
    return bool(read_names(test) & bound) or any(touches(p, r) for p in stored for r in reads)


def _without(
    draft: Draft, step: ast.stmt, block: Sequence[ast.stmt], branch: ast.If
) -> Iterator[ast.stmt]:
    """The statements of a round that takes the other way at ``branch``."""
    for statement in block:
        if statement is branch:
            inside = draft.code.holds(branch.body, step)
            yield from branch.orelse if inside else branch.body
        elif any(inner is branch for inner in ast.walk(statement)):
            for inner in _blocks(statement):
                yield from _without(draft, step, inner, branch)
        else:
            yield statement


def _blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])


def _still_there(draft: Draft, anchor: ast.stmt, loop: Loop, held: set[str]) -> set[str]:
    """What of ``held``, and of what is made of it, a round still has when it comes to ``anchor``."""
    stale = set(held) - bound_names(loop.target) if not isinstance(loop, ast.While) else set(held)
    for statement in _ahead(draft, anchor, loop):
        anew = given_anew(statement)
        reads = graph_paths(statement)
        if not any(touches(path, read) for path in stale for read in reads):
            stale = {path for path in stale if root_of(path) not in anew}
    return stale


def _is_in(draft: Draft, statement: ast.AST, loop: Loop) -> bool:
    return (
        isinstance(statement, ast.stmt)
        and statement is not draft.code.root
        and loop in draft.code.owners(statement)
    )
