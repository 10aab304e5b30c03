"""A loss becomes a function, its gradient function and the call of that."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.training.arguments import declared
from mindport.findings.training.auxiliary import listed
from mindport.findings.training.events import Event
from mindport.findings.training.gradient_calls import (
    addition,
    early_call,
    grad_function,
    gradient_call,
    otherwise,
)
from mindport.findings.training.layout import (
    behind_blanks,
    comments_above,
    line_behind,
    start_of,
    without_indentation,
)
from mindport.findings.training.model import Hoist, Loss, Stop, statement_of
from mindport.findings.training.writer import Writer
from mindport.report import Edit, Moved, Name, Piece

# Nothing is left, and the blocks inside are not emptied: their statements stand elsewhere.
MOVED_AWAY: tuple[Piece, ...] = ("", "")


def loss_edits(writer: Writer, loss: Loss) -> Iterator[Edit]:
    """The function in place of the statements that compute the loss, or before a loop around them."""
    hoist = writer.plan.hoists.get(loss)
    if hoist is not None:
        yield from _before_loop(writer, loss, hoist)
    elif loss.statements:
        yield from _in_place(writer, loss)
    else:
        yield _whole(writer, loss)
    for stop in (stop for stop in loss.stops if stop.names):
        yield _stopped(writer, stop)
    for cut in loss.cuts:
        value = writer.document.span(cut.value)
        yield Edit(
            writer.document.span(cut), (Name("mindspore.ops.stop_gradient"), "(", value, ")")
        )
    if loss.guard is not None and loss.guard.branch is not None and loss.guard.form == "inside":
        yield otherwise(writer, loss, loss.guard.branch)


def _in_place(writer: Writer, loss: Loss) -> Iterator[Edit]:
    document, names = writer.document, writer.names[loss]
    first, last = loss.statements[0], loss.statements[-1]
    indentation, newline = writer.indentation(first, loss), document.newline
    start = document.line_starts[document.line_of(start_of(document, first))]
    parameters = ", ".join(declared(loss.carried, loss.arguments))
    header = f"{indentation}def {names.function}({parameters}):{newline}"
    if writer.plan.accumulation is not None and writer.zeros_in(loss):
        header = f"{indentation}{writer.total} = None{newline}{header}"
    ahead = newline if _stands_close(writer, start) else ""
    yield Edit(Span(start, start), (ahead + header,))
    behind = line_behind(document, last)
    result: list[Piece] = [f"{indentation}{writer.unit}", *_result(writer, loss)]
    yield Edit(Span(behind, behind), (*result, newline))
    yield from _gradient(writer, loss, behind)


def _before_loop(writer: Writer, loss: Loss, hoist: Hoist) -> Iterator[Edit]:
    """The function and its gradient function before the loop, and the call of that in it."""
    document, names, newline = writer.document, writer.names[loss], writer.document.newline
    outer = writer.indentation(hoist.loop)
    inner = f"{newline}{outer}{writer.unit}"
    header = f"def {names.function}"
    parameters = writer.in_parentheses(hoist.arguments, outer, header)
    text: list[Piece] = [f"{outer}{header}{parameters}:", inner]
    if loss.statements:
        text += [_moved(document, loss.statements), inner]
    text += [*_result(writer, loss), f"{newline}{newline}{outer}"]
    text += [*grad_function(writer, loss), f"{newline}{newline}"]
    at = document.line_starts[comments_above(document, hoist.loop)]
    close = _stands_close(writer, at) or any(place is hoist.loop for _, place in loss.unset)
    close &= (
        next(other for other in writer.plan.hoists.values() if other.loop is hoist.loop) is hoist
    )
    yield Edit(Span(at, at), (newline if close else "", *text))
    last = statement_of(loss.backward[-1])
    call = tuple(gradient_call(writer, loss, writer.indentation(last)))
    gone = _gone(loss)
    if not loss.statements:
        yield _computed(writer, loss.backward[-1], call)
        return
    first = loss.statements[0]
    start = document.line_starts[comments_above(document, first)]
    behind = line_behind(document, loss.statements[-1])
    place = Span(start, behind)
    indentation = writer.blanks(first)
    yield from without_indentation(document, loss.statements, writer.depth(loss), writer.gone)
    if writer.plan.accumulation is not None and writer.zeros_in(loss):
        yield Edit(
            place, (f"{indentation}{writer.total} = None{newline}{indentation}", *call, newline)
        )
        if last in gone:
            yield remove_statement(writer.site.document, last)
    elif _stays(writer, loss, last):
        above = document.line_text(document.line_of(start) - 1)
        if loss.block[0] is first or not above.strip():
            place = Span(start, behind_blanks(document, behind))
        yield Edit(place, MOVED_AWAY)
        yield _computed(writer, loss.backward[-1], call)
    else:
        call = tuple(early_call(writer, loss, indentation))
        yield Edit(place, (indentation, *call, newline))
        yield from _behind_early(writer, loss)
    for statement in gone:
        if statement not in loss.ends:
            yield remove_statement(writer.site.document, statement)


def _stands_close(writer: Writer, at: int) -> bool:
    """Whether the line before ``at`` is another statement of the same block, which stays.

    A comment there is the function's.
    """
    document = writer.document
    spans = [document.span(statement_of(event)) for event in writer.plan.zeros]
    gone = {document.line_of(span.end) for span in spans}
    line = document.line_of(at) - 1
    while line in gone:
        line -= 1
    text = document.line_text(line).strip() if line >= 0 else ""
    return bool(text) and not text.startswith("#") and not text.endswith(":")


def _moved(document: Document, statements: Sequence[ast.stmt]) -> Moved:
    """The text of statements, with the comments that stand above them and behind the last one."""
    line = comments_above(document, statements[0])
    text = document.line_text(line)
    start = document.line_starts[line] + len(text) - len(text.lstrip(" \t\f"))
    end = line_behind(document, statements[-1])
    return Moved(Span(start, len(document.text[:end].rstrip("\r\n"))))


def _stopped(writer: Writer, stop: Stop) -> Edit:
    """``target = stop_gradient(target)`` behind a block that loses its header, whose last line it follows
    wherever that goes."""
    newline = writer.document.newline
    behind = line_behind(writer.document, stop.block)
    at = len(writer.document.text[:behind].removesuffix(newline))
    pieces: list[Piece] = []
    for name in stop.names:
        pieces += [
            f"{newline}{writer.indentation(stop.block)}{name} = ",
            Name("mindspore.ops.stop_gradient"),
            f"({name})",
        ]
    return Edit(Span(at, at), tuple(pieces))


def _whole(writer: Writer, loss: Loss) -> Edit:
    """``criterion(net(x), y).backward()``: there are no other statements."""
    statement, newline = statement_of(loss.backward[0]), writer.document.newline
    indentation = writer.indentation(statement)
    header = f"def {writer.names[loss].function}():{newline}"
    pieces: list[Piece] = [header, f"{indentation}{writer.unit}", *_result(writer, loss)]
    pieces += [f"{newline}{newline}{indentation}", *gradient_call(writer, loss, indentation)]
    return _computed(writer, loss.backward[-1], tuple(pieces))


def _gone(loss: Loss) -> list[ast.stmt]:
    """The statements of backward calls that something else stands for afterwards."""
    return [statement_of(event) for event in loss.backward if event.given is None]


def _computed(writer: Writer, event: Event, pieces: tuple[Piece, ...]) -> Edit:
    """What computes the gradients, in the place of a backward call; in front of a call that is given
    them."""
    span = writer.document.span(statement_of(event))
    if event.given is None:
        return Edit(span, pieces)
    line = f"{writer.document.newline}{writer.indentation(statement_of(event))}"
    return Edit(Span(span.start, span.start), (*pieces, line))


def _gradient(writer: Writer, loss: Loss, behind: int) -> Iterator[Edit]:
    """The call of the gradient function: in the place of backward where nothing lies between."""
    document, newline = writer.document, writer.document.newline
    blank = not document.line_text(document.line_of(behind)).strip()
    last = statement_of(loss.backward[-1])
    gone = _gone(loss)
    if _stays(writer, loss, last):
        if not blank:
            yield Edit(Span(behind, behind), (newline,))
        call = gradient_call(writer, loss, writer.indentation(last))
        yield _computed(writer, loss.backward[-1], tuple(call))
    else:
        indentation = writer.indentation(loss.statements[-1], loss)
        call = early_call(writer, loss, indentation)
        yield Edit(Span(behind, behind), (newline, indentation, *call, newline))
        yield from _behind_early(writer, loss)
    for statement in gone:
        if statement not in loss.ends:
            yield remove_statement(writer.site.document, statement)


def _behind_early(writer: Writer, loss: Loss) -> Iterator[Edit]:
    """What becomes of backward calls whose gradients were computed before: those are added up there."""
    branch = loss.either
    if branch is not None and {*branch.body, *branch.orelse} == set(_gone(loss)):
        if writer.plan.accumulation is not None:
            yield Edit(writer.document.span(branch), (addition(writer, loss),))
        else:
            yield remove_statement(writer.site.document, branch)
        return
    for event in loss.backward if branch else loss.backward[-1:]:
        if writer.plan.accumulation is not None:
            yield _computed(writer, event, (addition(writer, loss),))
        elif event.given is None:
            yield remove_statement(writer.site.document, statement_of(event))


def _stays(writer: Writer, loss: Loss, backward: ast.stmt) -> bool:
    """Whether the gradients are computed where the backward call stands.

    They are if only what goes away stands between that and the range.
    """
    if loss.guard is not None:
        return loss.guard.form == "inside"
    removed = {statement_of(event) for event in (*writer.plan.zeros, *loss.backward)}
    if writer.plan.accumulation is not None:
        removed -= {statement_of(event) for event in writer.plan.zeros}
    index = list(loss.block).index(backward)
    return all(statement in removed for statement in loss.block[loss.last + 1 : index])


def _result(writer: Writer, loss: Loss) -> Iterator[Piece]:
    yield "return "
    yield from _value(writer, loss)
    yield listed(loss.others, loss.in_tuple, loss.dicts)


def _value(writer: Writer, loss: Loss) -> Iterator[Piece]:
    if loss.either is None or not isinstance(loss.losses[0], ast.IfExp):
        yield from _sum(writer, loss.backward[-1:] if loss.either else loss.backward)
        return
    one, other = loss.backward
    test = Moved(writer.document.span(loss.either.test), operand=True)
    yield from (*_sum(writer, [one]), " if ", test, " else ", *_sum(writer, [other]))


def _sum(writer: Writer, events: Sequence[Event]) -> Iterator[Piece]:
    terms = [term for event in events for term in event.summands]
    given = [event.given for event in events if event.given is not None]
    if given:  # what the file gives there goes, and is no path to be written anew
        yield " + ".join(_given(one.loss, one.scaler) for one in given)
        return
    if len(terms) == 1 and terms[0].weight is None:
        yield Moved(writer.document.span(terms[0].value))
        return
    for index, term in enumerate(terms):
        if index:
            yield " + "
        value = Moved(writer.document.span(term.value), operand=True)
        if term.weight is None:
            yield value
        else:
            weight = Moved(writer.document.span(term.weight))
            yield from ("(", value, " * ", Name("mindspore.ops.stop_gradient"), "(", weight, "))")
            yield ".sum()"


def _given(loss: ast.expr, scaler: str | None) -> str:
    text = ast.unparse(loss)
    return text if scaler is None else f"{scaler}.scale({text})"
