"""Comments that a fix has left where its text no longer shows what is in doubt.

``# mindport: todo[MP218] why`` stands over a statement, in as many comment lines as it takes. It is
reported as the finding that it tells, until somebody has looked and deletes it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mindport.document import Document, Span
from mindport.nodes import walk
from mindport.report import Finding
from mindport.texts import Text

TODO = re.compile(r"#\s*mindport:\s*todo\[(MP\d{3})\]\s*(.*)")
CONTINUED = "#     "


@dataclass(frozen=True, slots=True)
class Todo:
    """One comment: its code, what it says, and the line (from 0) of the statement under it."""

    code: str
    message: str
    span: Span
    line: int


def todos_of(document: Document) -> Iterator[Todo]:
    """The comments of a document that ask for a look."""
    if "mindport:" not in document.text:
        return
    for comment in document.comments:
        match = TODO.match(document.text, comment.start, comment.end)
        if match is None:
            continue
        message = match[2].strip()
        line = document.line_of(comment.start) + 1
        while line < len(document.line_starts):
            text = document.line_text(line).strip()
            if text.startswith(CONTINUED):
                message = _joined(message, text[len(CONTINUED) :].strip())
            elif not text.startswith("#"):
                break
            line += 1
        yield Todo(match[1], message, comment, line)


def _joined(start: str, rest: str) -> str:
    """Two lines of a message; between Chinese, and at its punctuation, there is no space."""
    last, first = start[-1:], rest[:1]
    chinese = not (last.isascii() or first.isascii())
    return f"{start}{'' if chinese or _is_mark(last) or _is_mark(first) else ' '}{rest}"


def _is_mark(character: str) -> bool:
    return not (character.isascii() or character.isalnum())


def with_todos(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """``findings`` and those that the comments tell.

    Under a comment a finding of its code is no news, and its fix is as doubtful as the comment
    says.
    """
    todos = list(todos_of(document))
    if not todos:
        return list(findings)
    firsts = first_lines(document)
    found = []
    told: set[Todo] = set()
    for finding in findings:
        line = firsts[document.line_of(finding.span.start)]
        same = [todo for todo in todos if (todo.line, todo.code) == (line, finding.code)]
        if same and finding.fix is not None:
            finding = replace(finding, fix=replace(finding.fix, applicability="unsafe"))
        told.update(same)
        found.append(finding)
    for todo in todos:
        if todo not in told:
            message = Text(todo.message, todo.message)
            found.append(Finding(todo.code, "warning", "", None, "certain", message, todo.span))
    return sorted(found, key=lambda finding: (finding.span.start, finding.code))


def first_lines(document: Document) -> list[int]:
    """For each line (from 0), the first one of the statement, or of its head, on that line."""
    firsts = list(range(len(document.line_starts)))
    for node in walk(document.tree) if document.tree is not None else ():
        if not isinstance(node, ast.stmt | ast.ExceptHandler):
            continue
        body = getattr(node, "body", None)
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
        for line in range(first - 1, last):
            firsts[line] = min(firsts[line], first - 1)
    for line, first in enumerate(firsts):
        firsts[line] = firsts[first]
    return firsts
