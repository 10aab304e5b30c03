"""The call of a gradient function, and of the function alone where there will be no step."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.training.auxiliary import listed
from mindport.findings.training.given_dicts import made_anew
from mindport.findings.training.layout import line_behind, start_of
from mindport.findings.training.model import Loss
from mindport.findings.training.names import bound_names, path_of, root_of
from mindport.findings.training.writer import Writer
from mindport.report import Edit, Moved, Name, Piece
from mindport.symbols.stepping import COPIED


def gradient_call(
    writer: Writer, loss: Loss, indentation: str, adds: bool = True
) -> Iterator[Piece]:
    """``loss, grads = grad_fn()``, behind ``grad_fn`` itself unless that stands before a loop."""
    names, newline = writer.names[loss], writer.document.newline
    hoist = writer.plan.hoists.get(loss)
    if hoist is None:
        yield from (*grad_function(writer, loss), f"{newline}{indentation}")
    yield from _targets(writer, loss)
    targets = f", {names.grads} = {names.grad_function}"
    ahead = f"(loss{listed(loss.others, loss.in_tuple)}){targets}"
    yield targets + writer.in_parentheses(_arguments(writer, loss), indentation, ahead)
    yield from made_anew(loss.dicts, f"{newline}{indentation}")
    if loss in writer.copied:
        yield f"{newline}{indentation}{COPIED.format(names.grads)}"
    if writer.plan.accumulation is not None and adds:
        yield f"{newline}{indentation}{addition(writer, loss)}"


def early_call(writer: Writer, loss: Loss, indentation: str) -> Iterator[Piece]:
    """The call in front of what stands between the function and backward.

    Under a condition that is asked here, too: without gradients where it has none. ``None`` in their
    place is refused by the optimizer, should the condition turn out otherwise later.
    """
    guard = loss.guard
    if guard is None or guard.branch is None or guard.form != "asked":
        yield from gradient_call(writer, loss, indentation, adds=False)
        return
    names, newline = writer.names[loss], writer.document.newline
    test = Moved(writer.document.span(guard.branch.test))
    in_lines = newline in writer.document.text[test.span.start : test.span.end]
    deeper = f"{indentation}{writer.unit}"
    computed = [*gradient_call(writer, loss, deeper, adds=False)]
    call = f"{names.function}({', '.join(_arguments(writer, loss))})"
    alone = [*_targets(writer, loss), f", {names.grads} = {call}, None"]
    alone += made_anew(loss.dicts, f"{newline}{deeper}")
    one, other = (computed, alone) if guard.holds else (alone, computed)
    yield from ("if ", *(("(", test, ")") if in_lines else (test,)), ":")
    yield from (f"{newline}{deeper}", *one, f"{newline}{indentation}else:")
    yield from (f"{newline}{deeper}", *other)


def grad_function(writer: Writer, loss: Loss) -> Iterator[Piece]:
    """``grad_fn = value_and_grad(...)``."""
    names = writer.names[loss]
    weights = " + ".join(map(writer.held, loss.optimizers))
    if len(loss.optimizers) == 1:
        (optimizer,) = loss.optimizers
        weights = writer.weights(optimizer)
        anyway = loss.guard is None or loss.guard.form == "always"
        if anyway or loss in writer.plan.hoists:
            absent = writer.may_be_absent(optimizer, loss)
            weights += f" if {optimizer} is not None else ()" if absent else ""
    yield from (f"{names.grad_function} = ", Name("mindspore.value_and_grad"))
    aux = ", has_aux=True" if loss.others else ""
    yield f"({names.function}, None, {weights}{aux})"


def _arguments(writer: Writer, loss: Loss) -> tuple[str, ...]:
    """What the function is given, under the names of its parameters."""
    hoist = writer.plan.hoists.get(loss)
    return loss.arguments if hoist is None else hoist.arguments


def addition(writer: Writer, loss: Loss) -> str:
    """What adds the gradients to those of the rounds before."""
    total, grads = writer.total, writer.names[loss].grads
    if loss in writer.plan.cleared:
        return f"{total} = {grads}"
    return (
        f"{total} = {grads} if {total} is None else tuple(a + b for a, b in zip({total}, {grads}))"
    )


def _targets(writer: Writer, loss: Loss) -> Iterator[Piece]:
    """What the results are assigned to."""
    value: Piece = writer.document.span(loss.losses[0]) if _has_place(loss) else "_"
    if loss.backward[0].given is not None and _has_place(loss):
        value = ast.unparse(loss.losses[0])  # gradients stand there then
    if loss.others:
        yield from ("(", value, listed(loss.others, loss.in_tuple), ")")
    else:
        yield value


def otherwise(writer: Writer, loss: Loss, guard: ast.If) -> Edit:
    """Where there is no step, the forward pass runs without gradients."""
    document, newline = writer.document, writer.document.newline
    names = [document.text[s.start : s.end] for s in (document.span(v) for v in loss.losses)]
    value = ", ".join(names if _has_place(loss) else ["_"])
    targets = value + listed(loss.others, loss.in_tuple)
    call = f"{targets} = {writer.names[loss].function}({', '.join(_arguments(writer, loss))})"
    indentation = writer.indentation(guard)
    if guard.orelse:
        first = guard.orelse[0]
        start = document.line_starts[document.line_of(start_of(document, first))]
        inner = writer.indentation(first)
        call += "".join(made_anew(loss.dicts, f"{newline}{inner}"))
        return Edit(Span(start, start), (f"{inner}{call}{newline}",))
    behind = line_behind(document, guard.body[-1])
    inner = f"{indentation}{writer.unit}"
    call += "".join(made_anew(loss.dicts, f"{newline}{inner}"))
    text = f"{indentation}else:{newline}{inner}{call}{newline}"
    return Edit(Span(behind, behind), (text,))


def _has_place(loss: Loss) -> bool:
    """Whether the loss is assigned: ``output.loss`` is not where the function makes ``output``."""
    if len(loss.losses) != 1:
        return False
    [value] = loss.losses
    if isinstance(value, ast.Attribute):
        made = set().union(*map(bound_names, loss.statements))
        return root_of(path_of(value) or "") not in made
    return isinstance(value, ast.Name)
