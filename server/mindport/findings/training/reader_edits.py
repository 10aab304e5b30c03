"""A function that reads gradients takes them as an argument: ``def clip(net, grads, theta):``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.training.called_readers import Reader
from mindport.findings.training.layout import free_name, indentation_of, names_of_function
from mindport.findings.training.module_loops import layer_read_edits
from mindport.findings.training.parameter_loops import header_edits, parameters_of
from mindport.report import Edit, Piece


def reader_edits(document: Document, reader: Reader) -> Iterator[Edit]:
    """The function with the gradients behind the network, or first, in its order."""
    taken = names_of_function(reader.function)
    grads, one = free_name("grads", taken), free_name("grad", taken)
    if reader.parameter is None and reader.owner is None:
        start = document.text.index("(", document.span(reader.function).start) + 1
        yield Edit(Span(start, start), (grads, ", " if ast.unparse(reader.function.args) else ""))
    else:
        yield parameter_edit(document, reader.function, reader.parameter)
    for around, header, reads in reader.loops:
        held = "parameters" if header.outer is not None else "trainable_params()"
        listed = header.listed
        weights = listed.id if isinstance(listed, ast.Name) else f"{header.network}.{held}"
        yield from header_edits(document, header, weights, (grads,), one)
        if header.form == "modules":
            found, blanks = free_name(f"{one}_of", taken), indentation_of(document, around)
            yield from layer_read_edits(document, (around, blanks), reads, found, weights, (grads,))
        else:
            yield from read_edits(document, reads, one)
    for call in reader.handing:
        start = document.text.index("(", document.span(call.func).end) + 1
        yield Edit(Span(start, start), (grads, ", " if call.args or call.keywords else ""))
    for place in reader.places:
        yield Edit(document.span(place), (document.span(place.value),))
    for listed, inner in reader.lists:
        network = parameters_of(inner) or ""
        over: Piece = f"{network}.trainable_params()" if network else document.span(inner)
        yield Edit(document.span(listed), ("list(", over, ")"))


def read_edits(document: Document, reads: Sequence[ast.Attribute], name: str) -> Iterator[Edit]:
    """The gradient by its name. What is set is its data, for the optimizer takes the tensor."""
    for read in reads:
        is_read = isinstance(read.ctx, ast.Load)
        yield Edit(document.span(read), (name if is_read else f"{name}.data",))


def parameter_edit(
    document: Document, function: ast.FunctionDef, parameter: ast.arg | None
) -> Edit:
    """Gradients are given behind a parameter, to a method that has none for them first."""
    name = free_name("grads", names_of_function(function))
    end = document.span(parameter or function.args.args[0]).end
    return Edit(Span(end, end), (f", {name}",))
