"""Loops over the layers of a network that read the gradients of their parameters.

for m in net.modules():
    if isinstance(m, nn.BatchNorm2d):
        m.weight.grad.data.add_(s * torch.sign(m.weight.data))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.training.names import path_of
from mindport.findings.training.parameter_loops import Header
from mindport.report import Edit, Piece
from mindport.symbols.values import LAYER_PARAMETERS

IN_MINDSPORE = frozenset({"gamma", "beta", "embedding_table", "w"})
NAMED = ("named_modules", "cells_and_names")


def module_header(target: ast.expr, iterated: ast.expr) -> Header | None:
    """``for m in net.modules()``, also with names or counted, and what fixes make of it."""
    variable, network = target, None
    match iterated, target:
        case ast.Call(ast.Name("enumerate"), [inner], []), ast.Tuple([ast.Name(), variable]):
            network = _network(inner)
        case ast.Call(ast.Attribute(value, name), [], []), ast.Tuple([ast.Name(), variable]):
            network = path_of(value) if name in NAMED else None
        case _:
            network = _network(iterated)
    if network is None or not isinstance(variable, ast.Name):
        return None
    return Header(target, iterated, "modules", variable, iterated, network)


def _network(iterated: ast.expr) -> str | None:
    """``net`` of ``net.modules()`` and of ``[cell for _, cell in net.cells_and_names()]``."""
    match iterated:
        case ast.Call(ast.Attribute(value, "modules"), [], []):
            return path_of(value)
        case ast.ListComp(
            ast.Name(one),
            [
                ast.comprehension(
                    ast.Tuple([_, ast.Name(cell)]),
                    ast.Call(ast.Attribute(value, "cells_and_names"), [], []),
                    [],
                )
            ],
        ) if one == cell:
            return path_of(value)
    return None


def layer_reads(around: ast.AST, variable: str) -> tuple[ast.Attribute, ...]:
    """``m.weight.grad``, read or changed; nothing where one is set to another tensor."""
    nodes = list(ast.walk(around))
    reads = [n for n in nodes if isinstance(n, ast.Attribute) and _is_read(n, variable)]
    changed = {n.target for n in nodes if isinstance(n, ast.AugAssign)}
    is_set = any(not isinstance(n.ctx, ast.Load) and n not in changed for n in reads)
    return () if is_set else tuple(reads)


def _is_read(node: ast.Attribute, variable: str) -> bool:
    """Whether it is the gradient of ``m.weight``, or of ``layer_parameter(m, "weight")``."""
    match node:
        case ast.Attribute(ast.Attribute(ast.Name(layer), name), "grad"):
            return layer == variable and name in LAYER_PARAMETERS | IN_MINDSPORE
        case ast.Attribute(ast.Call(ast.Name("layer_parameter"), [ast.Name(layer), _], []), "grad"):
            return layer == variable
    return False


def layer_read_edits(
    document: Document,
    around: tuple[ast.AST, str],
    reads: Sequence[ast.Attribute],
    name: str,
    weights: str,
    grads: Sequence[Piece],
) -> Iterator[Edit]:
    """The gradient that belongs to the very parameter. What is changed is its data.

    A loop, of which ``around`` has the indentation, too, looks it up in a dictionary by this name.
    """
    loop, blanks = around
    if isinstance(loop, ast.For):
        start = document.line_starts[document.line_of(document.span(loop).start)]
        head = f"{blanks}{name} = {{id(p): g for p, g in zip({weights}, "
        yield Edit(Span(start, start), (head, *grads, f")}}{document.newline}"))
    for read in reads:
        found = gradient_of(document, read, weights, grads)
        if isinstance(loop, ast.For):
            may_be_frozen = "requires_grad" in document.text
            opened, closed = (".get(", ")") if may_be_frozen else ("[", "]")
            found = (f"{name}{opened}id(", document.span(read.value), f"){closed}")
        data = "" if isinstance(read.ctx, ast.Load) else ".data"
        yield Edit(document.span(read), (*found, data))


def gradient_of(
    document: Document, read: ast.Attribute, weights: str, grads: Sequence[Piece]
) -> tuple[Piece, ...]:
    """``next(g for p, g in zip(optimizer.parameters, grads) if p is net.fc.weight)``."""
    names = {node.id for node in ast.walk(read) if isinstance(node, ast.Name)}
    p, g = ("p", "g") if not names & {"p", "g"} else ("p_", "g_")
    found: tuple[Piece, ...] = (f"{g} for {p}, {g} in zip({weights}, ", *grads)
    found = (*found, f") if {p} is ", document.span(read.value))
    if "requires_grad" in document.text:  # a frozen one has none
        return ("next((", *found, "), None)")
    return ("next(", *found, ")")
