"""Layers that only some steps use: torch leaves them alone, zeros of MindSpore move them."""

from __future__ import annotations

from textwrap import indent

import pytest

from mindport.report import Finding

from .conftest import findings

HEAD = """import random
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, deep):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.act = nn.ReLU()
        self.dropout = nn.Dropout()
        self.down = nn.Linear(4, 4) if deep else None
        self.deep = deep
    def forward(self, x, n=None, task=0):
"""


def told(body: str) -> list[Finding]:
    found = findings(HEAD + indent(body, "        "))
    return [f for f in found if f.code == "MP216" and "used only" in f.message.en]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("if self.deep:\n    x = self.first(x)\nreturn x\n", id="how it was built"),
        pytest.param("if self.down is not None:\n    x = self.down(x)\nreturn x\n", id="an option"),
        pytest.param("if n is not None:\n    x = self.first(n)\nreturn x\n", id="an argument"),
        pytest.param("if x.shape[1] != 4:\n    x = self.first(x)\nreturn x\n", id="a shape"),
        pytest.param("if x.dim() == 3:\n    x = self.first(x)\nreturn x\n", id="dimensions"),
        pytest.param(
            "if random.random() < 0.5:\n    x = self.act(x)\nreturn x\n", id="no parameters"
        ),
        pytest.param(
            "for i, block in enumerate(self.blocks):\n    if i == 2:\n        x = self.act(x)\n"
            "    x = block(x)\nreturn x\n",
            id="which layer it is",
        ),
        pytest.param(
            "if random.random() < 0.5:\n    x = self.first(x)\nelse:\n    x = -self.first(x)\nreturn x\n",
            id="either way",
        ),
        pytest.param(
            "if not self.training:\n    return x\nreturn self.first(x)\n", id="evaluation"
        ),
    ],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "layer", "line"),
    [
        pytest.param(
            "for i, block in enumerate(self.blocks):\n    if i == n:\n        continue\n"
            "    x = block(x)\nreturn x\n",
            "block",
            15,
            id="one is skipped",
        ),
        pytest.param(
            "for block in self.blocks:\n    if self.training and random.random() < 0.5:\n"
            "        continue\n    x = x + block(x)\nreturn x\n",
            "block",
            15,
            id="stochastic depth",
        ),
        pytest.param(
            "for block in self.blocks:\n    skip = False\n    p = torch.rand([])\n    if p < 0.1:\n"
            "        skip = True\n    if not skip:\n        x = block(x)\nreturn x\n",
            "block",
            19,
            id="a flag that was drawn",
        ),
        pytest.param(
            "if task == 1:\n    return self.first(x)\nreturn self.blocks[0](x)\n",
            "self.first",
            14,
            id="a head for each task",
        ),
        pytest.param("return self.first(x) if x.sum() > 0 else x\n", "self.first", 14, id="data"),
    ],
)
def test_is_marked(body: str, layer: str, line: int) -> None:
    (finding,) = told(body)
    assert (finding.severity, finding.fix) == ("error", None)
    assert finding.message.en.startswith(f"{layer} is used only")
    assert f"line {line} " in finding.message.en
