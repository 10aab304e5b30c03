"""New text inside f-strings, which until Python 3.12 must not hold the quotes around it."""

from __future__ import annotations

import ast
import io
import tokenize
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from mindport.document import Document, Span
from mindport.nodes import find
from mindport.report import Edit, Piece

QUOTES = {"'": '"', '"': "'"}


def with_other_quotes(document: Document, edits: Sequence[Edit]) -> list[Edit]:
    """``edits``, whose texts have the other quotes where those around them are the same."""
    if document.tree is None or not any(map(_has_quotes, edits)):
        return list(edits)
    strings = sorted(_strings(document))
    return [_requoted(edit, strings) if _has_quotes(edit) else edit for edit in edits]


def _has_quotes(edit: Edit) -> bool:
    return any(isinstance(piece, str) and ("'" in piece or '"' in piece) for piece in edit.pieces)


def _strings(document: Document) -> list[tuple[int, int, str]]:
    """Where the f-strings of one line begin and end, and the quote of each."""
    assert document.tree is not None
    found = []
    for node in find(document.tree, ast.JoinedStr):
        span = document.span(node)
        lines = io.StringIO(f"({document.text[span.start : span.end]})", newline="")
        starts = [0, *(at + 1 for at, one in enumerate(lines.getvalue()) if one == "\n")]
        try:
            for token in tokenize.generate_tokens(lines.readline):
                quote = token.string[-1:]
                if token.type == tokenize.STRING and not token.string.endswith(quote * 3):
                    (line, column), (last, end) = token.start, token.end
                    begin = span.start - 1  # for the parenthesis in front
                    place = begin + starts[line - 1] + column, begin + starts[last - 1] + end
                    found.append((*place, quote))
        except (tokenize.TokenError, SyntaxError):
            continue
    return found


def _requoted(edit: Edit, strings: Sequence[tuple[int, int, str]]) -> Edit:
    place = bisect_right(strings, (edit.span.start, edit.span.start, "")) - 1
    if place < 0 or not Span(*strings[place][:2]).contains(edit.span):
        return edit
    quote = strings[place][2]
    texts = [piece for piece in edit.pieces if isinstance(piece, str)]
    if any(QUOTES[quote] in text or "\\" in text for text in texts):
        return edit
    pieces: list[Piece] = [
        piece.replace(quote, QUOTES[quote]) if type(piece) is str else piece
        for piece in edit.pieces
    ]
    return replace(edit, pieces=tuple(pieces))
