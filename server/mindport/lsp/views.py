"""What the editor shows of an open document: its text, or for a notebook the text of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from mindport.document import Document, PositionEncoding, Span


def range_in(document: Document, span: Span, encoding: PositionEncoding) -> types.Range:
    return types.Range(
        types.Position(*document.position(span.start, encoding)),
        types.Position(*document.position(span.end, encoding)),
    )


@dataclass(frozen=True, slots=True)
class View:
    """One text in the editor.

    Attributes:
        text: that text.
        whole: the document that is analysed; ``text`` itself, or the cells of a notebook joined.
        first: the index of the line of ``whole`` that the first line of ``text`` is.
    """

    uri: str
    version: int
    text: Document
    whole: Document
    first: int = 0

    def shows(self, span: Span) -> bool:
        """Whether ``span`` of the whole begins in this text."""
        if self.text is self.whole:
            return True
        return 0 <= self.whole.line_of(span.start) - self.first < len(self.text.line_starts)

    def range_of(self, span: Span, encoding: PositionEncoding) -> types.Range:
        """``span`` of the whole in this text; all of a line that the whole does not have so."""
        found = range_in(self.whole, span, encoding)
        if self.text is self.whole:
            return found
        found.start.line -= self.first
        found.end.line -= self.first
        line = found.start.line
        written = self.text.line_text(line)
        if written == self.whole.line_text(line + self.first):
            return found
        start = self.text.line_starts[line]
        return range_in(self.text, Span(start, start + len(written)), encoding)

    def offset(self, place: types.Position, encoding: PositionEncoding) -> int:
        """Where a place in this text stands in the whole."""
        if self.text is self.whole:
            return self.whole.offset(place.line, place.character, encoding)
        line = min(place.line, len(self.text.line_starts) - 1)
        return self.whole.offset(line + self.first, place.character, encoding)

    def span_of(self, place: types.Range, encoding: PositionEncoding) -> Span:
        start, end = self.offset(place.start, encoding), self.offset(place.end, encoding)
        return Span(min(start, end), max(start, end))
