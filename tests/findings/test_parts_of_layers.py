"""Slices of lists of layers, which rename parameters in MindSpore."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4))
        {made}

    def forward(self, x: torch.Tensor, k: int, sizes=[1, 2, 3]):
        {used}
        return x
"""


@pytest.mark.parametrize(
    ("made", "used"),
    [
        pytest.param("pass", "x = x[1:]", id="a tensor"),
        pytest.param("pass", "x = x + sum(sizes[1:])", id="a list of numbers"),
        pytest.param("pass", "x = self.layers[k](x)", id="one layer"),
        pytest.param("self.first = self.layers[:2]", "pass", id="a part that the network keeps"),
    ],
)
def test_leaves_alone(made: str, used: str) -> None:
    text = fixed(NET.format(made=made, used=used))
    assert "part_of" not in text and "list(" not in text
    assert used in text


@pytest.mark.parametrize(
    ("used", "after"),
    [
        pytest.param(
            "for layer in self.layers[::-1]:\n            x = layer(x)",
            "for layer in list(self.layers)[::-1]:\n",
            id="a loop",
        ),
        pytest.param(
            "for i, layer in enumerate(self.layers[k:]):\n            x = layer(x)",
            "for i, layer in enumerate(list(self.layers)[k:]):\n",
            id="a counted loop",
        ),
        pytest.param(
            "some = self.layers[1:]\n        for layer in some:\n            x = layer(x)",
            "some = list(self.layers)[1:]\n",
            id="a name",
        ),
        pytest.param(
            "x = self.seq[:2](x)", "x = part_of(self.seq, slice(2))(x)", id="called, from the first"
        ),
        pytest.param(
            "x = self.seq[k:](x)",
            "x = part_of(self.seq, slice(k, None))(x)",
            id="called, to the last",
        ),
        pytest.param(
            "x = self.seq[::2](x)",
            "x = part_of(self.seq, slice(None, None, 2))(x)",
            id="called, with a step",
        ),
    ],
)
def test_parameters_keep_their_names(used: str, after: str) -> None:
    assert after in fixed(NET.format(made="pass", used=used))


def test_the_compiler_takes_no_part_for_a_call() -> None:
    config = Config(target=Target(mode="GRAPH"))
    source = NET.format(made="pass", used="x = self.seq[:2](x)")
    [found] = [f for f in findings(source, config) if f.symbol == "torch.nn.Sequential.__getitem__"]
    assert found.fix is None
