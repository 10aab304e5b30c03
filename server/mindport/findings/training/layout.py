"""Lines and names of the text into which functions are written."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mindport.document import Document, Span
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import DEDENT, Edit


def names_in(site: Site) -> set[str]:
    assert site.document.tree is not None
    taken: set[str] = set()
    for node in walk(site.document.tree):
        if isinstance(node, ast.Name):
            taken.add(node.id)
        elif isinstance(node, ast.arg):
            taken.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            taken.add(node.name)
    return taken


def names_of_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """All names that stand in it, those of its parameters included."""
    nodes = list(ast.walk(function))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.arg for node in nodes if isinstance(node, ast.arg)}


def free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def indentation_of(document: Document, node: ast.AST) -> str:
    """That of the line on which something begins."""
    return _blanks(document.line_text(document.line_of(document.span(node).start)))


def start_of(document: Document, statement: ast.stmt) -> int:
    """Where a statement begins, its decorators included."""
    decorators = getattr(statement, "decorator_list", None)
    if decorators:
        return document.text.rfind("@", 0, document.span(decorators[0]).start)
    return document.span(statement).start


def unit_of(document: Document) -> str:
    """One level of indentation as this file writes it."""
    assert document.tree is not None
    for node in (n for n in ast.walk(document.tree) if isinstance(n, ast.stmt)):
        for inner in getattr(node, "body", ()):
            outer, text = (document.line_text(n.lineno - 1) for n in (node, inner))
            blanks = _blanks(text)[len(_blanks(outer)) :]
            if blanks and _blanks(text).startswith(_blanks(outer)):
                return blanks
    return "    "


def line_behind(document: Document, statement: ast.stmt) -> int:
    """Where the line behind a statement begins."""
    line = document.line_of(document.span(statement).end) + 1
    starts = document.line_starts
    return starts[line] if line < len(starts) else len(document.text)


def comments_above(document: Document, statement: ast.stmt) -> int:
    """The line on which a statement begins, or the first of the comments right above it."""
    line = document.line_of(start_of(document, statement))
    blanks = _blanks(document.line_text(line))
    while line:
        above = document.line_text(line - 1)
        if not above.lstrip().startswith("#") or _blanks(above) != blanks:
            return line
        line -= 1
    return line


def _blanks(text: str) -> str:
    return text[: len(text) - len(text.lstrip(" \t\f"))]


def behind_blanks(document: Document, at: int) -> int:
    """Where the first line begins at or behind ``at`` that is not blank."""
    line = document.line_of(at)
    while line + 1 < len(document.line_starts) and not document.line_text(line).strip():
        line += 1
    return document.line_starts[line]


def string_lines(statement: ast.stmt) -> Iterator[int]:
    """Lines that begin inside a string, whose indentation is part of the text."""
    for node in ast.walk(statement):
        is_string = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if is_string or isinstance(node, ast.JoinedStr):
            assert isinstance(node, ast.expr)
            yield from range(node.lineno, node.end_lineno or node.lineno)


def lines_of(document: Document, statements: Sequence[ast.stmt]) -> range:
    """The lines on which ``statements`` stand."""
    if not statements:
        return range(0)
    first = document.line_of(start_of(document, statements[0]))
    return range(first, document.line_of(document.span(statements[-1]).end) + 1)


def indented(document: Document, bodies: Iterable[Sequence[ast.stmt]], unit: str) -> Iterator[Edit]:
    """One more level for every line of each body, but for those that begin in a string."""
    bodies = list(bodies)
    inside = {line for body in bodies for s in body for line in string_lines(s)}
    depths = Counter(line for body in bodies for line in lines_of(document, body))
    for line, depth in sorted(depths.items()):
        text = document.line_text(line)
        if line in inside or not text.strip():
            continue
        at = document.line_starts[line] + len(text) - len(text.lstrip(" \t\f"))
        yield Edit(Span(at, at), (unit * depth,))


def dedented(document: Document, body: Sequence[ast.stmt], depth: int) -> Iterator[Edit]:
    """Every line of a body moves to the left, but for those that begin in a string."""
    inside = {line for statement in body for line in string_lines(statement)}
    for line in range(comments_above(document, body[0]), lines_of(document, body).stop):
        if line not in inside and document.line_text(line).strip():
            at = document.line_starts[line]
            yield Edit(Span(at, at + depth), DEDENT)


def without_indentation(
    document: Document, statements: Sequence[ast.stmt], depth: int, gone: Mapping[ast.stmt, int]
) -> Iterator[Edit]:
    """Every line but the first moves to the left, but for those that begin in a string.

    ``gone`` is how far each statement moves already.
    """
    if depth <= 0:
        return
    moved: dict[int, int] = {}
    for node in (node for statement in statements for node in ast.walk(statement)):
        if node in gone:
            assert isinstance(node, ast.stmt)
            moved.update(dict.fromkeys(lines_of(document, [node]), gone[node]))
    inside = {line for statement in statements for line in string_lines(statement)}
    first = comments_above(document, statements[0])
    for line in range(first + 1, lines_of(document, statements).stop):
        if line not in inside and (blanks := _blanks(document.line_text(line))):
            begin = min(moved.get(line, gone.get(statements[0], 0)), len(blanks))
            end = min(begin + depth, len(blanks))
            at = document.line_starts[line]
            yield Edit(Span(at + begin, at + end), DEDENT)


def shares_line(document: Document, statement: ast.stmt) -> bool:
    """Whether other code stands on the statement's lines."""
    span = document.span(statement)
    first, last = document.line_of(span.start), document.line_of(span.end)
    before = document.text[document.line_starts[first] : span.start]
    behind = document.line_text(last)[span.end - document.line_starts[last] :]
    return bool(before.strip(" \t@")) or behind.strip()[:1] not in ("", "#")
