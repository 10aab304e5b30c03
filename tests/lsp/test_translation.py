"""Edits as the protocol has them, and findings that move: whatever the texts are."""

from __future__ import annotations

import random
from typing import Any

import pytest
from lsprotocol import types

from mindport.document import Document, PositionEncoding, Span
from mindport.lsp.moving import change_of, forward, moved
from mindport.lsp.to_lsp import text_edits
from mindport.report import Finding, Report
from mindport.target import Target
from mindport.texts import Text
from tests.lsp.client import apply

PIECES = ["a", "bc", "x = 1", "", "\x0c", "😀", "中文", "é", " ", "\t", "# c", "a", "x = 1"]
ENDS = ["\n", "\n", "\r\n", "\r"]
UNITS: dict[PositionEncoding, str] = {
    "utf-8": "utf-8",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
}


def text(chance: random.Random) -> str:
    lines = (chance.choice(PIECES) + chance.choice(PIECES) for _ in range(chance.randrange(8)))
    return "".join(line + chance.choice(ENDS) for line in lines) + chance.choice(["", "end"])


def plain(edits: list[types.TextEdit]) -> list[dict[str, Any]]:
    return [
        {
            "range": {
                "start": {"line": e.range.start.line, "character": e.range.start.character},
                "end": {"line": e.range.end.line, "character": e.range.end.character},
            },
            "newText": e.new_text,
        }
        for e in edits
    ]


@pytest.mark.parametrize("encoding", UNITS)
def test_edits_make_the_new_text(encoding: PositionEncoding) -> None:
    chance = random.Random(1)
    for _ in range(2000):
        old, new = text(chance), text(chance)
        edits = text_edits(Document("a.py", old), new, encoding)
        assert apply(old, plain(edits), UNITS[encoding]) == new


def test_no_edit_for_an_equal_text() -> None:
    assert text_edits(Document("a.py", "x\r\ny\n"), "x\r\ny\n", "utf-16") == []


def test_edits_take_whole_words_and_leave_the_rest_of_the_line() -> None:
    (edit,) = text_edits(
        Document("a.py", "y = x.size(0)  # rows\n"), "y = x.shape[0]  # rows\n", "utf-16"
    )
    assert (edit.range.start.character, edit.range.end.character) == (6, 13)
    assert edit.new_text == "shape[0]"


@pytest.mark.parametrize(
    ("start", "end", "new", "expected"),
    [
        pytest.param(0, 0, "\n", Span(7, 9), id="a line before it is new"),
        pytest.param(0, 3, "", Span(3, 5), id="a line before it is gone"),
        pytest.param(2, 2, "123", Span(9, 11), id="a line before it is longer"),
        pytest.param(9, 12, "long", Span(6, 8), id="a line behind it changed"),
        pytest.param(6, 6, "q", None, id="typed before it"),
        pytest.param(8, 9, "", None, id="joined with the next line"),
        pytest.param(3, 9, "", None, id="its line is gone"),
        pytest.param(0, 12, "", None, id="everything is gone"),
    ],
)
def test_a_span_moves_with_its_line(start: int, end: int, new: str, expected: Span | None) -> None:
    document = Document("a.py", "ab\nc\n\nde\nfgh")
    assert forward(Span(6, 8), change_of(document, start, end, new)) == expected


def test_fixes_do_not_survive_an_edit() -> None:
    document = Document("a.py", "x\ny\n")
    finding = Finding("MP101", "warning", "torch.x", None, "certain", Text("", ""), Span(2, 3))
    report = Report(document, Target(), (), (finding,))
    after = Document("a.py", "\nx\ny\n")
    (kept,) = moved(report, change_of(document, 0, 0, "\n"), after).findings
    assert kept.span == Span(3, 4)
    assert kept.fix is None
