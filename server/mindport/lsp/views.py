"""What the editor shows of an open document: its text, or for a notebook the text of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from mindport.document import Document, PositionEncoding, Span


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
        if self.text is not self.whole:
            line = self.whole.line_of(span.start) - self.first
            written = self.text.line_text(line)
            if written != self.whole.line_text(line + self.first):
                start = self.text.line_starts[line]
                end = start + len(written)
                return types.Range(
                    types.Position(*self.text.position(start, encoding)),
                    types.Position(*self.text.position(end, encoding)),
                )
        return types.Range(self._position(span.start, encoding), self._position(span.end, encoding))

    def _position(self, offset: int, encoding: PositionEncoding) -> types.Position:
        line, column = self.whole.position(offset, encoding)
        return types.Position(line - self.first, column)

    def offset(self, place: types.Position, encoding: PositionEncoding) -> int:
        """Where a place in this text stands in the whole."""
        if self.text is self.whole:
            return self.whole.offset(place.line, place.character, encoding)
        line = min(place.line, len(self.text.line_starts) - 1)
        return self.whole.offset(line + self.first, place.character, encoding)

    def span_of(self, place: types.Range, encoding: PositionEncoding) -> Span:
        start, end = self.offset(place.start, encoding), self.offset(place.end, encoding)
        return Span(min(start, end), max(start, end))
