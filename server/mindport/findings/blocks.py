"""Blocks that lose their header: their lines move to the left, the text inside strings stays."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import DEDENT, Edit, Piece
from mindport.symbols.uses import Use


def dedented(document: Document, block: ast.stmt, lines: range, depth: int) -> list[Edit]:
    """The edits that take ``depth`` characters of indentation from ``lines`` of ``block``."""
    inside_strings = set(string_lines(document, block))
    edits = []
    for line in lines:
        if line not in inside_strings and document.line_text(line).strip():
            begin = document.line_starts[line]
            edits.append(Edit(Span(begin, begin + min(depth, indentation(document, line))), DEDENT))
    return edits


def indentation(document: Document, line: int) -> int:
    """How many characters of white space a line begins with."""
    text = document.line_text(line)
    return len(text) - len(text.lstrip(" \t\f"))


def string_lines(document: Document, block: ast.stmt) -> Iterator[int]:
    """Lines that begin inside a string, whose indentation is part of the text."""
    for node in walk(block):
        is_string = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if is_string or isinstance(node, ast.JoinedStr):
            assert isinstance(node, ast.expr)
            yield from range(node.lineno, node.end_lineno or node.lineno)


def block_edits(
    document: Document, block: ast.With, use: Use, instead: tuple[Piece, ...] = ()
) -> tuple[Edit, ...] | None:
    """What takes the header away and moves the block to the left; None for what has a name, or for a
    header without a line of its own where whole lines are put ``instead``."""
    index = next(
        (i for i, item in enumerate(block.items) if item.context_expr in (use.call, use.node)), None
    )
    if index is None or block.items[index].optional_vars is not None:
        return None
    if len(block.items) > 1:
        return (_remove_item(document, block, index),)
    start = document.span(block).start
    first = _start(document, block.body[0])
    header_line, body_line = document.line_of(start), document.line_of(first)
    if header_line == body_line:
        if instead:
            return None
        return (Edit(Span(start, first), ()),)
    depth = block_depth(document, block)
    colon = _after_header(document, block, first)
    tail = document.text[colon : document.line_starts[document.line_of(colon) + 1]]
    edits: list[Edit] = []
    line_after = document.line_of(colon) + 1
    if tail.strip():
        if instead:
            return None
        edits.append(Edit(Span(start, colon + len(tail) - len(tail.lstrip(" \t"))), ()))
    else:
        edits.append(
            Edit(Span(document.line_starts[header_line], document.line_starts[line_after]), instead)
        )
    last = document.line_of(document.span(block).end)
    edits += dedented(document, block, range(line_after, last + 1), depth)
    return tuple(edits)


def block_depth(document: Document, block: ast.With) -> int:
    """How far the block's statements stand to the right of its header."""
    header_line = document.line_of(document.span(block).start)
    body_line = document.line_of(_start(document, block.body[0]))
    return indentation(document, body_line) - indentation(document, header_line)


def _remove_item(document: Document, block: ast.With, index: int) -> Edit:
    spans = [document.span(item.context_expr) for item in block.items]
    ends = [
        document.span(item.optional_vars).end if item.optional_vars else span.end
        for item, span in zip(block.items, spans, strict=True)
    ]
    if index:
        return Edit(Span(ends[index - 1], ends[index]), ())
    return Edit(Span(spans[0].start, spans[1].start), ())


def _after_header(document: Document, block: ast.With, limit: int) -> int:
    """Offset just behind the colon of the block's header."""
    position = document.span(block.items[-1].context_expr).end
    return document.text.index(":", position, limit) + 1


def folded_branch(site: Site, use: Use) -> tuple[Edit, ...] | None:
    """What is left of an ``if`` whose test is ``use``, or its ``not``, when ``use`` is False.

    None where it is only a part of the test, and where ``kept_branch`` gives none.
    """
    statement = use.statement
    if not isinstance(statement, ast.If):
        return None
    test = statement.test
    negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    if (test.operand if isinstance(test, ast.UnaryOp) and negated else test) is not _asked(use):
        return None
    return kept_branch(site.document, statement, negated)


def kept_branch(document: Document, statement: ast.If, holds: bool) -> tuple[Edit, ...] | None:
    """What is left of an ``if`` whose test always, or never, ``holds``.

    None in a chain of ``elif``, and where a comment or another statement shares a line with a header.
    """
    span = document.span(statement)
    top, bottom = document.line_of(span.start), document.line_of(span.end)
    headers = [(_header(document, top, statement.test), statement.body)]
    if statement.orelse:
        headers.append((_else_line(document, statement), statement.orelse))
    if not document.text.startswith("if", span.start) or not all(
        _stands_alone(document, line, block) for line, block in headers
    ):
        return None
    if not holds and not statement.orelse:
        return (remove_statement(document, statement),)
    header, kept = headers[0 if holds else 1]
    last = document.line_of(document.span(kept[-1]).end)
    depth = indentation(document, document.line_of(_start(document, kept[0])))
    depth -= indentation(document, top)
    gone = Span(document.line_starts[top], document.line_starts[header + 1])
    # A branch that goes goes with its header, so that no block is left empty: hence the empty pieces.
    edits = [Edit(gone, ("",)), *dedented(document, statement, range(header + 1, last + 1), depth)]
    if last < bottom:
        starts = [*document.line_starts, len(document.text)]
        edits.append(Edit(Span(starts[last + 1], starts[bottom + 1]), ("",)))
    return tuple(edits)


def without_else(document: Document, statement: ast.If) -> tuple[Edit, ...] | None:
    """The ``else`` of an ``if`` with its statements behind it instead; None where ``kept_branch`` gives none."""
    span = document.span(statement)
    header = _else_line(document, statement)
    is_if = document.text.startswith("if", span.start)
    if not is_if or not _stands_alone(document, header, statement.orelse):
        return None
    first = document.line_of(_start(document, statement.orelse[0]))
    depth = indentation(document, first) - indentation(document, document.line_of(span.start))
    lines = range(header + 1, document.line_of(document.span(statement.orelse[-1]).end) + 1)
    gone = Span(document.line_starts[header], document.line_starts[header + 1])
    return (Edit(gone, ("",)), *dedented(document, statement, lines, depth))


def _else_line(document: Document, statement: ast.If) -> int:
    """The line of the ``else``, or of the first ``elif``, of an ``if`` that has one."""
    line = document.line_of(document.span(statement.body[-1]).end) + 1
    while line < document.line_of(document.span(statement).end) and not (
        document.line_text(line).split()
    ):
        line += 1
    return line


def dropped_operand(site: Site, use: Use) -> tuple[Edit, ...] | None:
    """Takes ``use``, which is False, out of ``use or other``, or ``not use`` out of ``other and
    not use``, where that is the test of a statement."""
    test, document = getattr(use.statement, "test", None), site.document
    if not isinstance(test, ast.BoolOp):
        return None
    neutral = isinstance(test.op, ast.And)
    for index, operand in enumerate(test.values):
        negated = isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not)
        if negated is not neutral:
            continue
        if (operand.operand if isinstance(operand, ast.UnaryOp) else operand) is _asked(use):
            own = document.span(operand)
            beside = document.span(test.values[index - 1 if index else 1])
            gone = Span(beside.end, own.end) if index else Span(own.start, beside.start)
            between = Span(beside.end, own.start) if index else Span(own.end, beside.start)
            text = document.text[between.start : between.end].strip()
            return (Edit(gone, ()),) if text == ("and" if neutral else "or") else None
    return None


def _asked(use: Use) -> ast.expr:
    """The call, or the attribute that is read."""
    return use.node if use.call is None else use.call


def _header(document: Document, top: int, test: ast.expr) -> int:
    """The line on which the header of an ``if`` ends."""
    line = document.line_of(document.span(test).end)
    return line if document.line_text(line).rstrip().endswith(":") else top


def _stands_alone(document: Document, line: int, block: list[ast.stmt]) -> bool:
    """Whether a header ends with ``line``, and its block begins behind it."""
    text = document.line_text(line).strip()
    plain = text == "else:" or (text.endswith(":") and "#" not in text and text != ":")
    behind = document.line_of(_start(document, block[0])) > line
    end = document.span(block[-1]).end
    rest = document.line_text(document.line_of(end))
    alone = ";" not in rest[rest.rfind("\n") + 1 :].partition("#")[0]
    return plain and behind and alone and not text.startswith("elif")


def _start(document: Document, statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", None)
    return document.span(decorators[0] if decorators else statement).start
