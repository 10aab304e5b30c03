"""A step by hand reads the gradients that ``grad_fn`` gives."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.training.called_hands import Stepper
from mindport.findings.training.events import Hand
from mindport.findings.training.hands import SIGNS
from mindport.findings.training.layout import free_name, names_of_function
from mindport.findings.training.leaves import changed_tensor, is_parameter, leaf_edits
from mindport.findings.training.model import Update
from mindport.findings.training.parameter_loops import header_edits
from mindport.findings.training.reader_edits import parameter_edit
from mindport.findings.training.writer import Writer
from mindport.report import Edit, Name, Piece


def hand_edits(writer: Writer, update: Update, grads: str, taken: set[str]) -> Iterator[Edit]:
    """``grads`` for ``p.grad``; what clears them goes, and tensors become Parameters."""
    hand = update.step.hand
    assert hand is not None
    if hand.is_read:
        return
    stepper, weights = hand.stepper, writer.weights(update.optimizer)
    if stepper is not None:
        yield from _call_edits(writer, stepper, hand, weights, grads)
        taken = names_of_function(stepper.function)
        weights, grads = stepper.parameter.arg, free_name("grads", taken)
    one = free_name("grad", taken) if hand.header is not None else ""
    if hand.header is not None:
        yield from header_edits(writer.document, hand.header, weights, (grads,), one)
    for read, index in hand.reads:
        yield Edit(_with_data(writer, read), (one or f"{grads}[{index}]",))
    for clear in hand.clears:
        yield remove_statement(writer.site.document, clear)
    for change in hand.changes:
        yield from _changed(writer, change)
    yield from _parameters(writer, hand)


def _call_edits(
    writer: Writer, stepper: Stepper, hand: Hand, weights: str, grads: str
) -> Iterator[Edit]:
    """A function takes the gradients behind the tensors, and its call gives them."""
    if not hand.leaves:
        yield Edit(writer.document.span(stepper.given), (weights,))
    yield parameter_edit(writer.document, stepper.function, stepper.parameter)
    calls = [(stepper.call, stepper.given, (grads,))]
    name = free_name("grads", names_of_function(stepper.function))
    yield from gradients_given(writer, name, stepper.parameter, calls)


def gradients_given(
    writer: Writer,
    name: str,
    parameter: ast.arg | None,
    calls: Iterable[tuple[ast.Call, ast.expr, Sequence[Piece]]],
) -> Iterator[Edit]:
    """The calls of a function that takes gradients behind a parameter, by a name, each with what it
    gives for that: they give them, as the text at the end, or first where there is no parameter."""
    document = writer.document
    for call, given, grads in calls:
        if parameter is None:
            start = document.text.index("(", document.span(call.func).end) + 1
            more = ", " if call.args or call.keywords else ""
            yield Edit(Span(start, start), (*grads, more))
            continue
        end = document.span(given).end
        keyword = f"{name}=" if given not in call.args else ""
        yield Edit(Span(end, end), (f", {keyword}", *grads))


def _with_data(writer: Writer, read: ast.Attribute) -> Span:
    """``p.grad``, or ``p.grad.data`` around it."""
    span = writer.document.span(read)
    data = ".data"
    behind = writer.document.text[span.end : span.end + len(data) + 1]
    if behind.startswith(data) and not (behind[len(data) :].isidentifier()):
        return Span(span.start, span.end + len(data))
    return span


def _changed(writer: Writer, statement: ast.stmt) -> Iterator[Edit]:
    """``w.copy_(w - (...))`` for ``w -= ...``: what shares the tensor sees the change, as in torch.

    ``w.data = ...`` gives it other memory in both frameworks, and stays.
    """
    document = writer.document
    whole, name = document.span(statement), changed_tensor(statement)
    match statement:
        case ast.AugAssign(target, op, value):
            start = document.span(value).start
            between = document.text[document.span(target).end : start]
            bracket = between[between.index("=") + 1 :].lstrip()
            head = f"{name}.copy_({name} {SIGNS[type(op)]} ({bracket}"
            yield Edit(Span(whole.start, start), (head,))
            yield Edit(Span(whole.end, whole.end), ("))",))
        case ast.Expr(ast.Call(ast.Attribute(attr=method) as called)) if method != "copy_":
            start, end = whole.start, document.span(called).end
            yield Edit(Span(start, end), (f"{name}.copy_({name}.{method.removesuffix('_')}",))
            yield Edit(Span(whole.end, whole.end), (")",))


def _parameters(writer: Writer, hand: Hand) -> Iterator[Edit]:
    site = writer.site
    for leaf in hand.leaves:
        value = writer.plan.updated[leaf].value
        span = site.document.span(value)
        if is_parameter(value):
            continue
        yield from leaf_edits(site, leaf, is_read=True)
        name: tuple[Piece, ...] = (Name("mindspore.Parameter"), "(")
        yield Edit(Span(span.start, span.start), name)
        yield Edit(Span(span.end, span.end), (f', name="{leaf.path.rpartition(".")[2]}")',))
