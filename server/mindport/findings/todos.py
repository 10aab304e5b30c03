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
    ends = _ends(document)
    found = []
    told: set[Todo] = set()
    for finding in findings:
        line = document.line_of(finding.span.start)
        over = [t for t in todos if t.line <= line <= ends.get(t.line, t.line)]
        same = [todo for todo in over if todo.code == finding.code]
        if same and finding.fix is not None:
            finding = replace(finding, fix=replace(finding.fix, applicability="unsafe"))
        told.update(same)
        found.append(finding)
    for todo in todos:
        if todo not in told:
            message = Text(todo.message, todo.message)
            found.append(Finding(todo.code, "warning", "", None, "certain", message, todo.span))
    return sorted(found, key=lambda finding: (finding.span.start, finding.code))


def _ends(document: Document) -> dict[int, int]:
    """For the line (from 0) on which a statement starts, the last one before its body."""
    ends: dict[int, int] = {}
    for node in walk(document.tree) if document.tree is not None else ():
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            ends[first - 1] = max(last - 1, first - 1, ends.get(first - 1, 0))
    return ends
