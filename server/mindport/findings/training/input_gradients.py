"""Gradients of tensors where nothing is trained: adversarial examples, saliency, ``x.grad`` of a script.

``y.backward()`` fills ``x.grad`` of every tensor that is marked for it. Where two calls add to the
gradient of one, they are left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS
from mindport.findings.training.derivative_arguments import is_ones
from mindport.findings.training.derivatives import Derivative, depends_on, derivative
from mindport.findings.training.events import Event
from mindport.findings.training.forms import odd_backward
from mindport.findings.training.kept_gradients import outlives
from mindport.findings.training.leaves import clears_of, marked_names, marks
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import bound_itself, bound_names, own_nodes
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import walk


def input_gradients(draft: Draft) -> dict[Event, Derivative] | list[Obstacle] | None:
    """The derivatives that a function's ``backward`` calls take by the tensors that are marked for it.

    Or what stands in the way; None where the function does something else.
    """
    backwards = draft.of("backward")
    others = [event for event in draft.events if event.kind not in ("backward", "zero")]
    if not backwards or others or any(e.statement is None for e in draft.events):
        return None
    if not all(_is_plain(event) for event in backwards):
        return None
    reads = list(_gradients(draft))
    marked = marked_names(draft.facts.site, draft.code.root)
    read_names = {_name(read) for read in reads}
    if not read_names <= set(marked) and (len(backwards) > 1 or len(read_names) > 1):
        return None
    found: dict[Event, Derivative] = {}
    waiting: list[Obstacle] = []
    for index, event in enumerate(backwards):
        leaves = tuple(name for name in marked if _takes_part(draft, event, name))
        one = _one(draft, event, backwards[index + 1 :], leaves, reads)
        if one is None:
            return None
        if isinstance(one, Derivative):
            found[event] = one
        elif {obstacle.text for obstacle in one} == {told.DERIVATIVE_FIRST}:
            waiting += one
        else:
            return one
    if not waiting and not _are_known(draft, found.values(), marked, reads):
        return None  # of a tensor that no call gives one
    results = {
        event: replace(one, has_graph=not waiting and _are_results(draft, one, found.values()))
        for event, one in found.items()
    }
    return results or waiting


def derivatives_read(draft: Draft, optimized: Collection[str]) -> dict[Event, Derivative]:
    """The derivatives of the calls whose ``x.grad`` is read, where others train what is optimized.

    Empty where a gradient that is read is not that of one such call.
    """
    backwards = draft.of("backward")
    alone = replace(draft, events=backwards)
    marked = marks(draft.facts.site, draft.code.root)
    marked = {name: found for name, found in marked.items() if name not in optimized}
    reads = [read for read in _gradients(draft) if _name(read) in marked]
    asked = {name: marked[name] for name in dict.fromkeys(map(_name, reads))}
    found: dict[Event, Derivative] = {}
    for index, event in enumerate(backwards):
        if not _is_plain(event):
            continue
        leaves = tuple(
            name
            for name, made in asked.items()
            if _takes_part(draft, event, name)
            and not _marked_later(draft, event, name, made)
            and any(_may_follow(draft, event, r) for r in reads if _name(r) == name)
        )
        one = _one(alone, event, backwards[index + 1 :], leaves, reads)
        if isinstance(one, Derivative) and one.reads:
            found[event] = replace(one, has_graph=False)
    return found if _are_known(draft, found.values(), marked, reads) else {}


def _may_follow(draft: Draft, event: Event, read: ast.Attribute) -> bool:
    """Whether a gradient may be read after a call."""
    at = draft.code.statement(read)
    if at is None or read.lineno > event.call.lineno:
        return True
    around = set(draft.code.owners(at))
    owners = draft.code.owners(statement_of(event))
    return any(isinstance(owner, LOOPS) and owner in around for owner in owners)


def _marked_later(draft: Draft, event: Event, name: str, found: Sequence[ast.stmt]) -> bool:
    """Whether a tensor takes no gradients yet when a call runs: each round makes it anew."""
    if found[0].lineno < event.call.lineno:
        return False
    owners = [owner for owner in draft.code.owners(statement_of(event)) if isinstance(owner, LOOPS)]
    stores = [s.lineno for o in owners[-1:] for s in o.body if name in bound_names(s)]
    return not owners or min(stores, default=event.call.lineno) < event.call.lineno


def _are_known(
    draft: Draft,
    found: Iterable[Derivative],
    names: Iterable[str],
    reads: Iterable[ast.Attribute],
) -> bool:
    """Whether each gradient is that of a call, or is cleared."""
    known = {read for one in found for read in one.reads}
    for clear in (clear for name in names for clear in clears_of(draft.code.root.body, name)):
        known.update(node for node in ast.walk(clear) if isinstance(node, ast.Attribute))
    return known.issuperset(reads)


def _one(
    draft: Draft,
    event: Event,
    later: Sequence[Event],
    leaves: Sequence[str],
    reads: Sequence[ast.Attribute],
) -> Derivative | list[Obstacle] | None:
    statement = statement_of(event)
    alone = len(draft.of("backward")) == 1
    loop = draft.code.loop_of(statement)
    made = {} if alone else {name: _made_for(draft, loop, name) for name in leaves}
    if not leaves or None in made.values():
        return None
    clears = {name: list(clears_of(draft.code.root.body, name)) for name in leaves}
    if not all(_begins_clear(draft, statement, name, clears[name]) for name in leaves):
        return None
    lines: dict[str, tuple[int, int]] = {}
    for name in leaves:
        end = _end(draft, event, later, name, clears[name], reads)
        if isinstance(end, Obstacle):
            return [end]
        lines[name] = (0, end)
        if not alone:
            lines[name] = (_begin(draft, statement, name, clears[name]), end)
        if not alone and loop is not None:
            lines[name] = (made[name] or loop.lineno, (loop.end_lineno or loop.lineno) + 1)
    inside = {node for some in clears.values() for clear in some for node in ast.walk(clear)}
    nothing = (0, 0)
    mine = [
        read
        for read in reads
        if read not in inside and read.lineno in range(*lines.get(_name(read), nothing))
    ]
    if not all(_is_behind(draft, statement, read) for read in mine):
        return None
    for read in mine:
        emptied = [c for c in clears[_name(read)] if c.lineno > read.lineno and _is_in_place(c)]
        if emptied and outlives(draft, tree_of(draft), read, min(c.lineno for c in emptied)):
            return [Obstacle(read, told.kept_and_cleared(_name(read)))]
    read_names = set(map(_name, mine))
    wanted = tuple(name for name in leaves if name in read_names) or _unread(draft, leaves)
    if not wanted:
        return None
    found = _derived(draft, event, wanted)
    if not isinstance(found, Derivative):
        return found
    gone = [c for name in wanted for c in clears[name] if c.lineno in range(*lines[name])]
    zeros = [] if later else [statement_of(zero) for zero in draft.of("zero")]
    if any(not isinstance(zero, ast.Expr) for zero in zeros):
        return None
    return replace(
        found,
        reads=tuple(mine),
        gone=(*zeros, *gone),
        lines={} if alone else {name: lines[name] for name in wanted},
    )


def _made_for(draft: Draft, loop: ast.stmt | None, name: str) -> int | None:
    """The line from which on a tensor is there for a loop: made in each round, or just before it."""
    if loop is None:
        return 0
    stores = [
        node
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
    ]
    inside = set(ast.walk(loop))
    if all(node in inside for node in stores):
        return loop.lineno
    block = draft.code.place(loop).block
    made = [s.lineno for s in block if s.lineno < loop.lineno and name in bound_names(s)]
    between = [
        e for e in draft.of("backward") if max(made, default=0) < e.call.lineno < loop.lineno
    ]
    return max(made) if made and not between else None


def _is_plain(event: Event) -> bool:
    """``y.backward()`` as a statement."""
    statement = event.statement
    return (
        len(event.summands) == 1
        and isinstance(statement, ast.Expr)
        and statement.value is event.call
        and not any(odd_backward(event))
    )


def _name(read: ast.Attribute) -> str:
    return read.value.id if isinstance(read.value, ast.Name) else ""


def _takes_part(draft: Draft, event: Event, name: str) -> bool:
    statement = event.statement
    return statement is None or any(
        depends_on(draft, statement, asked.value, name) for asked in event.summands
    )


def _derived(draft: Draft, event: Event, names: tuple[str, ...]) -> Derivative | list[Obstacle]:
    (asked,) = event.summands
    statement = statement_of(event)
    place = draft.code.place(statement)
    weight = asked.weight
    if weight is not None and is_ones(weight, place.block[: place.index]):
        weight = None
    return derivative(
        draft, event.call, statement, None, None, names, len(names) == 1, asked.value, weight,
        has_graph=False,
    )  # fmt: skip


def _end(
    draft: Draft,
    event: Event,
    later: Sequence[Event],
    name: str,
    clears: Sequence[ast.stmt],
    reads: Sequence[ast.Attribute],
) -> int | Obstacle:
    """The line from which on a name is another tensor, or its gradient that of a later call.

    An obstacle where the later one adds to it, and it is read then.
    """
    body = draft.code.root.body
    after = event.call.lineno
    mine = [read for read in reads if _name(read) == name]
    bound = [
        _line_behind(node, mine)
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.stmt) and node.lineno > after and name in bound_itself(node)
    ]
    bound += [clear.lineno + 1 for clear in clears if clear.lineno > after]
    for other in later:
        if _takes_part(draft, other, name):
            lines = range(after + 1, other.call.lineno)
            anew = [s.lineno for s in body if s.lineno in lines and name in bound_names(s)]
            anew += [clear.lineno + 1 for clear in clears if clear.lineno in lines]
            if not anew and any(r.lineno > other.call.lineno for r in reads if _name(r) == name):
                return Obstacle(other.call, told.adds_up(name))
            return min([*anew, *bound] if anew else [*bound, other.call.lineno])
    return min(bound, default=(body[-1].end_lineno or 0) + 1)


def _line_behind(statement: ast.stmt, reads: Sequence[ast.Attribute]) -> int:
    """The line from which on a statement's target has its value: behind ``x = x - 0.1 * x.grad``."""
    if isinstance(statement, ast.Assign):
        end = (statement.end_lineno or statement.lineno) + 1
        inside = set(ast.walk(statement.value))
        own = [read for read in reads if statement.lineno <= read.lineno < end]
        if own and inside.issuperset(own):
            return end
    return statement.lineno


def _begin(draft: Draft, statement: ast.stmt, name: str, clears: Sequence[ast.stmt]) -> int:
    """The line of the last statement before another one that gives a name its value, or clears."""
    body = draft.code.root.body
    bound = [s.lineno for s in body if s.lineno < statement.lineno and name in bound_names(s)]
    cleared = [c.lineno + 1 for c in clears if c.lineno < statement.lineno]
    return max(bound + cleared, default=0)


def _are_results(draft: Draft, one: Derivative, others: Iterable[Derivative]) -> bool:
    """Whether a script differentiates nothing that is made of its gradients: they may have a graph."""
    if not isinstance(draft.code.root, ast.Module):
        return False
    made = {node for other in others for s in other.statements for node in ast.walk(s)}
    return not any(read in made for read in one.reads)


def _is_in_place(clear: ast.stmt) -> bool:
    """``x.grad.zero_()``, which all see that hold the gradient."""
    return any(isinstance(n, ast.Attribute) and n.attr == "zero_" for n in ast.walk(clear))


def tree_of(draft: Draft) -> ast.Module:
    tree = draft.facts.site.document.tree
    assert tree is not None
    return tree


def _is_behind(draft: Draft, statement: ast.stmt, read: ast.Attribute) -> bool:
    at = draft.code.statement(read)
    return (
        isinstance(read.ctx, ast.Load)
        and read.lineno > statement.lineno
        and at is not None
        and draft.code.holds(draft.code.place(statement).block, at)
    )


def _unread(draft: Draft, leaves: Sequence[str]) -> tuple[str, ...]:
    """All of them in a script that reads no gradient, and trains nothing."""
    if draft.code.root is not tree_of(draft):
        return ()
    steps = any(event.kind == "step" for some in draft.others for event in some)
    reads = any(isinstance(n, ast.Attribute) and n.attr == "grad" for n in _outside(draft))
    return () if steps or reads else tuple(leaves)


def _outside(draft: Draft) -> Iterator[ast.AST]:
    own = set(draft.code.expressions())
    yield from (
        node
        for node in walk(draft.code.root)
        if node not in own and isinstance(node, ast.Attribute) and not draft.facts.is_library(node)
    )


def _gradients(draft: Draft) -> Iterator[ast.Attribute]:
    """Every ``.grad`` of the function."""
    yield from (
        node
        for node in draft.code.expressions()
        if isinstance(node, ast.Attribute)
        and node.attr == "grad"
        and not draft.facts.is_library(node)
    )


def _begins_clear(draft: Draft, backward: ast.stmt, name: str, clears: Sequence[ast.stmt]) -> bool:
    """Whether no gradient of an earlier round is left: the tensor is another one, or it is cleared."""
    loop = draft.code.loop_of(backward)
    if loop is None:
        return True
    if isinstance(loop, ast.For) and name in bound_names(loop.target):
        return True
    block = draft.code.place(backward).block
    assert isinstance(loop, ast.For | ast.While | ast.AsyncFor)
    anew = any(
        isinstance(statement, ast.Assign) and name in bound_names(statement)
        for statement in loop.body
    )
    return anew or any(
        clear in block and not _is_left(block, backward.lineno, clear.lineno) for clear in clears
    )


def _is_left(block: Sequence[ast.stmt], first: int, last: int) -> bool:
    """Whether a round may end between two lines of its block."""
    return any(
        isinstance(node, ast.Continue | ast.Break)
        for statement in block
        if first <= statement.lineno <= last
        for node in ast.walk(statement)
    )
