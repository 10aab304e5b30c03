"""Attributes of layers that mean something else, or nothing, once they are MindSpore's."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "from torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        "bn = nn.BatchNorm2d(3)\nbn.eps = 1e-3\n",
        "linear = nn.Linear(3, 4)\nlinear.weight\n",
        "def f(p):\n    return torch.distributions.Bernoulli(p).probs\n",
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(3, 4)\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(HEADER + source) if f.severity == "error"] == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("bn = nn.BatchNorm2d(3)\nbn.momentum = 0.01\n", "MP203"),
        ("def f(m):\n    if isinstance(m, nn.BatchNorm2d):\n        m.momentum = 0.01\n", "MP203"),
        ("seq = nn.Sequential(nn.Linear(3, 4))\nseq.fc = nn.Linear(3, 5)\n", "MP220"),
    ],
)
def test_stays_marked(source: str, code: str) -> None:
    found = [f.code for f in findings(HEADER + source) if f.severity == "error"]
    assert found == [code]
