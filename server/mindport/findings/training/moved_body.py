"""The body of a function in the place of its calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mindport.document import Document, Span
from mindport.findings.dropped import whole_lines
from mindport.findings.training.code import Root
from mindport.findings.training.function_edits import MOVED_AWAY
from mindport.findings.training.layout import (
    behind_blanks,
    comments_above,
    line_behind,
    lines_of,
    start_of,
)
from mindport.findings.training.names import bound_names
from mindport.report import Edit, Moved, Operand, Piece

TRAILING = "  "  # before a comment on a statement's line
# What a call whose body moves may be: alone, or all that a name gets or is added.
Taking: TypeAlias = ast.Expr | ast.Assign | ast.AugAssign
TAKES = (ast.Expr, ast.Assign, ast.AugAssign)
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)


@dataclass(frozen=True, eq=False)
class Given:
    """A call of ``function``, the statement and the function or module in which it stands.

    Attributes:
        call: all that the statement computes, or a part of it.
        inside: whether ``function`` is one of ``caller`` itself.
        paths: attributes among the arguments that stay what they are: ``self.optimizer``.
        values: the arguments by the names of the parameters, in the order of their computation.
        result: what the call gives: an expression, or an empty text where nothing wants it.
    """

    function: ast.FunctionDef
    call: ast.Call
    statement: Taking
    caller: Root
    is_method: bool
    inside: bool
    values: Mapping[str, ast.expr]
    result: ast.expr | str
    paths: frozenset[ast.expr] = frozenset()

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Parameters that stand for a name or a path of the caller, and get no other value."""
        bound = {name for statement in self.function.body for name in bound_names(statement)}
        plain = {n: v for n, v in self.values.items() if isinstance(v, ast.Name) or v in self.paths}
        return {name: ast.unparse(value) for name, value in plain.items() if name not in bound}

    @cached_property
    def made(self) -> Mapping[str, ast.expr]:
        """Parameters that are given what is computed for them."""
        others = {name: v for name, v in self.values.items() if name not in self.renamed}
        return {name: v for name, v in others.items() if not is_called(v, name)}


def is_called(node: ast.expr, name: str) -> bool:
    """Whether an expression is just this name."""
    return isinstance(node, ast.Name) and node.id == name


def first_of(function: ast.FunctionDef) -> str | None:
    """The name of its first parameter."""
    return function.args.args[0].arg if function.args.args else None


def body_of(function: ast.FunctionDef) -> Sequence[ast.stmt]:
    """What is run: without the docstring and a return at the end."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[:-1] if body and isinstance(body[-1], ast.Return) else body


def is_simple(function: ast.FunctionDef) -> bool:
    """Whether its body may be written several times."""
    return all(isinstance(statement, SIMPLE) for statement in body_of(function))


def moved_edits(
    document: Document, function: ast.FunctionDef, calls: Sequence[Given]
) -> Iterator[Edit]:
    """The body in place of each call, and the function goes away."""
    if len(calls) == 1 and body_of(function):
        yield from _once(document, calls[0])
    else:
        for call in calls:
            yield Edit(document.span(call.statement), tuple(_copied(document, call)))
    whole = Span(start_of(document, function), document.span(function).end)
    whole = whole_lines(document, whole)
    yield Edit(Span(whole.start, behind_blanks(document, whole.end)), MOVED_AWAY)


def _once(document: Document, call: Given) -> Iterator[Edit]:
    """All of the body with its comments."""
    place, body = document.span(call.statement), body_of(call.function)
    line = f"{document.newline}{_indentation(document, call)}"
    pieces: list[Piece] = list(_made(document, call, line))
    head = comments_above(document, body[0])
    depth = document.span(body[0]).start
    depth -= document.line_starts[document.line_of(depth)]
    begin, end = document.line_starts[head] + depth, line_behind(document, body[-1])
    pieces.append(Moved(Span(begin, len(document.text[:end].rstrip()))))
    for number in range(head + 1, lines_of(document, body).stop):
        text, start = document.line_text(number), document.line_starts[number]
        blanks = len(text) - len(text.lstrip(" \t\f"))
        if text.strip():
            yield Edit(Span(start, start + min(depth, blanks)), (_indentation(document, call),))
    if isinstance(call.result, ast.expr):
        value = document.span(call.call)
        pieces += [line, Span(place.start, value.start), Moved(document.span(call.result))]
        pieces += [Span(value.end, place.end)] if value.end < place.end else []
    yield Edit(place, tuple(pieces))
    for node in (n for statement in call.function.body for n in ast.walk(statement)):
        if isinstance(node, ast.Name) and call.renamed.get(node.id, node.id) != node.id:
            yield Edit(document.span(node), (call.renamed[node.id],))


def _copied(document: Document, call: Given) -> Iterator[Piece]:
    """The statements of a simple body with their comments, and the caller's names."""
    line = f"{document.newline}{_indentation(document, call)}"
    yield from _made(document, call, line)
    body = body_of(call.function)
    for index, statement in enumerate(body):
        if index:
            yield line
        span = document.span(statement)
        for number in range(comments_above(document, statement), document.line_of(span.start)):
            yield from (_text_from(document, document.line_starts[number]), line)
        yield from _renamed(document, statement, call.renamed)
        behind = _text_from(document, span.end)
        if behind.span.end > behind.span.start:
            yield from (TRAILING, behind)
    if isinstance(call.result, ast.expr):
        place, value = document.span(call.statement), document.span(call.call)
        if body:
            yield line
        yield Span(place.start, value.start)
        yield from _renamed(document, call.result, call.renamed)
        if value.end < place.end:
            yield Span(value.end, place.end)


def _text_from(document: Document, start: int) -> Moved:
    """The rest of a line, blanks left out: the comment behind a statement, or on a line alone."""
    line = document.text[start : document.text.find("\n", start)]
    blanks = len(line) - len(line.lstrip())
    return Moved(Span(start + blanks, start + max(blanks, len(line.rstrip()))))


def _made(document: Document, call: Given, line: str) -> Iterator[Piece]:
    for name, value in call.made.items():
        bound = isinstance(value, ast.Tuple | ast.NamedExpr)
        span = document.span(value)
        yield from (f"{name} = ", Operand(span) if bound else span, line)


def _renamed(
    document: Document, node: ast.stmt | ast.expr, renamed: Mapping[str, str]
) -> Iterator[Piece]:
    whole = document.span(node)
    start = whole.start
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in renamed]
    for name in sorted(names, key=lambda n: (n.lineno, n.col_offset)):
        span = document.span(name)
        if span.start > start:
            yield Moved(Span(start, span.start))
        yield renamed[name.id]
        start = span.end
    if whole.end > start:
        yield Moved(Span(start, whole.end))


def _indentation(document: Document, call: Given) -> str:
    start = document.span(call.statement).start
    return document.text[document.line_starts[document.line_of(start)] : start]
