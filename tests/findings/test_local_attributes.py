"""Attributes that one method alone uses, in graph mode: source in, source out; each form ran."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.symbols.workspace import Workspace

from .test_graph import Config, Target

HEAD = """
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.kept = None

    def reset(self):
        self.kept = None

    def construct(self, x):
"""
OTHER = """
    def told(self):
        return self.seen
"""
CONFIG = Config(target=Target(devices=("CPU",), mode="GRAPH"), select=("MP404",))


def fixed(body: str, behind: str = "") -> FixResult:
    text = HEAD + indent(body, " " * 8) + "\n" + behind
    return fix_document(Document("net.py", text), CONFIG, Workspace(), unsafe=True)


@pytest.mark.parametrize(
    ("body", "behind"),
    [
        ("if self.kept is None:\n    self.kept = x * 2\nreturn x + self.kept", ""),
        ("if x.ndim > 2:\n    self.kept = x\nreturn x + self.kept", ""),
        ("self.kept = self.kept + 1\nreturn x * self.kept", ""),
        ("for i in range(3):\n    self.kept = x\nreturn self.kept", ""),
        ("self.seen = x * 2\nreturn self.seen", OTHER),
        ("self.seen = x * 2\nreturn self.seen", "\n\nprint(Net(2).seen)\n"),
        ("self.seen = x * 2\nreturn self.seen", '\n\nprint(getattr(Net(2), "seen"))\n'),
    ],
    ids=["asked", "one branch", "of itself", "in a loop", "a method", "outside", "by its name"],
)
def test_what_is_read_elsewhere_or_before_is_told(body: str, behind: str) -> None:
    result = fixed(body, behind)
    assert result.document.text == HEAD + indent(body, " " * 8) + "\n" + behind
    assert {finding.code for finding in result.report.findings} == {"MP404"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "self.kept = x * 2\ny = self.kept\nif self.size:\n    self.kept = y * 3\nreturn self.kept",
            "kept = x * 2\ny = kept\nif self.size:\n    kept = y * 3\nreturn kept",
        ),
        (
            "if self.size % 2:\n    self.kept = 2\nelse:\n    self.kept = 3\nreturn x * self.kept",
            "if self.size % 2:\n    kept = 2\nelse:\n    kept = 3\nreturn x * kept",
        ),
        (
            "kept = 1\nself.kept = x\nself.kept += kept\nreturn self.kept",
            "kept = 1\nkept_ = x\nkept_ += kept\nreturn kept_",
        ),
    ],
)
def test_the_others_become_names(body: str, expected: str) -> None:
    result = fixed(body)
    assert dedent(result.document.text[len(HEAD) :]).strip() == expected
    assert result.report.findings == ()
