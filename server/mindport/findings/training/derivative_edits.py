"""A derivative becomes a function and its gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.arguments import arguments, declared
from mindport.findings.training.auxiliary import listed
from mindport.findings.training.changed_gradients import changes_one
from mindport.findings.training.code import Code
from mindport.findings.training.derivatives import Derivative
from mindport.findings.training.given_dicts import made_anew
from mindport.findings.training.layout import (
    indented,
    line_behind,
    start_of,
    unit_of,
)
from mindport.findings.training.leaves import Leaf, handed_over, leaf_edits
from mindport.nodes import name_of
from mindport.report import Edit, Moved, Name, Piece
from mindport.symbols.stepping import COPIED


def derivative_edits(
    site: Site, code: Code, found: Derivative, taken: set[str]
) -> tuple[Edit, ...]:
    """Everything that turns the block into a function and the call into its gradient.

    The new names are none of those that are ``taken``, and are taken afterwards.
    """
    document, newline = site.document, site.document.newline
    function = _numbered("output_fn", taken)
    unit = unit_of(document)
    anchor = found.statements[0] if found.statements else found.statement
    start = document.line_starts[document.line_of(start_of(document, anchor))]
    indentation = document.text[start : start_of(document, anchor)]
    given = arguments(site, code, found.carried)
    inputs = [f"*{found.inputs[0]}"] if found.spread else found.every_input
    parameters = ", ".join([*inputs, *declared(found.carried, given)])
    pieces: list[Piece] = [f"{indentation}{unit}return ", *_result(site, found), newline]
    header = f"{indentation}def {function}({parameters}):{newline}"
    targets = [document.span(item) for item in _targets(found)]
    free = [] if targets else _free_names(found, taken)
    call = [
        *_call(site, found, function, given, targets or free, indentation),
        *made_anew(found.dicts, f"{newline}{indentation}"),
        *_copies(site, code, found, free, indentation),
    ]
    edits: list[Edit] = []
    if found.statements:
        edits.append(Edit(Span(start, start), (header,)))
        behind = line_behind(document, found.statements[-1])
        follows = found.block[found.last + 1] is found.statement
        if not follows:
            pieces += [newline, indentation, *call, newline]
        elif (found.expression and not targets) or document.line_text(
            document.line_of(behind)
        ).strip():
            pieces.append(newline)
        edits.append(Edit(Span(behind, behind), tuple(pieces)))
        asking = document.span(found.statement)
        if follows and (targets or found.expression is None):
            edits.append(Edit(asking, tuple(call)))
        elif follows:
            line = document.line_starts[document.line_of(asking.start)]
            edits.append(Edit(Span(line, line), (indentation, *call, newline)))
    else:
        follows = False
        pieces += [newline, indentation, *call, newline]
        edits.append(Edit(Span(start, start), (header, *pieces)))
    if targets or found.expression is None:
        gone = found.joined if follows else (found, *found.joined)
        edits += [remove_statement(site.document, item.statement) for item in gone]
    else:
        one = found.single or found.spread or len(found.inputs) != 1
        edits.append(Edit(document.span(found.expression), (free[0] if one else f"({free[0]},)",)))
    assert document.tree is not None
    named = dict(zip(found.inputs, free, strict=False))
    edits += [Edit(document.span(read), (named[name_of(read.value)],)) for read in found.reads]
    edits += [remove_statement(site.document, statement) for statement in found.gone]
    leaves = [Leaf(code.root, name) for name in found.every_input]
    by_backward = found.expression is None
    for leaf in leaves:
        edits += leaf_edits(site, leaf, is_read=by_backward, lines=found.lines.get(leaf.path))
    for leaf in dict.fromkeys(handed_over(document.tree, code.root, found.every_input)):
        edits += leaf_edits(site, leaf)  # what a caller reads itself stays marked
    edits += indented(document, [found.statements], unit)
    return tuple(edits)


def _targets(found: Derivative) -> list[ast.expr]:
    """What the gradients are assigned to."""
    if isinstance(found.target, ast.Tuple):
        return found.target.elts
    return [d.target for d in (found, *found.joined) if d.target is not None]


def _free_names(found: Derivative, taken: set[str]) -> list[str]:
    """Names for gradients that the file gives none: one each where they are a tensor's attribute."""
    if found.expression is None or (len(found.inputs) == 1 and not found.spread):
        return [_numbered(f"{name}_grad", taken) for name in found.inputs]
    return [_numbered("grads" if found.weights is not None else "input_grads", taken)]


def _numbered(name: str, taken: set[str]) -> str:
    """``name``, or the first of ``name_2``, ``name_3``, ... that is free."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free)
    return free


def _result(site: Site, found: Derivative) -> Iterator[Piece]:
    if found.weight is None:
        yield Moved(site.document.span(found.output))
    else:
        spans = map(site.document.span, (found.output, found.weight))
        output, weight = (Moved(span, operand=True) for span in spans)
        yield from ("(", output, " * ", weight, ").sum()")
    yield listed(found.others, found.in_tuple, found.dicts)


def _call(
    site: Site,
    found: Derivative,
    function: str,
    given: Sequence[str],
    targets: Sequence[Piece],
    indentation: str,
) -> Iterator[Piece]:
    """``y, gradients = value_and_grad(function)(x)``."""
    inputs: Sequence[str] = found.every_input
    several = f", ({', '.join(map(str, range(len(inputs))))})" if len(inputs) > 1 else ""
    position: Sequence[Piece] = (several,)
    if found.spread:
        position, inputs = (f", tuple(range(len({inputs[0]})))",), [f"*{inputs[0]}"]
    if found.weights is not None:
        weights: tuple[Piece, ...] = (Moved(site.document.span(found.weights)),)
        if _is_own_list(site, found.weights):
            weights = ("list(", *weights, ")")
        position = (", None, ", *weights)
    with_value = found.is_read or bool(found.others)
    aux = ", has_aux=True" if found.others else ""
    if found.others:
        value: Piece = site.document.span(found.output) if found.is_read else "_"
        yield from ("(", value, listed(found.others, found.in_tuple), "), ")
    elif found.is_read:
        yield from (site.document.span(found.output), ", ")
    bracketed = with_value and len(targets) > 1
    yield "(" if bracketed else ""
    yield from _listed(targets)
    yield ") = " if bracketed else " = "
    listed_grads = found.spread or found.weights is not None
    cut = not (found.has_graph or with_value or listed_grads) and len(targets) == 1
    if cut:
        yield from (Name("mindspore.ops.stop_gradient"), "(")
    yield Name("mindspore.value_and_grad" if with_value else "mindspore.grad")
    yield from (f"({function}", *position, f"{aux})({', '.join([*inputs, *given])})")
    if cut:
        yield ")"
    elif not found.has_graph or found.asked is not None:
        for target in targets:
            yield f"{site.document.newline}{indentation}"
            stop: tuple[Piece, ...] = (Name("mindspore.ops.stop_gradient"), "(", target, ")")
            if listed_grads:
                stop = ("tuple(map(", stop[0], ", ", target, "))")
            if found.asked is not None:
                condition = Moved(site.document.span(found.asked))
                stop = (target, " if ", condition, " else ", *stop)
            yield from (target, " = ", *stop)


def _is_own_list(site: Site, weights: ast.expr) -> bool:
    """``net.parameters()`` of a class that says itself what it gives: MindSpore takes no ParameterList."""
    named = isinstance(weights, ast.Call) and name_of(weights.func) == "parameters"
    return named and all(use.call is not weights for use in site.bindings.uses)


def _copies(
    site: Site, code: Code, found: Derivative, free: Sequence[str], indentation: str
) -> Iterator[Piece]:
    """``grads = tuple(grad.copy() for grad in grads)`` where they are changed in place later."""
    listed_grads = found.spread or found.weights is not None
    paths = {ast.unparse(one): ast.unparse(one) for one in _targets(found)}
    paths |= {name: f"{held}.grad" for name, held in zip(free, found.inputs, strict=False)}
    for name, path in paths.items():
        if changes_one(code.root, path):
            copied = COPIED.format(name) if listed_grads else f"{name} = {name}.copy()"
            yield f"{site.document.newline}{indentation}{copied}"


def _listed(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for index, piece in enumerate(pieces):
        if index:
            yield ", "
        yield piece
