"""Names that a branch or a loop binds, in graph mode: what MindSpore 2.10.0 did with each form is in
knowledge/graph/branches.yaml and below, as it was seen to compile or to be refused."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

NET = """
import mindspore as ms
from mindspore import nn

LARGE = True


class Net(nn.Cell):
    def __init__(self, flag, size=3):
        super().__init__()
        self.flag = flag
        self.size = size
        self.layers = nn.CellList([nn.ReLU(), nn.ReLU()])

    def construct(self, x, mask=None):
"""
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"), select=("MP408",))


def fixed(body: str) -> FixResult:
    source = NET + indent(dedent(body).strip(), " " * 8) + "\n"
    return fix_document(Document("net.py", source), GRAPH, Workspace(), unsafe=False)


@pytest.mark.parametrize(
    "body",
    [
        "if self.flag:\n    y = x\nif self.flag:\n    x = x + y\nreturn x",
        "if self.size > 2 and not self.flag:\n    y = x\nreturn x + y",
        "if self.layers is not None:\n    y = x\nreturn x + y",
        "if mask is None:\n    y = x\nelse:\n    y = mask\nreturn x + y",
        "if mask is None:\n    y = x\nelse:\n    raise ValueError('mask')\nreturn x + y",
        "if mask is None:\n    return x\nelse:\n    y = mask\nreturn x + y",
        "if mask is not None:\n    y = mask * 2\n    x = x + y\nreturn x",
        "y = None\nif mask is not None:\n    y = mask\nif mask is not None:\n    x = x + y\nreturn x",
        "for layer in self.layers:\n    y = layer(x)\n    x = x + y\nreturn x",
        "for i in range(3):\n    if i == 1:\n        continue\n    y = x\n    x = x + y\nreturn x",
        "for i in range(3):\n    x = x * i\nfor i in range(3):\n    x = x + i\nreturn x",
        "sizes = [i for i in x.shape]\nif mask is not None:\n    i = 1\nreturn [i * 2 for i in sizes]",
        "if mask is not None:\n    y = mask\ny = x\nreturn x + y",
    ],
)
def test_what_the_compiler_knows_is_left_alone(body: str) -> None:
    result = fixed(body)
    assert result.report.findings == ()
    assert "= None\n" not in result.document.text.replace("y = None\n        if mask", "")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "if mask is not None:\n    y = mask * 2\nx = x + 1\nif mask is not None:\n    x = x + y\nreturn x",
            "y = None\nif mask is not None:\n    y = mask * 2\nx = x + 1\nif mask is not None:\n    x = x + y\nreturn x",
        ),
        (
            "if self.size:\n    y = x\nreturn x + y",
            "y = None\nif self.size:\n    y = x\nreturn x + y",
        ),
        ("if LARGE:\n    y = x\nreturn x + y", "y = None\nif LARGE:\n    y = x\nreturn x + y"),
        (
            "for layer in self.layers:\n    y, x = x, layer(x)\nreturn x + y",
            "y = None\nfor layer in self.layers:\n    y, x = x, layer(x)\nreturn x + y",
        ),
        (
            "for i in range(3):\n    x = x * 2\nreturn x * i",
            "i = None\nfor i in range(3):\n    x = x * 2\nreturn x * i",
        ),
        (
            "for i in range(3):\n    if i == 0:\n        first = x\n    else:\n        x = x + first\nreturn x",
            "first = None\nfor i in range(3):\n    if i == 0:\n        first = x\n    else:\n        x = x + first\nreturn x",
        ),
        (
            "if x.ndim == 2:\n    a, b = x, 1\nreturn a * b",
            "a = None\nb = None\nif x.ndim == 2:\n    a, b = x, 1\nreturn a * b",
        ),
    ],
)
def test_what_it_does_not_know_is_bound_before(body: str, expected: str) -> None:
    result = fixed(body)
    assert result.report.findings == ()
    begin = result.document.text.index("mask=None):\n") + len("mask=None):\n")
    assert dedent(result.document.text[begin:]).strip() == expected


def test_the_finding_names_the_line_that_reads() -> None:
    source = NET + "        if mask is not None:\n            y = mask\n        return x + y\n"
    [finding] = analyze(Document("net.py", source), GRAPH, Workspace()).findings
    assert finding.message.en.startswith("Only this branch or loop binds y, and line 18 reads it")


def test_pynative_mode_needs_none() -> None:
    source = NET + "        for y in x:\n            pass\n        return y\n"
    config = Config(target=Target(devices=("CPU",)), select=("MP408",))
    result = fix_document(Document("net.py", source), config, Workspace(), unsafe=False)
    assert result.document.text == source
