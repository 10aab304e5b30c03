"""MP402: lists with as many items as a tensor has different values. That the compiler refuses them, and
takes loops that add up, was seen in a run: tests/knowledge/test_graph.py."""

from __future__ import annotations

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.symbols.workspace import Workspace
from mindport.target import Target


def refused(body: str) -> list[str]:
    lines = [
        "from mindspore import nn, ops", "", "class Net(nn.Cell):",
        "    def construct(self, x, y, n):", *(f"        {one}" for one in body.splitlines()),
    ]  # fmt: skip
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    found = analyze(Document("example.py", "\n".join(lines) + "\n"), config, Workspace()).findings
    return [f.code for f in found if f.severity == "error"]


@pytest.mark.parametrize(
    "body",
    [
        "return ops.cat([x[k : k + 1] for k in range(n)])",
        "return ops.cat([x[k : k + 1] for k in range(len(x))])",
        "n = len(ops.unique(y)[0])\nn = 3\nreturn ops.cat([x[k : k + 1] for k in range(n)])",
        "k = len(ops.unique(y)[0])\ns = 0\nfor i in range(k):\n    s = s + x[i]\nreturn s",
    ],
    ids=["argument", "shape", "bound anew", "loop"],
)
def test_left_alone(body: str) -> None:
    assert refused(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "k = len(ops.unique(y)[0])\nreturn ops.cat([x[i : i + 1] for i in range(k)])",
        "return ops.cat([x[i : i + 1] for i in range(ops.nonzero(y).shape[0])])",
    ],
)
def test_marked(body: str) -> None:
    assert refused(body) == ["MP402"]
