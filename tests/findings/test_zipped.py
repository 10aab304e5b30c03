"""Dicts and sequences of layers in zip and enumerate, in compiled code."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.heads = nn.ModuleDict({{"a": nn.Linear(4, 4), "b": nn.Linear(4, 4)}})

    def forward(self, x):
{body}
        return x
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "for block in self.blocks:\n    x = block(x)",
        "for i, block in enumerate(self.blocks):\n    x = block(x) * i",
        "for block, layer in zip(tuple(self.blocks), self.layers):\n    x = block(x) + layer(x)",
        "for name in self.heads:\n    x = self.heads[name](x)",
        "for i, (name, head) in enumerate(self.heads.items()):\n    x = head(x) * i",
        "for layer, name in zip(self.layers, self.heads.keys()):\n    x = self.heads[name](layer(x))",
    ],
)
def test_what_compiles_is_left_alone(body: str) -> None:
    assert codes(net(body)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "for layer, name in zip(self.layers, self.heads):\n    x = self.heads[name](layer(x))",
            "zip(self.layers, self.heads.keys())",
        ),
        (
            "for i, name in enumerate(self.heads):\n    x = self.heads[name](x) * i",
            "enumerate(self.heads.keys())",
        ),
        (
            "for i, (f, g) in enumerate(zip(self.blocks, self.layers)):\n    x = f(x) + g(x) * i",
            "enumerate(zip(tuple(self.blocks), self.layers))",
        ),
    ],
)
def test_it_goes_through_keys_and_tuples(body: str, expected: str) -> None:
    assert codes(net(body)) == ["MP402"]
    text, left = migrated(net(body))
    assert expected in text
    assert left == []


@pytest.mark.parametrize("keys", ["self.heads", "self.heads.keys()"])
def test_sorted_keys_are_told(keys: str) -> None:
    text, left = migrated(net(f"for name in sorted({keys}):\n    x = self.heads[name](x)"))
    assert "sorted(" in text
    assert left == ["MP402"]
