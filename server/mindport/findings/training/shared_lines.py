"""``optimizer.zero_grad(); loss.backward(); optimizer.step()`` on one line become lines of their own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.obstacles import NO_GRAD_BEFORE, SHARED_LINE, Obstacle
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Write each statement on a line of its own", "将每条语句单独写成一行")
BETWEEN = re.compile(r"[ \t]*;[ \t]*")
BEHIND = re.compile(r"[ \t]*;(?=[ \t]*(?:#|\r|\n|$))")


def separate_lines(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix where nothing else stands in the way; the lines are rewritten by the next round.

    None for what stands behind the colon of ``if``, ``for`` and the like.
    """
    shared = [obstacle for obstacle in obstacles if obstacle.text != NO_GRAD_BEFORE]
    if not shared or {obstacle.text for obstacle in shared} != {SHARED_LINE}:
        return None
    edits: dict[Span, Edit] = {}
    for obstacle in shared:
        if not isinstance(obstacle.node, ast.stmt):
            return None
        block = code.place(obstacle.node).block
        found = list(_separated(site, block, obstacle.node))
        if not found:
            return None
        edits.update((edit.span, edit) for edit in found)
    ordered = [edits[span] for span in sorted(edits, key=lambda s: s.start)]
    return Fix(TITLE, "safe", tuple(ordered), rearranges=True)


def _separated(site: Site, block: Sequence[ast.stmt], statement: ast.stmt) -> Iterator[Edit]:
    document = site.document
    line = document.line_of(document.span(statement).start)
    start = document.line_starts[line]
    same = [s for s in block if document.line_of(document.span(s).start) == line]
    spans = [document.span(s) for s in same]
    indentation = document.text[start : spans[0].start]
    if indentation.strip():
        return
    for one, other in pairwise(spans):
        if BETWEEN.fullmatch(document.text, one.end, other.start) is None:
            return
        yield Edit(Span(one.end, other.start), (f"{document.newline}{indentation}",))
    behind = BEHIND.match(document.text, spans[-1].end)
    if behind is not None:
        yield Edit(Span(*behind.span()), ())
