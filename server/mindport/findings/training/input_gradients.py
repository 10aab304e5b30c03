"""Gradients of tensors where nothing is trained: adversarial examples, saliency, ``x.grad`` of a script.

``y.backward()`` fills ``x.grad`` of every tensor that is marked for it. Where two calls add to the
gradient of one, they are left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.derivatives import Derivative, depends_on, derivative, is_ones
from mindport.findings.training.events import Event
from mindport.findings.training.forms import odd_backward
from mindport.findings.training.leaves import clears_of, marked_names
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import bound_names, own_nodes
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import name_of, statement_parents, walk

VIEWS = frozenset({"data", "T", "mT"})


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
    covered = {read for one in found.values() for read in one.reads}
    cleared = {
        node
        for name in marked
        for clear in clears_of(draft.code.root.body, name)
        for node in ast.walk(clear)
    }
    if not waiting and any(read not in covered | cleared for read in reads):
        return None  # of a tensor that no call gives one
    results = {
        event: replace(one, has_graph=not waiting and _are_results(draft, one, found.values()))
        for event, one in found.items()
    }
    return results or waiting


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
    if not leaves or not (alone or all(_is_made_in(draft, loop, name) for name in leaves)):
        return None
    clears = {name: list(clears_of(draft.code.root.body, name)) for name in leaves}
    if not all(_begins_clear(draft, statement, name, clears[name]) for name in leaves):
        return None
    lines: dict[str, tuple[int, int]] = {}
    for name in leaves:
        end = _end(draft, event, later, name, clears[name])
        if isinstance(end, Obstacle):
            return [end]
        lines[name] = (0, end)
        if not alone:
            lines[name] = (_begin(draft, statement, name, clears[name]), end)
        if not alone and loop is not None:
            lines[name] = (loop.lineno, (loop.end_lineno or loop.lineno) + 1)
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
        if emptied and _is_kept(draft, read):
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


def _is_made_in(draft: Draft, loop: ast.stmt | None, name: str) -> bool:
    """Whether a tensor is made in each round of a loop, and nowhere else."""
    if loop is None:
        return True
    inside = set(ast.walk(loop))
    return all(
        node in inside
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
    )


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
    (asked,) = event.summands
    return depends_on(draft, statement_of(event), asked.value, name)


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
    draft: Draft, event: Event, later: Sequence[Event], name: str, clears: Sequence[ast.stmt]
) -> int | Obstacle:
    """The line from which on a name is another tensor, or its gradient that of a later call.

    An obstacle where the later one adds to it.
    """
    body = draft.code.root.body
    after = event.call.lineno
    bound = [
        node.lineno
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.stmt) and node.lineno > after and name in bound_names(node)
    ]
    bound += [clear.lineno + 1 for clear in clears if clear.lineno > after]
    for other in later:
        if _takes_part(draft, other, name):
            lines = range(after + 1, other.call.lineno)
            anew = [s.lineno for s in body if s.lineno in lines and name in bound_names(s)]
            anew += [clear.lineno + 1 for clear in clears if clear.lineno in lines]
            if not anew:
                return Obstacle(other.call, told.adds_up(name))
            return min(anew + bound)
    return min(bound, default=(body[-1].end_lineno or 0) + 1)


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


def _is_kept(draft: Draft, read: ast.Attribute) -> bool:
    """``g = x.grad``, ``found.append(x.grad.data)``: something else holds the gradient from then on."""
    parents = statement_parents(tree_of(draft))
    node: ast.AST = read
    while isinstance(parent := parents.get(node), ast.Attribute) and parent.attr in VIEWS:
        node = parent
    if isinstance(parent, ast.Call):
        return node in parent.args and name_of(parent.func) not in ("print", "float", "str")
    return isinstance(
        parent, ast.Assign | ast.AnnAssign | ast.List | ast.Tuple | ast.Dict | ast.Return
    )


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
