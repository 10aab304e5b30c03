"""Dicts and sequences of layers in zip and enumerate, in compiled code."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, migrated

NET = """
from collections import deque

import numpy as np
import torch
from torch import nn

NAMES = {{"a": 1.0, "b": 2.0}}

class Net(nn.Module):
    def __init__(self, given, typed: list):
        super().__init__()
        self.given = given
        self.typed = typed
        self.factors = [0.5, 2.0]
        self.weights = np.array([0.7, 0.3])
        self.order = range(2)
        self.letters = "ab"
        self.recent = deque([0.5, 2.0])
        self.blocks = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.heads = nn.ModuleDict({{"a": nn.Linear(4, 4), "b": nn.Linear(4, 4)}})

    def mixed(self, a, b):
        return a + b

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
        "for i, layer in zip(range(2), self.layers):\n    x = layer(x) * i",
        "for w, layer in zip([0.7, 0.3], self.layers):\n    x = layer(x) * w",
        "for w, layer in zip(self.factors, self.layers):\n    x = layer(x) * w",
        "for w, layer in zip(self.typed, self.layers):\n    x = layer(x) * w",
        "for i, w in enumerate(self.weights):\n    x = x * w * i",
        "x = self.mixed(*self.factors) + self.mixed(*self.given) + self.mixed(*x.shape)",
        "for w, layer in zip(self.weights.tolist(), self.layers):\n    x = layer(x) * w",
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


@pytest.mark.parametrize("taken", ["weights", "order", "letters", "recent", "given"])
def test_what_is_no_list_is_made_one(taken: str) -> None:
    source = net(f"for one, layer in zip(self.{taken}, self.layers):\n    x = layer(x)")
    assert codes(source) == ["MP411"]
    text, left = migrated(source)
    assert f"zip(list(self.{taken}), self.layers)" in text
    assert left == []


def test_names_of_the_module_and_of_the_function() -> None:
    text, left = migrated(
        net(
            "for name, layer in zip(NAMES, self.layers):\n    x = layer(x)\n"
            "made = np.array([0.7, 0.3])\n"
            "for layer, w in zip(self.layers, made):\n    x = layer(x) * w"
        )
    )
    assert "zip(list(NAMES), self.layers)" in text
    assert "zip(self.layers, list(made))" in text
    assert left == []


def test_an_array_of_numbers_stands_behind_the_tensors() -> None:
    text, left = migrated(
        net("x = sum(w * o for w, o in zip(self.weights, [self.layers[0](x), x * 2]))")
    )
    assert "sum(o * w for w, o in zip(list(self.weights), [self.layers[0](x), x * 2]))" in text
    assert left == []


@pytest.mark.parametrize("taken", ["self.weights", "self.order", "self.letters"])
def test_what_is_no_list_is_not_given_behind_a_star(taken: str) -> None:
    source = net(f"x = self.mixed(*{taken})")
    assert codes(source) == ["MP402"]
    text, left = migrated(source)
    assert "self.mixed(*list(" in text
    assert left == []
