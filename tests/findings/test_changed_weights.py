"""Weights that a forward changes under no_grad."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

SOURCE = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.w = nn.Parameter(torch.ones(4))
        self.ws = nn.ParameterList([nn.Parameter(torch.ones(4)) for _ in range(2)])
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x):
        h = self.fc(x)
        v = h.detach().mean(0)
        with torch.no_grad():
            STATEMENT
        return h * self.w


@torch.no_grad()
def limit(net: Net):
    net.w.copy_(net.w.clamp(max=1))
"""


@pytest.mark.parametrize(
    "statement",
    [
        "self.seen += v",
        "self.seen[:2] = 1",
        "self.w.data.copy_(v)",
        "v += 1",
        "print(self.w)",
    ],
)
def test_leaves_alone(statement: str) -> None:
    told = findings(SOURCE.replace("STATEMENT", statement))
    assert not [one for one in told if "for a part of it" in one.message.en]


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("self.w += v", "self.w.data.copy_(self.w + v)"),
        ("self.w *= 0.5", "self.w.data.copy_(self.w * 0.5)"),
        ("self.w.copy_(v)", "self.w.data.copy_(ops.stop_gradient(v))"),
        ("self.ws[1] += v", "self.ws[1].data.copy_(self.ws[1] + v)"),
        ("self.fc.bias.copy_(v)", "self.fc.bias.data.copy_(ops.stop_gradient(v))"),
        ("self.w[0] = v[0]", "self.w.data.copy_(changed)"),
        ("self.w[:2].add_(1)", "self.w.data.copy_(changed)"),
        ("self.w[:] = v", "self.w.data.copy_(changed)"),
    ],
)
def test_the_data_of_a_weight_is_changed(statement: str, after: str) -> None:
    lines = fixed(SOURCE.replace("STATEMENT", statement), unsafe=True).splitlines()
    assert after in [line.strip() for line in lines]


def test_a_graph_is_told_of_by_its_own_rules() -> None:
    graph = Config(target=Target(mode="GRAPH"))
    told = findings(SOURCE.replace("STATEMENT", "self.w += v"), graph)
    assert not [one for one in told if "for a part of it" in one.message.en]


def test_what_a_function_inside_of_a_forward_changes_is_told_once() -> None:
    inner = "def step():\n                self.w += v\n            step()"
    told = findings(SOURCE.replace("STATEMENT", inner))
    assert len([one for one in told if "for a part of it" in one.message.en]) == 1
