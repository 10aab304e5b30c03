"""A loss under a condition, of what a network gave in front of it: the network goes into the branches.

``out = net(x)``, and ``if train: loss = criterion(out, y)`` with the step behind it: where the test
gives the same before the network runs, what stands between it and the ``if`` may stand in both
branches. Then forward pass, loss and step are together.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Document, Span
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import DEFINITIONS, blocking
from mindport.findings.training.guards import changes, is_plain, may_change
from mindport.findings.training.layout import comments_above, shares_line, string_lines, unit_of
from mindport.findings.training.model import Plan
from mindport.findings.training.obstacles import Obstacle
from mindport.report import Edit, Fix, Moved, Piece
from mindport.texts import Text

TITLE = Text("Compute the forward pass in the branches", "在各分支中进行前向计算")
MOST = 8
"""How many lines are written twice at most."""


def sunk_forward(site: Site, code: Code, events: Sequence[Event], plan: Plan) -> Fix | None:
    """The fix that puts the forward pass of a loss into the branch that computes it, and the other."""
    if {obstacle.text for obstacle in plan.obstacles} != {told.OUTSIDE}:
        return None
    branch = _branch(code, events, plan.obstacles)
    if branch is None:
        return None
    place = code.place(branch)
    nodes = {obstacle.node for obstacle in plan.obstacles}
    indices = [i for i, s in enumerate(place.block[: place.index]) if s in nodes]
    moved = place.block[indices[0] : place.index] if len(indices) == len(nodes) else []
    facts = Facts.of(site)
    if not moved or not _can_move(site.document, branch, moved, events):
        return None
    if changes(facts, branch.test, moved) or may_change(facts, branch.test, moved):
        return None
    return Fix(TITLE, "safe", tuple(_edits(site.document, branch, moved)), rearranges=True)


def _branch(code: Code, events: Sequence[Event], obstacles: Sequence[Obstacle]) -> ast.If | None:
    """The ``if`` behind what the loss depends on in whose body a loss is differentiated."""
    first = obstacles[0].node
    for event in events:
        if event.kind == "backward" and event.statement is not None:
            for owner in code.owners(event.statement):
                if not isinstance(owner, ast.If) or first not in code.place(owner).block:
                    continue
                return owner if code.holds(owner.body, event.statement) else None
    return None


def _can_move(
    document: Document, branch: ast.If, moved: Sequence[ast.stmt], events: Sequence[Event]
) -> bool:
    """Whether the statements mean the same in the branches, and are few and plain enough."""
    chained = len(branch.orelse) == 1 and isinstance(branch.orelse[0], ast.If)
    is_elif = document.text.startswith("elif", document.span(branch).start)
    if chained or is_elif or not is_plain(branch.test):
        return False
    ours = {event.statement for event in events if event.kind != "zero"}
    inner = [node for statement in moved for node in ast.walk(statement)]
    if any(node in ours or isinstance(node, DEFINITIONS) for node in inner):
        return False
    if any(blocking(moved)) or any(True for s in moved for _ in string_lines(s)):
        return False
    if any(shares_line(document, s) for s in (*moved, branch.body[0], *branch.orelse[:1])):
        return False
    return branch.lineno - moved[0].lineno <= MOST and branch.body[0].lineno > branch.lineno


def _edits(document: Document, branch: ast.If, moved: Sequence[ast.stmt]) -> list[Edit]:
    starts, newline = document.line_starts, document.newline
    begin, header = (starts[comments_above(document, s)] for s in (moved[0], branch))
    text = document.text[begin:header]
    start = begin + len(text) - len(text.lstrip())
    copied = Moved(Span(start, begin + len(text.rstrip())))
    blanks = document.text[begin:start]
    deeper = f"{blanks}{unit_of(document)}"
    body = starts[comments_above(document, branch.body[0])]
    end = document.span(branch).end
    pieces: list[Piece] = [Span(header, body), deeper, copied, newline]
    if branch.orelse:
        other = starts[comments_above(document, branch.orelse[0])]
        pieces += [Span(body, other), deeper, copied, newline, Span(other, end)]
    else:
        pieces += [Span(body, end), f"{newline}{blanks}else:{newline}{deeper}", copied]
    edits = [Edit(Span(begin, end), tuple(pieces))]
    first = document.line_of(start) + 1
    for line in range(first, document.line_of(header)):
        if document.line_text(line).strip():
            edits.append(Edit(Span(starts[line], starts[line]), (unit_of(document),)))
    return edits
