"""Where the arguments of a call stand in the text, parentheses and commas included."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.report import Piece

OBJECT = re.compile(r"\s*\w+\s*(?:,\s*)?")
SKIP = re.compile(r"#[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Layout:
    """``inside`` is what stands between the call's parentheses; ``items`` the arguments' extents
    in the order of the source, each with its keyword and its own parentheses.

    ``of_object``: the call is by class, ``nn.Linear.__init__(self, 3)``, and what stands here is
    behind the object and its comma.
    """

    inside: Span
    items: tuple[Span, ...]
    of_object: bool = False

    def removal(self, first: int, last: int) -> Span:
        """What to delete so that the items ``first`` to ``last`` and their commas go."""
        if first > 0:
            return Span(self.items[first - 1].end, self.items[last].end)
        if last + 1 < len(self.items):
            return Span(self.items[first].start, self.items[last + 1].start)
        return self.inside

    @property
    def end(self) -> int:
        """Where another argument can be added."""
        return self.items[-1].end if self.items else self.inside.start


def arguments(call: ast.Call) -> list[ast.expr | ast.keyword]:
    """Positional and keyword arguments in the order of the source."""
    return sorted([*call.args, *call.keywords], key=lambda node: (node.lineno, node.col_offset))


def layout_of(document: Document, call: ast.Call) -> Layout:
    """The layout of a call's arguments."""
    end = document.span(call).end - 1
    position = document.span(call.func).end
    nodes = arguments(call)
    if len(nodes) == 1 and isinstance(nodes[0], ast.GeneratorExp):
        own = document.span(nodes[0])
        if own.end == end + 1:  # its parentheses are those of the call
            inside = Span(own.start + 1, end)
            text = document.text[inside.start : inside.end]
            start = inside.start + len(text) - len(text.lstrip())
            return Layout(inside, (Span(start, start + len(text.strip())),))
    spans = [_own_span(document, node) for node in nodes]
    gap_end = spans[0].start if spans else end + 1
    gap = blanked(document.text[position:gap_end])
    opening = position + gap.index("(")
    found = OBJECT.match(gap, opening - position + 1)
    first = position + found.end() if found is not None else opening + 1
    starts, ends = [], []
    previous = first
    for index, span in enumerate(spans):
        before = blanked(document.text[previous : span.start])
        comma = before.find(",") if index else -1
        if index:
            ends.append(previous + _close(before[:comma]))
        opened = before.find("(", comma + 1)
        starts.append(previous + opened if opened >= 0 else span.start)
        previous = span.end
    if spans:
        tail = blanked(document.text[previous:end])
        comma = tail.find(",")
        ends.append(previous + _close(tail if comma < 0 else tail[:comma]))
    items = tuple(Span(start, stop) for start, stop in zip(starts, ends, strict=True))
    return Layout(Span(min(first, end), end), items, found is not None)


def _own_span(document: Document, node: ast.expr | ast.keyword) -> Span:
    if isinstance(node, ast.keyword):
        start = document.offset_of_ast(node.lineno, node.col_offset)
        return Span(start, document.span(node.value).end)
    return document.span(node)


def _close(text: str) -> int:
    """Length of ``text`` up to and with its last closing parenthesis."""
    return text.rfind(")") + 1


def blanked(text: str) -> str:
    """``text`` with comments blanked, so that their commas and parentheses do not count."""
    return SKIP.sub(lambda match: " " * len(match.group()), text)


def as_written(document: Document, call: ast.Call, pieces: Sequence[Piece]) -> list[Piece]:
    """``pieces``, a call that takes the place of ``call``, with its arguments on lines of their
    own where those of ``call`` are; everything else on one line."""
    places = _commas(pieces)
    if len(places) < 2 or not _is_one_a_line(document, call):
        return list(pieces)
    layout = layout_of(document, call)
    newline = document.newline
    begin = document.text[: layout.items[0].start].rpartition("\n")[2]
    tail = blanked(document.text[layout.end : layout.inside.end])
    last = document.text[: layout.inside.end].rpartition("\n")[2]
    end = f"{',' if ',' in tail else ''}{newline}{last}" if "\n" in tail else ""
    found: list[Piece] = []
    for index, piece in enumerate(pieces):
        cuts = [at for place, at in places if place == index]
        if not isinstance(piece, str) or not cuts:
            found.append(piece)
            continue
        position = 0
        for at in cuts:
            if (index, at) == places[-1]:
                found.append(f"{piece[position:at]}{end}")
                position = at
            else:
                found.append(f"{piece[position : at + 1]}{newline}{begin}")
                position = at + 1 + (piece[at + 1 : at + 2] == " ")
        found.append(piece[position:])
    return found


def _is_one_a_line(document: Document, call: ast.Call) -> bool:
    """Whether nothing stands behind the opening parenthesis, and each argument begins a line."""
    if call.lineno == call.end_lineno:
        return False
    layout = layout_of(document, call)
    if not layout.items:
        return False
    starts = [document.text[: item.start].rpartition("\n")[2] for item in layout.items]
    return all(not start.strip() for start in starts)


def _commas(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Where the last parentheses open, their commas, and where they close: piece and offset.

    Empty where ``pieces`` do not end in a call.
    """
    opened: list[tuple[str, list[tuple[int, int]]]] = []
    closed: list[tuple[int, int]] = []
    quote = ""
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str):
            closed = []
            continue
        for at, char in enumerate(piece):
            if quote:
                quote = "" if char == quote else quote
            elif char in "'\"":
                quote = char
            elif char in "([{":
                opened.append((char, [(index, at)]))
            elif char in ")]}" and opened:
                bracket, found = opened.pop()
                closed = [*found, (index, at)] if bracket == "(" and not opened else []
                continue
            elif char == "," and opened:
                opened[-1][1].append((index, at))
            closed = [] if not char.isspace() else closed
    return closed
