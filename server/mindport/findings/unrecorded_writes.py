"""``logits[rows, labels] = value`` inside ``with torch.no_grad():`` of a forward, on what is read behind it.

torch writes into the tensor and keeps its graph. MindSpore 2.10.0 does so for whole numbers, slices
and ``...`` alone; with a tensor or a list as an index the gradients of all that is computed of the
tensor are zeros, in silence: seen on a CPU in PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Document
from mindport.nodes import find
from mindport.report import Edit, Name, Operand, Piece
from mindport.symbols.values import INT, UNKNOWN, Value

HELPER = Name("helper.write_items")
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def unrecorded_writes(
    document: Document, values: dict[ast.expr, Value], function: ast.AST, block: ast.With
) -> Iterator[Edit]:
    """The statements of a block that write so, as calls of the helper."""
    nodes = [node for statement in block.body for node in ast.walk(statement)]
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    read = {
        name.id
        for name in find(function, ast.Name)
        if isinstance(name.ctx, ast.Load) and name.lineno > (block.end_lineno or block.lineno)
    }
    for node in nodes:
        match node:
            case ast.Assign([ast.Subscript(ast.Name(name) as tensor, index)], value):
                computed: list[Piece] = [document.span(value)]
            case ast.AugAssign(ast.Subscript(ast.Name(name) as tensor, index), operator, value):
                if type(operator) not in OPERATORS:
                    continue
                sign = f" {OPERATORS[type(operator)]} "
                computed = [document.span(node.target), sign, Operand(document.span(value))]
            case _:
                continue
        if name in read - bound and not _is_plain(values, index):
            pieces = (HELPER, "(", document.span(tensor), ", ", *_index(document, index), ", ")
            yield Edit(document.span(node), (*pieces, *computed, ")"))


def _is_plain(values: dict[ast.expr, Value], index: ast.expr) -> bool:
    """Whole numbers, slices and ``...``."""
    match index:
        case ast.Tuple(items):
            return all(_is_plain(values, item) for item in items)
        case ast.Slice():
            return True
        case ast.Constant(value):
            return value is ... or type(value) is int
        case ast.UnaryOp(ast.USub(), ast.Constant()):
            return True
    return values.get(index, UNKNOWN) is INT


def _index(document: Document, index: ast.expr) -> list[Piece]:
    """An index as an argument: its slices are written as calls."""
    if isinstance(index, ast.Slice):
        bounds = [index.lower, index.upper, *([index.step] if index.step else [])]
        texts: list[Piece] = []
        for bound in bounds:
            texts += [", " if texts else "", "None" if bound is None else document.span(bound)]
        return ["slice(", *texts, ")"]
    if isinstance(index, ast.Tuple) and any(isinstance(item, ast.Slice) for item in index.elts):
        pieces: list[Piece] = []
        for item in index.elts:
            pieces += [", " if pieces else "", *_index(document, item)]
        return ["(", *pieces, ")"]
    span = document.span(index)
    if isinstance(index, ast.Tuple) and document.text[span.start] != "(":
        return ["(", span, ")"]
    return [span]
