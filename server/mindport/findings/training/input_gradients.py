"""``x.grad`` behind ``loss.backward()`` where nothing is trained: adversarial examples, saliency."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.findings.training.code import LOOPS
from mindport.findings.training.derivatives import Derivative, derivative
from mindport.findings.training.forms import odd_backward
from mindport.findings.training.leaves import is_marked
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import bound_names
from mindport.findings.training.obstacles import Obstacle


def input_gradient(draft: Draft) -> Derivative | list[Obstacle] | None:
    """The derivative that a function takes of its one loss by one tensor that it marks for it.

    Or what stands in the way; None where it does something else.
    """
    code, backwards = draft.code, draft.of("backward")
    others = [event for event in draft.events if event.kind not in ("backward", "zero")]
    if len(backwards) != 1 or others:
        return None
    (event,) = backwards
    statement = event.statement
    if len(event.summands) != 1 or not isinstance(statement, ast.Expr):
        return None
    if statement.value is not event.call or any(odd_backward(event)):
        return None
    (asked,) = event.summands
    name = _tensor(draft)
    if name is None or not is_marked(draft.facts.site, code.root, name):
        return None
    clears = list(_clears(code.root.body, name))
    if not _begins_clear(draft, statement, name, clears):
        return None
    inside = {node for clear in clears for node in ast.walk(clear)}
    reads = [node for node in _gradients(draft) if node not in inside]
    behind = all(
        isinstance(read.ctx, ast.Load)
        and read.lineno > statement.lineno
        and (at := code.statement(read)) is not None
        and code.holds(code.place(statement).block, at)
        for read in reads
    )
    between = [c.lineno for c in clears if c.lineno > statement.lineno]
    if any(read.lineno > min(between, default=read.lineno) for read in reads):
        return None
    if not reads or not behind or any(e.statement is None for e in draft.events):
        return None
    found = derivative(
        draft, event.call, statement, None, None, (name,), True, asked.value, asked.weight,
        has_graph=False,
    )  # fmt: skip
    if not isinstance(found, Derivative):
        return found
    zeros = [statement_of(event) for event in draft.of("zero")]
    if any(not isinstance(zero, ast.Expr) for zero in zeros):
        return None
    return replace(found, reads=tuple(reads), gone=(*zeros, *clears))


def _gradients(draft: Draft) -> list[ast.Attribute]:
    """Every ``.grad`` of the function."""
    return [
        node
        for node in draft.code.expressions()
        if isinstance(node, ast.Attribute)
        and node.attr == "grad"
        and not draft.facts.is_library(node)
    ]


def _tensor(draft: Draft) -> str | None:
    """The one plain name whose ``.grad`` is read."""
    values = [node.value for node in _gradients(draft)]
    names = {value.id for value in values if isinstance(value, ast.Name)}
    plain = all(isinstance(value, ast.Name) for value in values)
    return names.pop() if plain and len(names) == 1 else None


def _clears(block: Sequence[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """``x.grad.zero_()``, ``x.grad.data.zero_()``, ``x.grad = None``, and ``if`` around them."""
    for statement in block:
        if _is_clear(statement, name) or (
            isinstance(statement, ast.If)
            and not statement.orelse
            and all(_is_clear(inner, name) for inner in statement.body)
        ):
            yield statement
        elif isinstance(statement, (ast.If, ast.With, ast.Try, *LOOPS)):
            for inner in ("body", "orelse", "finalbody"):
                yield from _clears(getattr(statement, inner, []), name)


def _is_clear(statement: ast.stmt, name: str) -> bool:
    text = ast.unparse(statement)
    return text in (f"{name}.grad.zero_()", f"{name}.grad.data.zero_()", f"{name}.grad = None")


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
