"""A plan becomes the edits of one fix."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.gradmode import block_depth
from mindport.findings.site import Site
from mindport.findings.training.auxiliary import listed
from mindport.findings.training.events import Event
from mindport.findings.training.forms import names_norm
from mindport.findings.training.layout import (
    free_name,
    indented,
    line_behind,
    lines_of,
    names_in,
    start_of,
    unit_of,
)
from mindport.findings.training.model import (
    Closure,
    GradientLoop,
    Loss,
    Plan,
    Stop,
    Update,
    statement_of,
)
from mindport.report import Edit, Name, Operand, Piece


@dataclass(frozen=True)
class Written:
    """What a loss's function, its gradient function and its gradients are called."""

    function: str
    grad_function: str
    grads: str


@dataclass(frozen=True)
class _Writer:
    site: Site
    plan: Plan
    names: Mapping[Loss, Written]
    total: str
    unit: str
    gone: Mapping[ast.stmt, int]
    """How far to the left each statement moves with the removal of a block around it."""

    @property
    def document(self) -> Document:
        return self.site.document

    def indentation(self, statement: ast.stmt, own: Loss | None = None) -> str:
        """That of the statement's line, in the functions of other losses than ``own``."""
        start = start_of(self.document, statement)
        text = self.document.text[self.document.line_starts[self.document.line_of(start)] : start]
        line = self.document.line_of(start)
        around = [loss for loss in self.plan.losses if loss is not own]
        depth = sum(line in lines_of(self.document, loss.statements) for loss in around)
        return text[self.gone.get(statement, 0) :] + self.unit * depth


def plan_edits(site: Site, plan: Plan, blocks: Sequence[ast.With]) -> tuple[Edit, ...]:
    """Everything that turns the plan's statements into functions and their gradients.

    ``blocks`` lose their headers at the same time.
    """
    gone: dict[ast.stmt, int] = {}
    for block in blocks:
        depth = block_depth(site.document, block)
        for node in (node for statement in block.body for node in ast.walk(statement)):
            if isinstance(node, ast.stmt):
                gone[node] = gone.get(node, 0) + depth
    taken = names_in(site)
    names = dict(_names(taken, plan.losses))
    total = free_name("total_grads", taken)
    writer = _Writer(site, plan, names, total, unit_of(site.document), gone)
    edits: list[Edit] = []
    for loss in plan.losses:
        edits += _loss(writer, loss)
    for number, update in enumerate(plan.updates):
        edits += _update(writer, update, number, taken)
    one = free_name("grad", taken) if plan.loops else ""
    for loop in plan.loops:
        edits += _gradient_loop(writer, loop, one)
    if plan.closure is not None:
        edits += _closure(writer, plan.closure)
    edits += _zeros(writer)
    edits += indented(site.document, [loss.statements for loss in plan.losses], writer.unit)
    return tuple(edits)


def _names(taken: set[str], losses: Sequence[Loss]) -> Iterator[tuple[Loss, Written]]:
    for loss in losses:
        number = 1
        while True:
            suffix = "" if number == 1 else f"_{number}"
            names = (f"forward_fn{suffix}", f"grad_fn{suffix}", f"grads{suffix}")
            if not taken & set(names):
                break
            number += 1
        taken |= set(names)
        yield loss, Written(*names)


def _loss(writer: _Writer, loss: Loss) -> Iterator[Edit]:
    document, names = writer.document, writer.names[loss]
    if not loss.statements:
        yield _whole(writer, loss)
        return
    first, last = loss.statements[0], loss.statements[-1]
    indentation, newline = writer.indentation(first, loss), document.newline
    start = document.line_starts[document.line_of(start_of(document, first))]
    parameters = ", ".join(f"{name}={name}" for name in loss.carried)
    header = f"{indentation}def {names.function}({parameters}):{newline}"
    if writer.plan.accumulation is not None and _zeros_in(writer.plan, loss):
        header = f"{indentation}{writer.total} = None{newline}{header}"
    yield Edit(Span(start, start), (header,))
    behind = line_behind(document, last)
    result: list[Piece] = [f"{indentation}{writer.unit}return ", *_sum(writer, loss)]
    result.append(listed(loss.others, loss.in_tuple))
    for stop in loss.stops:
        yield _stopped(writer, stop)
    for cut in loss.cuts:
        value = document.span(cut.value)
        yield Edit(document.span(cut), (Name("mindspore.ops.stop_gradient"), "(", value, ")"))
    yield Edit(Span(behind, behind), (*result, newline))
    yield from _gradient(writer, loss, behind)
    if loss.guard is not None:
        yield _otherwise(writer, loss, loss.guard)


def _stopped(writer: _Writer, stop: Stop) -> Edit:
    """``target = stop_gradient(target)`` behind a block that loses its header."""
    behind = line_behind(writer.document, stop.block)
    pieces: list[Piece] = []
    for name in stop.names:
        pieces += [
            f"{writer.indentation(stop.block)}{name} = ",
            Name("mindspore.ops.stop_gradient"),
        ]
        pieces.append(f"({name}){writer.document.newline}")
    return Edit(Span(behind, behind), tuple(pieces))


def _whole(writer: _Writer, loss: Loss) -> Edit:
    """``criterion(net(x), y).backward()``: there are no other statements."""
    statement, newline = statement_of(loss.backward[0]), writer.document.newline
    indentation = writer.indentation(statement)
    header = f"def {writer.names[loss].function}():{newline}"
    pieces: list[Piece] = [header, f"{indentation}{writer.unit}return ", *_sum(writer, loss)]
    pieces += [f"{newline}{newline}{indentation}", *_call(writer, loss, indentation)]
    return Edit(writer.document.span(statement), tuple(pieces))


def _gradient(writer: _Writer, loss: Loss, behind: int) -> Iterator[Edit]:
    """The call of the gradient function: in the place of backward where nothing lies between."""
    document, newline = writer.document, writer.document.newline
    blank = not document.line_text(document.line_of(behind)).strip()
    last = statement_of(loss.backward[-1])
    gone = [statement_of(event) for event in loss.backward]
    if loss.guard is not None or _follows(writer, loss, last):
        if not blank:
            yield Edit(Span(behind, behind), (newline,))
        call = _call(writer, loss, writer.indentation(last))
        yield Edit(document.span(last), tuple(call))
        gone.remove(last)
    else:
        indentation = writer.indentation(loss.statements[-1], loss)
        call = _call(writer, loss, indentation, adds=False)
        yield Edit(Span(behind, behind), (newline, indentation, *call, newline))
        if writer.plan.accumulation is not None:
            yield Edit(document.span(last), (_addition(writer, loss),))
            gone.remove(last)
    for statement in gone:
        yield remove_statement(writer.site, statement)


def _follows(writer: _Writer, loss: Loss, backward: ast.stmt) -> bool:
    """Whether only what goes away stands between the range and its backward call."""
    removed = {statement_of(event) for event in (*writer.plan.zeros, *loss.backward)}
    if writer.plan.accumulation is not None:
        removed -= {statement_of(event) for event in writer.plan.zeros}
    index = list(loss.block).index(backward)
    return all(statement in removed for statement in loss.block[loss.last + 1 : index])


def _call(writer: _Writer, loss: Loss, indentation: str, adds: bool = True) -> Iterator[Piece]:
    names, newline = writer.names[loss], writer.document.newline
    weights = " + ".join(f"{optimizer}.parameters" for optimizer in loss.optimizers)
    yield f"{names.grad_function} = "
    yield Name("mindspore.value_and_grad")
    aux = ", has_aux=True" if loss.others else ""
    yield f"({names.function}, None, {weights}{aux}){newline}{indentation}"
    yield from _targets(writer, loss)
    yield f", {names.grads} = {names.grad_function}()"
    if writer.plan.accumulation is not None and adds:
        yield f"{newline}{indentation}{_addition(writer, loss)}"


def _addition(writer: _Writer, loss: Loss) -> str:
    total, grads = writer.total, writer.names[loss].grads
    return f"{total} = {grads} if {total} is None else [a + b for a, b in zip({total}, {grads})]"


def _zeros_in(plan: Plan, loss: Loss) -> list[ast.stmt]:
    """``zero_grad`` between the statements of a loss: its gradients come later in any case."""
    return [s for event in plan.zeros if (s := statement_of(event)) in loss.statements]


def _sum(writer: _Writer, loss: Loss) -> Iterator[Piece]:
    if len(loss.losses) == 1:
        yield writer.document.span(loss.losses[0])
        return
    for index, value in enumerate(loss.losses):
        if index:
            yield " + "
        yield Operand(writer.document.span(value))


def _targets(writer: _Writer, loss: Loss) -> Iterator[Piece]:
    """What the results are assigned to."""
    values = loss.losses
    plain = len(values) == 1 and isinstance(values[0], ast.Name | ast.Attribute)
    value: Piece = writer.document.span(values[0]) if plain else "_"
    if loss.others:
        yield from ("(", value, listed(loss.others, loss.in_tuple), ")")
    else:
        yield value


def _otherwise(writer: _Writer, loss: Loss, guard: ast.If) -> Edit:
    """Where there is no step, the forward pass runs without gradients."""
    document, newline = writer.document, writer.document.newline
    values = loss.losses
    names = [document.text[s.start : s.end] for s in (document.span(v) for v in values)]
    value = ", ".join(names if _is_plain(values[0]) else ["_"])
    targets = value + listed(loss.others, loss.in_tuple)
    call = f"{targets} = {writer.names[loss].function}()"
    indentation = writer.indentation(guard)
    if guard.orelse:
        first = guard.orelse[0]
        start = document.line_starts[document.line_of(start_of(document, first))]
        return Edit(Span(start, start), (f"{writer.indentation(first)}{call}{newline}",))
    behind = line_behind(document, guard.body[-1])
    text = f"{indentation}else:{newline}{indentation}{writer.unit}{call}{newline}"
    return Edit(Span(behind, behind), (text,))


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _update(writer: _Writer, update: Update, number: int, taken: set[str]) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    grads = writer.total if added is not None else _gradients(writer, update)
    if added is not None:
        name = writer.total
    elif len(update.losses) == 1 and len(update.losses[0].optimizers) == 1:
        name = grads
    else:
        name = free_name(f"clipped_{number + 1}", taken) if update.clips else ""
    for clip in update.clips:
        yield Edit(document.span(statement_of(clip)), tuple(_clipped(writer, clip, name, grads)))
        grads = name
    call = update.step.call
    assert isinstance(call.func, ast.Attribute)
    pieces: list[Piece] = [document.span(call.func.value), f"({grads})"]
    if update.step.is_scaled:
        pieces = [document.span(call.func), "(", document.span(call.args[0]), f", {grads})"]
    if added is not None and update.step in added.guarded:
        inner = f"{writer.indentation(statement_of(update.step))}{writer.unit}"
        pieces = [f"if {grads} is not None:{document.newline}{inner}", *pieces]
    yield Edit(document.span(call), tuple(pieces))


def _closure(writer: _Writer, closure: Closure) -> Iterator[Edit]:
    """The gradients beside the loss; and the step of an optimizer that does not call for them."""
    span = writer.document.span
    (loss,) = writer.plan.losses
    grads, value = writer.names[loss].grads, closure.result.value
    assert value is not None
    yield Edit(span(value), (span(value), f", {grads}"))
    if closure.steps_itself:
        return
    statement, call = statement_of(closure.step), closure.step.call
    assert isinstance(call.func, ast.Attribute)
    target: Piece = span(statement.targets[0]) if isinstance(statement, ast.Assign) else "_"
    (function,) = [*call.args, *(keyword.value for keyword in call.keywords)]
    line = f"(){writer.document.newline}{writer.indentation(statement)}"
    called: tuple[Piece, ...] = (target, f", {grads} = ", span(function), line)
    yield Edit(span(statement), (*called, span(call.func.value), f"({grads})"))


def _gradients(writer: _Writer, update: Update) -> str:
    """The sum of the gradients that a step takes, as an expression."""
    parts = [_share(writer, loss, update.optimizer) for loss in update.losses]
    if len(parts) == 1:
        return parts[0]
    letters = [f"g{index}" for index in range(1, len(parts) + 1)]
    return f"[{' + '.join(letters)} for {', '.join(letters)} in zip({', '.join(parts)})]"


def _share(writer: _Writer, loss: Loss, optimizer: str) -> str:
    """An optimizer's part of the gradients that several share."""
    grads = writer.names[loss].grads
    if len(loss.optimizers) == 1:
        return grads
    size = f"len({loss.optimizers[0]}.parameters)"
    return f"{grads}[:{size}]" if optimizer == loss.optimizers[0] else f"{grads}[{size}:]"


def _clipped(writer: _Writer, clip: Event, name: str, grads: str) -> Iterator[Piece]:
    call, span = clip.call, writer.document.span
    given = {k.arg: k.value for k in call.keywords}
    if names_norm(clip):
        yield from _norm(writer, clip, grads)
    yield f"{name} = "
    if clip.is_scaled:
        yield from (span(call.func), "(", span(call.args[0]), f", {grads})")
        return
    if clip.symbol.endswith("value_"):
        value = given.get("clip_value") or call.args[-1]
        yield Name("mindspore.ops.clip_by_value")
        yield from (f"({grads}, -", span(value), ", ", span(value), ")")
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


def _norm(writer: _Writer, clip: Event, grads: str) -> Iterator[Piece]:
    """The norm that torch's clipping gives back, computed before it."""
    statement = statement_of(clip)
    assert isinstance(statement, ast.Assign)
    for target in statement.targets:
        yield from (writer.document.span(target), " = ")
    order = [k.value for k in clip.call.keywords if k.arg == "norm_type"] + clip.call.args[2:]
    if order and ast.unparse(order[0]) not in ("2", "2.0"):
        yield f"max(grad.abs().max() for grad in {grads})"
    else:
        yield f"sum((grad**2).sum() for grad in {grads}).sqrt()"
    yield f"{writer.document.newline}{writer.indentation(statement)}"


def _gradient_loop(writer: _Writer, loop: GradientLoop, name: str) -> Iterator[Edit]:
    """``for p, grad in zip(optimizer.parameters, grads)``, and ``grad`` for ``p.grad``."""
    (update,) = writer.plan.updates
    span = writer.document.span
    grads = writer.names[update.losses[0]].grads
    yield Edit(span(loop.target), (span(loop.target), f", {name}"))
    yield Edit(span(loop.iterated), (f"zip({update.optimizer}.parameters, {grads})",))
    for read in loop.reads:
        yield Edit(span(read), (name,))


def _zeros(writer: _Writer) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    if added is None:
        for event in writer.plan.zeros:
            yield remove_statement(writer.site, statement_of(event))
        return
    loop = document.span(added.loop)
    inside = [s for loss in writer.plan.losses for s in _zeros_in(writer.plan, loss)]
    for event in writer.plan.zeros:
        statement = statement_of(event)
        if document.span(statement).start < loop.start or statement in inside:
            yield remove_statement(writer.site, statement)
        else:
            yield Edit(document.span(statement), (f"{writer.total} = None",))
    start = document.line_starts[document.line_of(loop.start)]
    text = f"{writer.indentation(added.loop)}{writer.total} = None{document.newline}"
    yield Edit(Span(start, start), (text,))
