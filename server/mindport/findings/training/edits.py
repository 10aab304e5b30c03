"""A plan becomes the edits of one fix."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.document import Span
from mindport.findings.blocks import block_depth
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.called_readers import Reader, lists_whole
from mindport.findings.training.cancelled import cancelling
from mindport.findings.training.changed_gradients import changed_in, loop_changes
from mindport.findings.training.clip_edits import clip_edits
from mindport.findings.training.function_edits import loss_edits
from mindport.findings.training.hand_edits import gradients_given, hand_edits
from mindport.findings.training.layout import (
    comments_above,
    free_name,
    indented,
    line_behind,
    names_in,
    names_of_function,
    unit_of,
)
from mindport.findings.training.model import (
    HANDED,
    Closure,
    GradientLoop,
    GradientRead,
    Loss,
    Plan,
    Update,
    statement_of,
)
from mindport.findings.training.module_loops import gradient_of, layer_read_edits
from mindport.findings.training.parameter_loops import header_edits
from mindport.findings.training.reader_edits import read_edits, reader_edits
from mindport.findings.training.writer import Writer, Written, names_of
from mindport.report import Edit, Name, Piece
from mindport.symbols.own_steps import TAKES
from mindport.symbols.stepping import COPIED

GRADS_OF = "helper.grads_of"


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
    names = dict(names_of(taken, plan.losses))
    total = free_name("total_grads", taken)
    if plan.accumulation is not None and plan.accumulation.is_held:
        total = f"self.{total}"
    elif plan.accumulation is not None and plan.accumulation.keeper:
        total = f"{plan.accumulation.keeper}.{total}"
    clipped = dict(_names_clipped(plan, names, total, taken))
    copied = frozenset(changed_in(plan))
    writer = Writer(site, plan, names, total, unit_of(site.document), gone, clipped, copied)
    edits: list[Edit] = list(_given_none(writer))
    for loss in plan.losses:
        edits += loss_edits(writer, loss)
    for update in plan.updates:
        edits += (e for e in _update(writer, update, taken) if e not in edits)
    one = free_name("grad", taken) if plan.loops else ""
    for loop in (loop for loop in plan.loops if loop.reader is None):
        edits += _gradient_loop(writer, loop, one)
    for reader in dict.fromkeys(loop.reader for loop in plan.loops if loop.reader is not None):
        loops = [one for one in plan.loops if one.reader is reader]
        edits += (e for e in _reader(writer, reader, loops) if e not in edits)
    edits += (_gradient_read(writer, read) for read in plan.reads)
    if plan.closure is not None:
        edits += _closure(writer, plan.closure)
    edits += _zeros(writer)
    edits += (remove_statement(site.document, statement_of(clip)) for clip in plan.gone)
    if plan.handed is not None:
        place, name = site.document.span(plan.handed.parameter), HANDED
        if plan.handed.keeps:
            place, name = Span(place.end, place.end), f", {HANDED}"
        edits.append(Edit(place, (name,)))
        edits.append(_handed_backward(writer, statement_of(plan.handed.backward)))
    inside = [loss.statements for loss in plan.losses if loss not in plan.hoists]
    edits += indented(site.document, inside, writer.unit)
    return tuple(edits)


def _handed_backward(writer: Writer, statement: ast.stmt) -> Edit:
    """What differentiates the loss that a function is given goes, or copies what it changes."""
    if any(map(loop_changes, writer.plan.loops)):
        return Edit(writer.document.span(statement), (COPIED.format(HANDED),))
    return remove_statement(writer.document, statement)


def _given_none(writer: Writer) -> Iterator[Edit]:
    """``y = None`` for what the functions are given and a condition may leave without a value."""
    document = writer.document
    places: dict[tuple[str, ast.stmt], Loss] = {}
    for loss in writer.plan.losses:
        for place in loss.unset:
            places.setdefault(place, loss)
    for (name, statement), loss in places.items():
        at = document.line_starts[comments_above(document, statement)]
        indentation = writer.indentation(statement, loss)
        yield Edit(Span(at, at), (f"{indentation}{name} = None{document.newline}",))


def _names_clipped(
    plan: Plan, names: Mapping[Loss, Written], total: str, taken: set[str]
) -> Iterator[tuple[Update, str]]:
    """What the gradients of a step are called once they are clipped."""
    for number, update in enumerate(plan.updates):
        if all(clip.given is not None for clip in update.clips):
            continue
        if plan.accumulation is not None:
            yield update, total
        elif len(update.losses) > 1 or any(len(loss.optimizers) > 1 for loss in update.losses):
            yield update, free_name(f"clipped_{number + 1}", taken)
        else:
            yield update, HANDED if plan.handed is not None else names[update.losses[0]].grads


def _update(writer: Writer, update: Update, taken: set[str]) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    grads = _gradients(writer, update)
    if added is not None:
        grads = _share(writer, update.losses[0], update.optimizer)
    if update in writer.clipped:
        yield from clip_edits(writer, update, grads, taken)
        grads = writer.clipped[update]
    call, given = update.step.call, update.step.given
    if given is not None:
        keyword = next((k for k in call.keywords if k.value is given.loss), None)
        span = document.span(given.loss if keyword is None else keyword)
        handed = grads if keyword is None else f"{HANDED}={grads}"
        if given.rule.keeps:
            span, handed = Span(span.end, span.end), f", {handed}"
        yield Edit(span, (handed,))
        return
    if update.step.hand is not None:
        yield from hand_edits(writer, update, grads, taken)
        return
    assert isinstance(call.func, ast.Attribute)
    if update.step.in_part:
        statement = statement_of(update.step)
        at, line = (
            document.span(statement).start,
            f"{document.newline}{writer.indentation(statement)}",
        )
        taken_by = document.span(call.func.value)
        yield Edit(Span(at, at), (taken_by, f".{TAKES}({grads}){line}"))
        return
    pieces: list[Piece] = [document.span(call.func.value), f"({grads})"]
    starts = [document.span(one).start for one in (*call.args, *call.keywords)]
    if starts and (update.step.through or update.step.takes_more):
        more = Span(min(starts), document.span(call).end)
        pieces = [document.span(call.func.value), f"({grads}, ", more]
    if update.step.through:
        pieces[0] = document.span(call.func)
    elif update.step.is_scaled:
        pieces = [document.span(call.func), "(", document.span(call.args[0]), f", {grads})"]
    if added is not None and update.step in added.guarded:
        inner = f"{writer.indentation(statement_of(update.step))}{writer.unit}"
        pieces = [f"if {writer.total} is not None:{document.newline}{inner}", *pieces]
    yield Edit(document.span(call), tuple(pieces))


def _closure(writer: Writer, closure: Closure) -> Iterator[Edit]:
    """The gradients beside the loss; and the step of an optimizer that does not call for them."""
    span = writer.document.span
    (loss,) = writer.plan.losses
    grads, value = writer.names[loss].grads, closure.result.value
    assert value is not None
    if closure.step.in_part:
        at = span(closure.result).start
        line = f"{writer.document.newline}{writer.indentation(closure.result)}"
        yield Edit(Span(at, at), (f"{closure.step.on}.{TAKES}({grads}){line}",))
        return
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


def _gradients(writer: Writer, update: Update) -> str:
    """The sum of the gradients that a step takes, as an expression."""
    if writer.plan.handed is not None:
        return HANDED
    parts = [_share(writer, loss, update.optimizer) for loss in update.losses]
    if len(parts) == 1:
        return parts[0]
    letters = [f"g{index}" for index in range(1, len(parts) + 1)]
    return f"tuple({' + '.join(letters)} for {', '.join(letters)} in zip({', '.join(parts)}))"


def _of_first(writer: Writer, update: Update, at: ast.AST) -> str:
    """The gradients of a step's one loss ``at`` a node, those that a function is handed among them."""
    line = writer.document.line_of(writer.document.span(at).start) + 1
    clips = [clip for clip in update.clips if clip.given is None]
    if any(statement_of(clip).lineno < line for clip in clips):
        return writer.clipped[update]
    if writer.plan.handed is not None:
        return HANDED
    return _share(writer, update.losses[0], update.optimizer)


def _share(writer: Writer, loss: Loss, optimizer: str) -> str:
    """An optimizer's part of the gradients that several share."""
    added = writer.plan.accumulation is not None
    grads = writer.total if added else writer.names[loss].grads
    if len(loss.optimizers) == 1:
        return grads
    place = loss.optimizers.index(optimizer)
    *before, own = (_size(writer, one) for one in loss.optimizers[: place + 1])
    behind = f"{grads}[{' + '.join(before)}:]" if before else grads
    return behind if place == len(loss.optimizers) - 1 else f"{behind}[:{own}]"


def _size(writer: Writer, optimizer: str) -> str:
    """How many parameters an optimizer holds, as an expression."""
    held = writer.held(optimizer)
    return f"len({held})" if not held.startswith("(") else f"len{held}"


def _gradient_loop(writer: Writer, loop: GradientLoop, name: str) -> Iterator[Edit]:
    """``for p, grad in zip(optimizer.parameters, grads)``, and ``grad`` for ``p.grad``."""
    update = loop.update
    assert update is not None
    grads = _of_first(writer, update, loop.around)
    weights = writer.weights(update.optimizer)
    given: tuple[Piece, ...] = (grads,)
    gone = cancelling(loop)
    if gone is not None:
        variable = loop.header.variable.id
        held = free_name("held", {variable})
        pairs = f"for {held}, {name} in zip({weights}, {grads})"
        text = f"{grads} = [None if {held} is {variable} else {name} {pairs}]"
        yield Edit(writer.document.span(gone), (text,))
        return
    if not loop.in_order:
        weights = f"{loop.header.network}.trainable_params()"
        given = _ordered(loop.header.network, update.optimizer, grads)
    yield from header_edits(writer.document, loop.header, weights, given, name)
    if loop.header.form == "modules":
        found = free_name(f"{name}_of", names_in(writer.site))
        blanks = writer.indentation(loop.around) if isinstance(loop.around, ast.stmt) else ""
        around = loop.around, blanks
        yield from layer_read_edits(writer.document, around, loop.reads, found, weights, given)
    else:
        yield from read_edits(writer.document, loop.reads, name)


def _reader(writer: Writer, reader: Reader, loops: Sequence[GradientLoop]) -> Iterator[Edit]:
    """A function takes the gradients, and its calls give them."""
    update = loops[0].update
    assert update is not None
    in_order = all(loop.in_order for loop in loops)
    span = writer.document.span
    calls: list[tuple[ast.Call, ast.expr, Sequence[Piece]]] = []
    for call, given in reader.calls:
        grads = _of_first(writer, update, call)
        goes_over_its_own = lists_whole(given) is not None
        if goes_over_its_own:
            yield Edit(span(given), (writer.weights(update.optimizer),))
        if in_order or goes_over_its_own:
            calls.append((call, given, (grads,)))
        else:
            (network,) = reader.networks_of(call, given)
            calls.append((call, given, _ordered(network, update.optimizer, grads)))
    name = reader.grads or free_name("grads", names_of_function(reader.function))
    yield from gradients_given(writer, name, reader.parameter, calls)
    if not reader.is_shared:
        yield from reader_edits(writer.document, reader)


def _ordered(network: str, optimizer: str, grads: str) -> tuple[Piece, ...]:
    """An optimizer's gradients in the order of a network's parameters."""
    return Name(GRADS_OF), f"({network}.trainable_params(), {optimizer}, {grads})"


def _gradient_read(writer: Writer, read: GradientRead) -> Edit:
    """``next(g for p, g in zip(optimizer.parameters, grads) if p is net.fc.weight)``."""
    update = read.update
    assert update is not None
    grads = _of_first(writer, update, read.node)
    weights = writer.weights(update.optimizer)
    pieces = gradient_of(writer.document, read.node, weights, (grads,))
    return Edit(writer.document.span(read.node), pieces)


def _zeros(writer: Writer) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    if added is None:
        for event in (event for event in writer.plan.zeros if not event.in_part):
            yield remove_statement(writer.site.document, statement_of(event))
        return
    loop = document.span(added.start)
    gone = [statement_of(event) for some in writer.plan.cleared.values() for event in some]
    inside = [s for loss in writer.plan.losses for s in writer.zeros_in(loss)]
    together = len({update.optimizer for update in writer.plan.updates})
    for number, event in enumerate(writer.plan.zeros):
        statement = statement_of(event)
        if number % together:
            yield remove_statement(writer.site.document, statement)
            continue
        early = not added.is_held and document.span(statement).start < loop.start
        if early or statement in (*inside, *gone):
            yield remove_statement(writer.site.document, statement)
        else:
            yield Edit(document.span(statement), (f"{writer.total} = None",))
    if added.start in map(statement_of, writer.plan.zeros) or (
        added.first is not None and statement_of(added.first) in gone
    ):
        return
    start = document.line_starts[document.line_of(loop.start)]
    if added.is_held:
        start = line_behind(document, added.start)
    value, blanks = "None", writer.indentation(added.start)
    lines = [blanks]
    if added.keeper:
        value = f'getattr({added.keeper}, "{writer.total.rpartition(".")[2]}", None)'
        if writer.may_be_absent(added.keeper, writer.plan.losses[0]):
            lines = [f"{blanks}if {added.keeper} is not None:", f"{blanks}{writer.unit}"]
    text = f"{document.newline.join(lines)}{writer.total} = {value}{document.newline}"
    yield Edit(Span(start, start), (text,))
