"""Renders a document with edits that may nest; comments that would get lost are kept."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.knowledge.templates import is_atomic
from mindport.report import Edit, Name, Operand


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the result; ``origin`` is its offset in the original, None for new text."""

    text: str
    origin: int | None


@dataclass(frozen=True)
class Rendered:
    """The new text in chunks."""

    chunks: tuple[Chunk, ...]

    @property
    def text(self) -> str:
        return "".join(chunk.text for chunk in self.chunks)

    def keeps(self, offset: int) -> bool:
        """Whether the original text at ``offset`` is still there."""
        return any(
            chunk.origin is not None and chunk.origin <= offset < chunk.origin + len(chunk.text)
            for chunk in self.chunks
        )

    def kept(self) -> list[Span]:
        """The ranges of the original that are still there, in order."""
        return sorted(
            (Span(c.origin, c.origin + len(c.text)) for c in self.chunks if c.origin is not None),
            key=lambda span: span.start,
        )

    def place(self, span: Span) -> Span | None:
        """Where a range of the original stands now; None when it is gone."""
        position = 0
        for chunk in self.chunks:
            origin = chunk.origin
            if origin is not None and origin <= span.start and span.end <= origin + len(chunk.text):
                start = position + span.start - origin
                return Span(start, start + span.end - span.start)
            position += len(chunk.text)
        return None

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
    ordered = sorted(edits, key=_order)
    extra = [Edit(Span(at, at), (text,)) for at, text in _lost_comments(document, ordered)]
    if extra:
        ordered = sorted([*ordered, *extra], key=_order)
    chunks: list[Chunk] = []
    _render(document, Span(0, len(document.text)), ordered, name, chunks)
    return Rendered(tuple(chunk for chunk in chunks if chunk.text))


def conflicts(edit: Edit, others: Sequence[Edit]) -> bool:
    """Whether an edit overlaps another without lying inside it, or replaces the same text."""
    a = edit.span
    for other in others:
        b = other.span
        if a == b and a.start != a.end:
            return True
        if a.start < b.end and b.start < a.end:
            inside = a.contains(b) or b.contains(a)
            if not inside:
                return True
    return False


def _order(edit: Edit) -> tuple[int, int, int]:
    span = edit.span
    return (span.start, 0 if span.start == span.end else 1, -span.end)


def _render(
    document: Document,
    within: Span,
    edits: Sequence[Edit],
    name: Callable[[str], str],
    chunks: list[Chunk],
) -> None:
    position = within.start
    index = 0
    while index < len(edits):
        edit = edits[index]
        inner = [other for other in edits[index + 1 :] if _lies_in(other, edit)]
        index += 1 + len(inner)
        if edit.span.start < position or edit.span.end > within.end:
            continue
        chunks.append(Chunk(document.text[position : edit.span.start], position))
        for piece in edit.pieces:
            if isinstance(piece, str):
                chunks.append(Chunk(piece, None))
            elif isinstance(piece, Name):
                chunks.append(Chunk(name(piece.api), None))
            else:
                span = piece.span if isinstance(piece, Operand) else piece
                part: list[Chunk] = []
                own = [other for other in inner if _lies_in_span(other.span, span)]
                _render(document, span, own, name, part)
                wrapped = isinstance(piece, Operand) and _needs_parentheses(part)
                chunks += [Chunk("(", None), *part, Chunk(")", None)] if wrapped else part
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


def _needs_parentheses(chunks: list[Chunk]) -> bool:
    text = "".join(chunk.text for chunk in chunks)
    try:
        return not is_atomic(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        return True


def _lost_comments(document: Document, edits: Sequence[Edit]) -> list[tuple[int, str]]:
    """Comments inside replaced text that no piece carries over: where to put them, and what."""
    suspects = [edit for edit in edits if "#" in document.text[edit.span.start : edit.span.end]]
    if not suspects:
        return []
    found = []
    outermost = [e for e in suspects if not any(_lies_in(e, o) for o in suspects if o is not e)]
    for comment in _comments(document):
        for edit in outermost:
            if edit.span.contains(comment) and not _carried(comment, edit):
                line = document.line_starts[document.line_of(edit.span.start)]
                text = document.line_text(document.line_of(edit.span.start))
                indentation = text[: len(text) - len(text.lstrip())]
                words = document.text[comment.start : comment.end]
                found.append((line, f"{indentation}{words}{document.newline}"))
                break
    return found


def _carried(comment: Span, edit: Edit) -> bool:
    spans = [p.span if isinstance(p, Operand) else p for p in edit.pieces
             if isinstance(p, Span | Operand)]  # fmt: skip
    return any(span.contains(comment) for span in spans)


def _comments(document: Document) -> list[Span]:
    found = []
    try:
        text = document.text
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            if token.type == tokenize.COMMENT:
                start = document.offset(token.start[0] - 1, token.start[1])
                found.append(Span(start, start + len(token.string.rstrip("\r\n"))))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return found
    return found
