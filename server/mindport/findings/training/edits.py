"""A plan becomes the edits of one fix."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.events import Event
from mindport.findings.training.plan import Loss, Plan, Update
from mindport.report import Edit, Name, Piece


@dataclass(frozen=True)
class _Writer:
    site: Site
    names: dict[Loss, tuple[str, str, str]]
    """What the function, its gradient function and its gradients are called."""

    @property
    def document(self) -> Document:
        return self.site.document

    def text(self, node: ast.AST) -> Span:
        return self.document.span(node)


def plan_edits(site: Site, plan: Plan) -> tuple[Edit, ...]:
    """Everything that turns the plan's statements into functions and their gradients."""
    writer = _Writer(site, _names(site, plan.losses))
    edits: list[Edit] = []
    for loss in plan.losses:
        edits += _loss(writer, loss, [u for u in plan.updates if loss in u.losses])
    for update in plan.updates:
        edits += _update(writer, update)
    edits += [remove_statement(site, _statement(zero)) for zero in plan.zeros]
    return tuple(edits)


def _names(site: Site, losses: Sequence[Loss]) -> dict[Loss, tuple[str, str, str]]:
    assert site.document.tree is not None
    taken = {n.id for n in ast.walk(site.document.tree) if isinstance(n, ast.Name)}
    found = {}
    for loss in losses:
        number = 1
        while True:
            suffix = "" if number == 1 else f"_{number}"
            names = (f"forward_fn{suffix}", f"grad_fn{suffix}", f"grads{suffix}")
            if not taken & set(names):
                break
            number += 1
        taken |= set(names)
        found[loss] = names
    return found


def _statement(event: Event) -> ast.stmt:
    assert event.statement is not None
    return event.statement


def _loss(writer: _Writer, loss: Loss, updates: Sequence[Update]) -> Iterator[Edit]:
    document = writer.document
    function, grad_function, grads = writer.names[loss]
    first, last = loss.statements[0], loss.statements[-1]
    indentation = _indentation(document, first)
    unit = _unit(document)
    newline = document.newline
    start = document.line_starts[document.line_of(_start(document, first))]
    header = f"{indentation}def {function}({', '.join(f'{n}={n}' for n in loss.carried)}):"
    yield Edit(Span(start, start), (f"{header}{newline}",))
    yield from _indented(document, loss.statements, unit)
    behind = _line_behind(document, last)
    result: list[Piece] = [f"{indentation}{unit}return ", *_sum(writer, loss.losses)]
    result += [f", {name}" for name in loss.others]
    yield Edit(Span(behind, behind), (*result, newline))
    call: list[Piece] = [
        f"{grad_function} = ",
        Name("mindspore.value_and_grad"),
        f"({function}, None, ",
    ]
    call += [f"{updates[0].optimizer}.parameters"]
    call += [", has_aux=True)" if loss.others else ")", newline, indentation]
    call += [*_targets(writer, loss), f", {grads} = {grad_function}()"]
    backward = _statement(loss.backward[-1])
    at_once = all(
        s in {_statement(e) for e in loss.backward} or _is_removed(s, updates)
        for s in loss.block[loss.last + 1 : list(loss.block).index(backward)]
    )
    if at_once:
        blank = not document.line_text(document.line_of(behind)).strip()
        if not blank:
            yield Edit(Span(behind, behind), (newline,))
        yield Edit(document.span(backward), tuple(call))
        gone = loss.backward[:-1]
    else:
        yield Edit(Span(behind, behind), (newline, indentation, *call, newline))
        gone = loss.backward
    for event in gone:
        yield remove_statement(writer.site, _statement(event))


def _is_removed(statement: ast.stmt, updates: Sequence[Update]) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and (
            isinstance(statement.value.func, ast.Attribute)
            and statement.value.func.attr == "zero_grad"
        )
    )


def _sum(writer: _Writer, losses: Sequence[ast.expr]) -> Iterator[Piece]:
    for index, loss in enumerate(losses):
        if index:
            yield " + "
        yield writer.text(loss)


def _targets(writer: _Writer, loss: Loss) -> Iterator[Piece]:
    """What the results are assigned to."""
    values = loss.losses
    plain = len(values) == 1 and isinstance(values[0], ast.Name | ast.Attribute)
    value: Piece = writer.text(values[0]) if plain else "_"
    if loss.others:
        yield from ("(", value, *(f", {name}" for name in loss.others), ")")
    else:
        yield value


def _update(writer: _Writer, update: Update) -> Iterator[Edit]:
    document = writer.document
    names = [writer.names[loss][2] for loss in update.losses]
    if len(names) == 1:
        grads = names[0]
    else:
        letters = ", ".join(f"g{index}" for index in range(1, len(names) + 1))
        total = letters.replace(", ", " + ")
        grads = f"[{total} for {letters} in zip({', '.join(names)})]"
    for clip in update.clips:
        yield Edit(document.span(_statement(clip)), tuple(_clipped(writer, clip, names[0], grads)))
        grads = names[0]
    call = update.step.call
    assert isinstance(call.func, ast.Attribute)
    receiver = document.span(call.func.value)
    yield Edit(document.span(call), (receiver, f"({grads})"))


def _clipped(writer: _Writer, clip: Event, name: str, grads: str) -> Iterator[Piece]:
    call = clip.call
    given = {k.arg: k.value for k in call.keywords}
    yield f"{name} = "
    if clip.symbol.endswith("value_"):
        value = given.get("clip_value") or call.args[-1]
        yield Name("mindspore.ops.clip_by_value")
        yield from (f"({grads}, -", writer.text(value), ", ", writer.text(value), ")")
        return
    limit = given.get("max_norm") or call.args[1]
    order = given.get("norm_type")
    if order is None and len(call.args) == 3:
        order = call.args[2]
    yield Name("mindspore.ops.clip_by_norm")
    yield from (f"({grads}, ", writer.text(limit))
    if order is not None and ast.unparse(order) not in ("2", "2.0"):
        yield ", float('inf')"
    check = given.get("error_if_nonfinite")
    if check is not None:
        yield from (", error_if_nonfinite=", writer.text(check))
    yield ")"


def _start(document: Document, statement: ast.stmt) -> int:
    """Where a statement begins, its decorators included."""
    decorators = getattr(statement, "decorator_list", None)
    if decorators:
        return document.text.rfind("@", 0, document.span(decorators[0]).start)
    return document.span(statement).start


def _indentation(document: Document, statement: ast.stmt) -> str:
    start = _start(document, statement)
    return document.text[document.line_starts[document.line_of(start)] : start]


def _unit(document: Document) -> str:
    """One level of indentation as this file writes it."""
    for line in range(len(document.line_starts)):
        text = document.line_text(line)
        if text.startswith("\t"):
            return "\t"
        blanks = len(text) - len(text.lstrip(" "))
        if blanks and text.strip():
            return " " * (blanks if blanks in (2, 3, 4, 8) else 4)
    return "    "


def _line_behind(document: Document, statement: ast.stmt) -> int:
    """Where the line behind a statement begins."""
    return document.line_starts[document.line_of(document.span(statement).end) + 1]


def _indented(document: Document, statements: Sequence[ast.stmt], unit: str) -> Iterator[Edit]:
    """One more level for every line of the statements, but for those that begin in a string."""
    first = document.line_of(_start(document, statements[0]))
    last = document.line_of(document.span(statements[-1]).end)
    inside = {line for statement in statements for line in string_lines(statement)}
    for line in range(first, last + 1):
        text = document.line_text(line)
        if line in inside or not text.strip():
            continue
        at = document.line_starts[line] + len(text) - len(text.lstrip(" \t\f"))
        yield Edit(Span(at, at), (unit,))


def string_lines(statement: ast.stmt) -> Iterator[int]:
    """Lines that begin inside a string, whose indentation is part of the text."""
    for node in ast.walk(statement):
        is_string = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if is_string or isinstance(node, ast.JoinedStr):
            assert isinstance(node, ast.expr)
            yield from range(node.lineno, node.end_lineno or node.lineno)
