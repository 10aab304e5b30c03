"""Layers that a number picks which the network computes, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, found, migrated

SOURCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.{made}
        self.sizes = [2, 3]
        self.depth = 1

    def forward(self, x):
        i = {index}
        {statement}
"""
LAYERS = "ModuleList([nn.Linear(4, 4) for _ in range(2)])"


def source(index: str, statement: str = "return self.layers[i](x)", made: str = LAYERS) -> str:
    return (
        SOURCE.replace("{made}", made).replace("{index}", index).replace("{statement}", statement)
    )


@pytest.mark.parametrize(
    ("index", "statement"),
    [
        ("0", "return self.layers[i](x)"),
        ("x.shape[0] % 2", "return self.layers[i](x)"),
        ("int(x.shape[0] / 2)", "return self.layers[i](x)"),
        ("self.depth", "return self.layers[i](x)"),
        ("int(x.argmax()) % 2", "return self.layers[0](x) * i"),
        ("int(x.argmax()) % 2", "return x[i]"),
        ("int(x.argmax()) % 2", "return self.layers[:1][0](x)"),
    ],
)
def test_leaves_alone(index: str, statement: str) -> None:
    assert "MP407" not in codes(source(index, statement))


@pytest.mark.parametrize(
    "index", ["int(x.argmax()) % 2", "(x[0, 0] > 0).long().item()", "int(x[0, 0]) + 1"]
)
@pytest.mark.parametrize("made", [LAYERS, "Sequential(nn.Linear(4, 4), nn.ReLU())"])
def test_is_told_before_and_after_the_fixes(index: str, made: str) -> None:
    assert "MP407" in codes(source(index, made=made))
    assert "MP407" in migrated(source(index, made=made))[1]


def test_in_pynative_nothing_is_told() -> None:
    assert found(source("int(x.argmax()) % 2"), "PYNATIVE") == []
