"""Renders a document with edits that may nest; comments that would get lost are kept."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from mindport.document import Document, Span
from mindport.fixes.quotes import with_other_quotes
from mindport.knowledge.templates import is_atomic
from mindport.nodes import find, is_enclosed
from mindport.report import DEDENT, Edit, Moved, Name, Operand, Parenthesis


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the result; ``origin`` is its offset in the original, None for new text.

    ``spare``: a parenthesis that goes where the text around needs none.
    """

    text: str
    origin: int | None
    spare: bool = False


OPENING, CLOSING = Chunk("(", None, spare=True), Chunk(")", None, spare=True)
# What binds tighter than all that stands around it between these.
OPERATIONS = (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp)
BEFORE = re.compile(r"([(\[{,:]|(?<![=!<>:])=|\b(?:return|if|elif|while|assert|else))$")
BEHIND = re.compile(r" *(?:[)\]},:;#\r\n]|(?:if|else)\b|$)")
BLANKS = re.compile(r"[\s()]+")
AROUND = 200  # characters that are looked at before a parenthesis and behind it


@dataclass(frozen=True)
class Rendered:
    """The new text in chunks."""

    chunks: tuple[Chunk, ...]

    @property
    def text(self) -> str:
        return "".join(chunk.text for chunk in self.chunks)

    def kept(self) -> list[Span]:
        """The ranges of the original that are still there, in order."""
        return sorted(
            (Span(c.origin, c.origin + len(c.text)) for c in self.chunks if c.origin is not None),
            key=lambda span: span.start,
        )

    @cached_property
    def _places(self) -> tuple[list[int], list[tuple[Span, int]]]:
        """The kept ranges in order, and where in the new text each begins."""
        found = []
        position = 0
        for chunk in self.chunks:
            if chunk.origin is not None:
                found.append((Span(chunk.origin, chunk.origin + len(chunk.text)), position))
            position += len(chunk.text)
        found.sort(key=lambda item: item[0].start)
        return [span.start for span, _ in found], found

    def place(self, span: Span) -> Span | None:
        """Where a range of the original stands now; None when it is gone."""
        starts, kept = self._places
        index = bisect_right(starts, span.start) - 1
        if index < 0 or not kept[index][0].contains(span):
            return None
        start = kept[index][1] + span.start - kept[index][0].start
        return Span(start, start + span.end - span.start)

    def around(self, span: Span) -> Span | None:
        """As ``place``, where what is in the range may have changed, its beginning included."""
        starts, kept = self._places
        first = bisect_right(starts, span.start) - 1
        last = bisect_left(starts, span.end) - 1
        if first < 0 or kept[first][0].end <= span.start:
            first += 1
        if first > last:
            return None
        start = kept[first][1] + max(span.start - kept[first][0].start, 0)
        end = kept[last][1] + min(span.end, kept[last][0].end) - kept[last][0].start
        return Span(start, end) if end > start else None

    def line_map(self, document: Document) -> list[int]:
        """For each line of the new text, the line of the original (both from 1)."""
        lines = [0]
        last = 1
        for chunk in self.chunks:
            position = chunk.origin
            for part in chunk.text.splitlines(keepends=True):
                if position is not None:
                    last = document.line_of(position) + 1
                    position += len(part)
                    lines[-1] = lines[-1] or last
                if part.endswith(("\n", "\r")):
                    lines[-1] = lines[-1] or last
                    lines.append(0)
        return [line or last for line in lines]


def render(document: Document, edits: Sequence[Edit], name: Callable[[str], str]) -> Rendered:
    """The document with ``edits``, API names written by ``name``."""
    ordered = sorted(with_other_quotes(document, edits), key=_order)
    extra = [Edit(Span(at, at), (text,)) for at, text in _lost_comments(document, ordered)]
    if extra:
        ordered = sorted([*ordered, *extra], key=_order)
    chunks: list[Chunk] = []
    page = _Page(document, ordered, name)
    _render(page, Span(0, len(document.text)), ordered, chunks)
    return Rendered(tuple(chunk for chunk in _without_spare(chunks) if chunk.text))


def without_effect(document: Document, edits: Sequence[Edit]) -> list[ast.Assign]:
    """The assignments of which ``edits`` leave ``x, y = x, y`` or ``x[0] = x[0]``."""
    assert document.tree is not None
    ordered = sorted(edits, key=_order)
    starts = [edit.span.start for edit in ordered]
    page = _Page(document, ordered, lambda api: f"<{api}>")
    found = []
    # There a name of the module becomes an attribute of the class.
    of_classes = {id(one) for cls in find(document.tree, ast.ClassDef) for one in cls.body}
    for node in find(document.tree, ast.Assign) if edits else ():
        if len(node.targets) != 1 or id(node) in of_classes:
            continue
        target = node.targets[0]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if not all(map(_is_place, names)):
            continue
        span = document.span(node)
        within = ordered[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        if not within or within[-1].span.end > span.end:
            continue
        part: list[Chunk] = []
        _render(page, span, within, part)
        left, _, right = BLANKS.sub("", "".join(chunk.text for chunk in part)).partition("=")
        if left == right or (len(names) > 1 and left == right.removesuffix(",")):
            found.append(node)
    return found


def _is_place(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant | ast.Name) and isinstance(node.value, ast.Name)
    return isinstance(node, ast.Name | ast.Attribute)


def conflicting(edits: Sequence[tuple[int, Edit]]) -> set[int]:
    """Owners of edits that replace text of an earlier owner's without lying inside one edit of it.

    Where one of two edits of the same text only writes something around it, both are kept.

    Args:
        edits: each with the number of its owner; where two clash, the higher number loses.
    """
    losers: set[int] = set()
    open_edits: list[tuple[int, Edit]] = []
    for owner, edit in sorted(edits, key=lambda item: _order(item[1])):
        span = edit.span
        if span.start == span.end or owner in losers:
            continue
        while open_edits and (
            open_edits[-1][1].span.end <= span.start or open_edits[-1][0] in losers
        ):
            open_edits.pop()
        if open_edits:
            other, outer = open_edits[-1]
            around = _is_around(outer) and not _is_around(edit)
            if (outer.span == span and not around) or outer.span.end < span.end:
                losers.add(max(owner, other))
                if owner > other:
                    continue
                open_edits.pop()
        open_edits.append((owner, edit))
    return losers


def displaced(edits: Sequence[tuple[int, Edit]]) -> set[int]:
    """Owners of edits that add lines to a block which another owner moves to the left, or that
    move it: new lines are written for the indentation around them. The higher number loses.
    """
    added = {edit.span.start: owner for owner, edit in edits if _adds_lines(edit)}
    moved = {edit.span.start: owner for owner, edit in edits if edit.pieces == DEDENT}
    shared = [(owner, moved[at]) for at, owner in added.items() if at in moved]
    for owner, span in [(owner, span) for owner, edit in edits for span in _moves(edit)]:
        lines = [e.span for other, e in edits if other == owner and _takes_away(e, span)]
        shared += [(owner, moved[line.start]) for line in lines if line.start in moved]
    return {max(pair) for pair in shared if pair[0] != pair[1]}


def _adds_lines(edit: Edit) -> bool:
    lines = any(isinstance(piece, str) and "\n" in piece for piece in edit.pieces)
    return lines and edit.span.start == edit.span.end


def _moves(edit: Edit) -> list[Span]:
    return [piece.span for piece in edit.pieces if isinstance(piece, Moved)]


def _takes_away(edit: Edit, span: Span) -> bool:
    """Whether an edit replaces a range and the indentation before it."""
    return edit.span.start < span.start and span.end <= edit.span.end


def _order(edit: Edit) -> tuple[int, int, int, int]:
    span = edit.span
    return (span.start, 0 if span.start == span.end else 1, -span.end, not _is_around(edit))


def _is_around(edit: Edit) -> bool:
    """Whether an edit keeps all that it replaces: ``stop_gradient(...)`` of an expression."""
    return any(
        edit.span == (piece if isinstance(piece, Span) else piece.span)
        for piece in edit.pieces
        if isinstance(piece, Span | Operand)
    )


@dataclass(frozen=True)
class _Page:
    """What is rendered: the document, all of its edits in order, and how API names are written."""

    document: Document
    edits: Sequence[Edit]
    name: Callable[[str], str]


def _render(page: _Page, within: Span, edits: Sequence[Edit], chunks: list[Chunk]) -> None:
    document, name = page.document, page.name
    position = within.start
    index = 0
    while index < len(edits):
        edit = edits[index]
        last = index + 1
        while last < len(edits) and _lies_in(edits[last], edit):
            last += 1
        inner = edits[index + 1 : last]
        index = last
        if edit.span.start < position or edit.span.end > within.end:
            continue
        chunks.append(Chunk(document.text[position : edit.span.start], position))
        for place, piece in enumerate(edit.pieces):
            if isinstance(piece, str):
                chunks.append(Chunk(piece, None, isinstance(piece, Parenthesis)))
            elif isinstance(piece, Name):
                chunks.append(Chunk(name(piece.api), None))
            else:
                span = piece if isinstance(piece, Span) else piece.span
                part: list[Chunk] = []
                moved = isinstance(piece, Moved)
                own = [e for e in (page.edits if moved else inner) if _lies_in_span(e.span, span)]
                if moved:  # what is put in front of it stays where it was
                    own = [
                        e for e in own if e is not edit and e.span != Span(span.start, span.start)
                    ]
                _render(page, span, own, part)
                following = edit.pieces[place + 1] if place + 1 < len(edit.pieces) else ""
                dotted = isinstance(following, str) and following.startswith(".")
                operand = isinstance(piece, Operand) or (isinstance(piece, Moved) and piece.operand)
                wrapped = operand and _needs_parentheses(part, dotted)
                chunks += [OPENING, *part, CLOSING] if wrapped else part
        position = edit.span.end
    chunks.append(Chunk(document.text[position : within.end], position))


def _lies_in(inner: Edit, outer: Edit) -> bool:
    """Sorted edits: whether ``inner`` belongs inside ``outer`` and not behind it."""
    a, b = inner.span, outer.span
    if b.start == b.end:
        return False
    if a.start == a.end:
        return b.start < a.start < b.end
    return b.start <= a.start and a.end <= b.end


def _lies_in_span(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _needs_parentheses(chunks: list[Chunk], dotted: bool) -> bool:
    """Whether what stands in an operation binds too loosely; a number does so before a dot."""
    text = "".join(chunk.text for chunk in chunks).strip()
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError:
        return True
    if node.col_offset:
        return False  # it has parentheses already
    if isinstance(node, ast.Tuple) and not is_enclosed(text):
        return True
    return not (is_atomic(node) or (isinstance(node, ast.Constant) and not dotted))


def _without_spare(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks without the parentheses that may go and are not needed where they came to stand."""
    opened: list[int] = []
    gone: set[int] = set()
    starts = list(accumulate((len(chunk.text) for chunk in chunks), initial=0))
    text = "".join(chunk.text for chunk in chunks)
    for index, chunk in enumerate(chunks):
        if not chunk.spare:
            continue
        if chunk.text == "(":
            opened.append(index)
            continue
        first = opened.pop()
        before = text[max(0, starts[first] - AROUND) : starts[first]]
        behind = text[starts[index] + 1 : starts[index] + 1 + AROUND]
        if _needs_none(before, text[starts[first] + 1 : starts[index]], behind):
            gone |= {first, index}
    return [chunk for index, chunk in enumerate(chunks) if index not in gone]


def _needs_none(before: str, inner: str, behind: str) -> bool:
    """Whether an expression means the same without parentheses between these texts."""
    head = before.rstrip(" ")
    if head.endswith(("\n", "\r")):  # the line goes on inside of brackets
        head = head.rstrip()
        if not head.endswith(("(", "[", "{", ",")):
            return False
    opens, closes = BEFORE.search(head), BEHIND.match(behind)
    if opens is None or closes is None or "\n" in inner:
        return False
    try:
        node = ast.parse(inner.strip(), mode="eval").body
    except SyntaxError:
        return False
    if isinstance(node, ast.IfExp):
        return opens[0] != "if" and closes[0].strip() not in ("if", "else")
    return isinstance(node, OPERATIONS)


def _lost_comments(document: Document, edits: Sequence[Edit]) -> list[tuple[int, str]]:
    """Comments inside replaced text that no piece carries over: where to put them, and what."""
    suspects = [edit for edit in edits if "#" in document.text[edit.span.start : edit.span.end]]
    if not suspects:
        return []
    moved = [span for edit in edits for span in _moves(edit)]
    found = []
    for comment in document.comments:
        around = [edit for edit in suspects if edit.span.contains(comment)]
        if all(_carried(comment, edit) for edit in around):
            continue
        if any(span.contains(comment) for span in moved):
            continue
        first = document.line_of(min(edit.span.start for edit in around))
        text = document.line_text(first)
        indentation = text[: len(text) - len(text.lstrip())]
        words = document.text[comment.start : comment.end]
        found.append((document.line_starts[first], f"{indentation}{words}{document.newline}"))
    return found


def _carried(comment: Span, edit: Edit) -> bool:
    spans = [p if isinstance(p, Span) else p.span for p in edit.pieces
             if not isinstance(p, str | Name)]  # fmt: skip
    return any(span.contains(comment) for span in spans)
