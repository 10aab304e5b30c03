"""``if scaler: scaler.scale(loss).backward() ... else: loss.backward() ...``: one backward call before.

Both branches differentiate what was computed before them; with one call that is one function. It
stands for the branches where they do nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.layout import shares_line
from mindport.report import Edit, Fix, Moved, Piece
from mindport.texts import Text

TITLE = Text("Call backward once, before the branches", "在分支之前统一调用 backward")


def branched_backward(site: Site, code: Code, events: Sequence[Event]) -> Fix | None:
    """The fix that puts the two backward calls of a function before the ``if`` that has them."""
    backward = [event for event in events if event.kind == "backward"]
    if len(backward) != 2 or any(e.call.args or e.call.keywords or e.terms for e in backward):
        return None
    statements = [event.statement for event in backward]
    for statement in statements:
        if not isinstance(statement, ast.Expr) or shares_line(site.document, statement):
            return None
    first, second = statements
    assert first is not None and second is not None
    branch = code.place(first).owner
    if not isinstance(branch, ast.If) or not _begin(branch, first, second) or not _is_plain(branch):
        return None
    receivers = [event.receiver for event in backward]
    if any(isinstance(r, ast.IfExp | ast.Lambda) or r is None for r in receivers):
        return None
    return Fix(TITLE, "safe", tuple(_edits(site, branch, statements, receivers)), rearranges=True)


def _begin(branch: ast.If, first: ast.stmt, second: ast.stmt) -> bool:
    """Whether each branch begins with its backward call, and both or none do something behind it."""
    blocks = (branch.body, branch.orelse)
    more = {len(block) > 1 for block in blocks}
    return len(more) == 1 and [block[:1] for block in blocks] == [[first], [second]]


def _is_plain(branch: ast.If) -> bool:
    """Whether a test may be asked twice."""
    effects = (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.IfExp, ast.Lambda)
    return not any(isinstance(node, effects) for node in ast.walk(branch.test))


def _edits(
    site: Site,
    branch: ast.If,
    statements: Sequence[ast.stmt | None],
    receivers: Sequence[ast.expr | None],
) -> list[Edit]:
    span = site.document.span
    one, other = (Moved(span(receiver)) for receiver in receivers if receiver is not None)
    test = Moved(span(branch.test))
    blanks = _indentation(site.document, branch)
    line: list[Piece] = ["(", one, " if ", test, " else ", other, ").backward()"]
    if len(branch.body) == 1:
        return [Edit(span(branch), tuple(line))]
    at = span(branch).start
    gone = [
        remove_statement(site.document, statement)
        for statement in statements
        if statement is not None
    ]
    return [Edit(Span(at, at), (*line, f"{site.document.newline}{blanks}")), *gone]


def _indentation(document: Document, statement: ast.stmt) -> str:
    start = document.span(statement).start
    return document.text[document.line_starts[document.line_of(start)] : start]
