"""A plan becomes the edits of one fix."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.gradmode import block_depth
from mindport.findings.site import Site
from mindport.findings.training.called_readers import Reader
from mindport.findings.training.events import Event, clipped_by
from mindport.findings.training.forms import spread_of, uses_norm
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
from mindport.findings.training.parameter_loops import header_edits, parameters_of
from mindport.findings.training.reader_edits import read_edits, reader_edits
from mindport.findings.training.writer import Writer, names_of
from mindport.report import Edit, Name, Piece
from mindport.symbols.own_steps import TAKES

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
    writer = Writer(site, plan, names, total, unit_of(site.document), gone)
    edits: list[Edit] = list(_given_none(writer))
    for loss in plan.losses:
        edits += loss_edits(writer, loss)
    for number, update in enumerate(plan.updates):
        edits += (e for e in _update(writer, update, number, taken) if e not in edits)
    one = free_name("grad", taken) if plan.loops else ""
    for loop in (loop for loop in plan.loops if loop.reader is None):
        edits += _gradient_loop(writer, loop, one)
    for reader in dict.fromkeys(loop.reader for loop in plan.loops if loop.reader is not None):
        edits += _reader(writer, reader, [one for one in plan.loops if one.reader is reader])
    edits += (_gradient_read(writer, read) for read in plan.reads)
    if plan.closure is not None:
        edits += _closure(writer, plan.closure)
    edits += _zeros(writer)
    if plan.handed is not None:
        place, name = site.document.span(plan.handed.parameter), HANDED
        if plan.handed.keeps:
            place, name = Span(place.end, place.end), f", {HANDED}"
        edits.append(Edit(place, (name,)))
        edits.append(remove_statement(site.document, statement_of(plan.handed.backward)))
    inside = [loss.statements for loss in plan.losses if loss not in plan.hoists]
    edits += indented(site.document, inside, writer.unit)
    return tuple(edits)


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


def _update(writer: Writer, update: Update, number: int, taken: set[str]) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    grads = _gradients(writer, update)
    if added is not None:
        grads = _share(writer, update.losses[0], update.optimizer)
    if added is not None:
        name = writer.total
    elif all(len(loss.optimizers) == 1 for loss in update.losses) and len(update.losses) < 2:
        name = grads
    else:
        name = free_name(f"clipped_{number + 1}", taken) if update.clips else ""
    spoken: list[Event] = []
    for clip in (c for c in update.clips if c not in spoken and c.given is None):
        twin, place = _in_both_branches(writer, clip, update.clips) or (clip, statement_of(clip))
        spoken.append(twin)
        write = _partly_clipped if clip in update.partial else _clipped
        clipped = write(writer, clip, name, grads, update.optimizer, taken)
        yield Edit(document.span(place), tuple(clipped))
        grads = name
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
    if update.step.through:
        pieces = [document.span(call.func), f"({grads})"]
    elif update.step.is_scaled:
        pieces = [document.span(call.func), "(", document.span(call.args[0]), f", {grads})"]
    if added is not None and update.step in added.guarded:
        inner = f"{writer.indentation(statement_of(update.step))}{writer.unit}"
        pieces = [f"if {writer.total} is not None:{document.newline}{inner}", *pieces]
    yield Edit(document.span(call), tuple(pieces))


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
    return f"[{' + '.join(letters)} for {', '.join(letters)} in zip({', '.join(parts)})]"


def _of_first(writer: Writer, update: Update) -> str:
    """The gradients of a step's one loss, those that a function is handed among them."""
    if writer.plan.handed is not None:
        return HANDED
    return _share(writer, update.losses[0], update.optimizer)


def _share(writer: Writer, loss: Loss, optimizer: str) -> str:
    """An optimizer's part of the gradients that several share."""
    added = writer.plan.accumulation is not None
    grads = writer.total if added else writer.names[loss].grads
    if len(loss.optimizers) == 1:
        return grads
    size = f"len({writer.weights(loss.optimizers[0])})"
    return f"{grads}[:{size}]" if optimizer == loss.optimizers[0] else f"{grads}[{size}:]"


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


def _gradient_loop(writer: Writer, loop: GradientLoop, name: str) -> Iterator[Edit]:
    """``for p, grad in zip(optimizer.parameters, grads)``, and ``grad`` for ``p.grad``."""
    update = loop.update
    assert update is not None
    grads = _of_first(writer, update)
    weights = writer.weights(update.optimizer)
    given: tuple[Piece, ...] = (grads,)
    if not loop.in_order:
        weights = f"{loop.header.network}.trainable_params()"
        given = _ordered(loop.header.network, update.optimizer, grads)
    yield from header_edits(writer.document, loop.header, weights, given, name)
    yield from read_edits(writer.document, loop.reads, name)


def _reader(writer: Writer, reader: Reader, loops: Sequence[GradientLoop]) -> Iterator[Edit]:
    """A function takes the gradients, and its calls give them."""
    update = loops[0].update
    assert update is not None
    in_order = all(loop.in_order for loop in loops)
    grads, span = _of_first(writer, update), writer.document.span
    calls: list[tuple[ast.Call, ast.expr, Sequence[Piece]]] = []
    for call, given in reader.calls:
        goes_over_its_own = parameters_of(given) is not None
        if goes_over_its_own:
            yield Edit(span(given), (writer.weights(update.optimizer),))
        if in_order or goes_over_its_own:
            calls.append((call, given, (grads,)))
        else:
            network = reader.network_of(call, given)
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
    grads = _of_first(writer, update)
    weights = writer.weights(update.optimizer)
    span = writer.document.span
    names = {node.id for node in ast.walk(read.node) if isinstance(node, ast.Name)}
    p, g = ("p", "g") if not names & {"p", "g"} else ("p_", "g_")
    found: tuple[Piece, ...] = (f"{g} for {p}, {g} in zip({weights}, {grads}) if {p} is ",)
    found = (*found, span(read.node.value))
    if "requires_grad" in writer.document.text:  # a frozen one has none
        return Edit(span(read.node), ("next((", *found, "), None)"))
    return Edit(span(read.node), ("next(", *found, ")"))


def _zeros(writer: Writer) -> Iterator[Edit]:
    document, added = writer.document, writer.plan.accumulation
    if added is None:
        for event in (event for event in writer.plan.zeros if not event.in_part):
            yield remove_statement(writer.site.document, statement_of(event))
        return
    loop = document.span(added.start)
    gone = [statement_of(event) for some in writer.plan.cleared.values() for event in some]
    inside = [s for loss in writer.plan.losses for s in writer.zeros_in(loss)]
    pairs = len({update.optimizer for update in writer.plan.updates}) == 2
    for number, event in enumerate(writer.plan.zeros):
        statement = statement_of(event)
        if pairs and number % 2:
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
    value = "None"
    if added.keeper:
        value = f'getattr({added.keeper}, "{writer.total.rpartition(".")[2]}", None)'
    text = f"{writer.indentation(added.start)}{writer.total} = {value}{document.newline}"
    yield Edit(Span(start, start), (text,))
