"""MP404: a slice of a Parameter behind its change in the same graph, which has the values before it."""

from __future__ import annotations

from textwrap import indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .test_graph import found

HEAD = """
import mindspore as ms
from mindspore import mint, nn, ops

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.kept = ms.Parameter(mint.zeros((4, 3)), requires_grad=False)
        self.table = ms.Parameter(mint.zeros((4, 3)))

    def construct(self, x):
"""


def source(body: str, method: str = "") -> str:
    return HEAD + indent(body, " " * 8) + "\n\n" + indent(method, " " * 4) + "\n"


def stale(body: str, method: str = "") -> list[str]:
    text = source(body, method)
    return [text[one.span.start : one.span.end] for one in found(text) if "slice" in one.message.en]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("k = self.kept[:2]\nops.assign(self.kept, x)\nreturn k", id="before"),
        pytest.param("ops.assign(self.kept, x)\nreturn self.table[:2]", id="another"),
        pytest.param("ops.assign(self.kept, x)\nreturn self.kept[0], self.kept", id="no slice"),
        pytest.param("ops.assign(self.kept, x)\nreturn self.kept.copy()[:2]", id="copy"),
        pytest.param("ops.assign(self.kept, x)\nself.kept[:2] = 1\nreturn x", id="set"),
    ],
)
def test_left_alone(body: str) -> None:
    assert stale(body) == []


@pytest.mark.parametrize(
    ("body", "method"),
    [
        ("ops.assign(self.kept, self.kept + x)\nreturn self.kept[:2]", ""),
        ("self.kept.copy_(self.kept + x)\nreturn self.kept[:2]", ""),
        ("self.kept.data.copy_(x)\nreturn self.kept[:2]", ""),
        ("for i in range(2):\n    x = x + self.kept[:2]\n    ops.assign(self.kept, x)", ""),
        ("self.move(x)\nreturn self.kept[:2]", "def move(self, x):\n    ops.assign(self.kept, x)"),
        (
            "ops.assign(self.kept, x)\nreturn self.read()",
            "def read(self):\n    return self.kept[:2]",
        ),
    ],
)
def test_a_slice_behind_a_change(body: str, method: str) -> None:
    assert stale(body, method) == ["self.kept[:2]"]


def test_the_slice_is_taken_of_a_copy() -> None:
    text = source("ops.assign(self.kept, self.kept + x)\nreturn self.kept[:2]")
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    result = fix_document(Document("net.py", text), config, Workspace(), unsafe=False)
    assert "return self.kept.copy()[:2]" in result.document.text
    assert [one for one in result.report.findings if one.code == "MP404"] == []
