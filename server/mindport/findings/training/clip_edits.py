"""Clipping: ``grads = ops.clip_by_norm(grads, 1.0)`` for ``clip_grad_norm_(net.parameters(), 1.0)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.training.events import Event, clipped_by
from mindport.findings.training.forms import spread_of, uses_norm
from mindport.findings.training.layout import free_name, start_of
from mindport.findings.training.model import Update, statement_of
from mindport.findings.training.parameter_loops import parameters_of
from mindport.findings.training.writer import Writer
from mindport.report import Edit, Name, Piece


def clip_edits(writer: Writer, update: Update, grads: str, taken: set[str]) -> Iterator[Edit]:
    """The clips of a step, whose gradients have their own name behind them.

    Where that is a new one, it stands for the gradients in front of a condition, too.
    """
    document, name = writer.document, writer.clipped[update]
    spoken: list[Event] = []
    for clip in (c for c in update.clips if c not in spoken and c.given is None):
        twin, place = _in_both_branches(writer, clip, update.clips) or (clip, statement_of(clip))
        spoken.append(twin)
        condition = _condition(writer, place, update)
        if condition is not None and grads != name:
            start = start_of(document, condition)
            line = f"{name} = {grads}{document.newline}{writer.indentation(condition)}"
            yield Edit(Span(start, start), (line,))
            grads = name
        write = _partly_clipped if clip in update.partial else _clipped
        clipped = write(writer, clip, name, grads, update.optimizer, taken)
        yield Edit(document.span(place), tuple(clipped))
        grads = name


def _condition(writer: Writer, clip: ast.stmt, update: Update) -> ast.stmt | None:
    """The outermost ``if`` around a clip that has no part in whether the step is taken."""
    tree, step = writer.document.tree, statement_of(update.step)
    assert tree is not None
    owners, found = writer.site.parents(tree), None
    owner = owners.get(clip)
    while isinstance(owner, ast.If | ast.With) and step not in ast.walk(owner):
        found, owner = owner, owners.get(owner)
    return found


def _in_both_branches(
    writer: Writer, clip: Event, clips: Sequence[Event]
) -> tuple[Event, ast.If] | None:
    """The same clipping in the other branch of ``if actor is critic:``, and that statement.

    Once both clip the gradients of the optimizer, there is nothing to ask.
    """
    tree = writer.site.document.tree
    assert tree is not None
    owner = writer.site.parents(tree).get(statement_of(clip))
    match owner:
        case ast.If(ast.Compare(ops=[ast.Is() | ast.IsNot()]), [one], [other]):
            for twin in clips:
                both = {statement_of(clip), statement_of(twin)} == {one, other}
                if both and _amount(twin) == _amount(clip) and not uses_norm(clip):
                    return twin, owner
    return None


def _amount(clip: Event) -> tuple[str, ...]:
    """All that a clip is told but for the parameters."""
    named = (ast.dump(k) for k in clip.call.keywords if k.arg != "parameters")
    return (clip.symbol, *map(ast.dump, clip.call.args[1:]), *named)


def _clipped(
    writer: Writer, clip: Event, name: str, grads: str, optimizer: str, taken: set[str]
) -> Iterator[Piece]:
    if _takes_norm(clip):
        yield from _norm(writer, clip, grads)
    yield f"{name} = "
    yield from clipping(writer.document, clip, grads)


def _takes_norm(clip: Event) -> bool:
    """Whether the norm that a clip gives goes on."""
    return uses_norm(clip) and not ast.unparse(statement_of(clip)).startswith("_ = ")


def _partly_clipped(
    writer: Writer, clip: Event, name: str, grads: str, optimizer: str, taken: set[str]
) -> Iterator[Piece]:
    """``clip_grad_norm_(net.rnn.parameters(), 1.0)`` where the optimizer holds all of ``net``."""
    listed = clipped_by(clip.call)
    assert listed is not None
    line = f"{writer.document.newline}{writer.indentation(statement_of(clip))}"
    own, part, clipped = (free_name(one, set(taken)) for one in ("own", "part", "clipped"))
    pairs = f"for p, g in zip({writer.weights(optimizer)}, {grads})"
    chosen = f"[g {pairs} if id(p) in {own}]"
    network = parameters_of(listed)
    # What is frozen has no part in the norm.
    parameters: Piece = f"{network}.trainable_params()" if network else writer.document.span(listed)
    yield from (f"{own} = {{id(p) for p in ", parameters, f"}}{line}")
    if _takes_norm(clip):
        yield f"{part} = {chosen}{line}"
        yield from _norm(writer, clip, part)
        chosen = part
    yield f"{clipped} = iter("
    yield from clipping(writer.document, clip, chosen)
    yield f"){line}{name} = [next({clipped}) if id(p) in {own} else g {pairs}]"


def clipping(document: Document, clip: Event, grads: str) -> Iterator[Piece]:
    """The gradients as a clip leaves them."""
    call, span = clip.call, document.span
    given = {k.arg: k.value for k in call.keywords}
    if clip.is_scaled:
        yield from (span(call.func), "(", span(call.args[0]), f", {grads})")
        return
    if clip.symbol.endswith("value_"):
        value = given.get("clip_value") or call.args[-1]
        yield Name("mindspore.ops.clip_by_value")
        yield from (f"({grads}, -", span(value), ", ", span(value), ")")
        return
    options = spread_of(clip)
    if options is not None:
        yield from (Name("mindspore.ops.clip_by_norm"), f"({grads}, **", span(options), ")")
        return
    order = given.get("norm_type") or (call.args[2] if len(call.args) == 3 else None)
    largest = order is not None and ast.unparse(order) not in ("2", "2.0")
    yield Name("mindspore.ops.clip_by_norm")
    yield from (f"({grads}, ", span(given.get("max_norm") or call.args[1]))
    if largest:
        yield ", float('inf')"
    check = given.get("error_if_nonfinite")
    if check is not None:
        yield from (", error_if_nonfinite=", span(check))
    yield ")"


def _norm(writer: Writer, clip: Event, grads: str) -> Iterator[Piece]:
    """The statement with the norm that torch's clipping gives back, computed before it."""
    statement, span = statement_of(clip), writer.document.span
    whole, call = span(statement), span(clip.call)
    yield Span(whole.start, call.start)
    order = [k.value for k in clip.call.keywords if k.arg == "norm_type"] + clip.call.args[2:]
    if order and ast.unparse(order[0]) not in ("2", "2.0"):
        yield f"max(grad.abs().max() for grad in {grads})"
    else:
        yield f"sum((grad**2).sum() for grad in {grads}).sqrt()"
    yield Span(call.end, whole.end)
    yield f"{writer.document.newline}{writer.indentation(statement)}"
