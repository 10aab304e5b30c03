"""Tensors that an object keeps and gives to methods that differentiate nothing, beside derivatives."""

from __future__ import annotations

import re

import pytest

from .conftest import moved

SOURCE = """\
import torch
from torch import nn


class Physics:
    def __init__(self, x, f):
        self.x_u = torch.tensor(x, requires_grad=True).float()
        self.x_f = torch.tensor(f, requires_grad=True).float()
        self.net = nn.Linear(1, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def evaluate(self, x):
        return self.net(x)

    def derive(self, x):
        y = self.evaluate(x)
        return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]

    def train(self, u):
        for _ in range(3):
            loss = ((self.evaluate(self.x_u) - u) ** 2).mean() + (self.derive(self.x_f) ** 2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
"""
KEPT = "self.x_u = torch.tensor(x, requires_grad=True).float()"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("self.evaluate(self.x_u)", "self.derive(self.x_u)", id="differentiated"),
        pytest.param("            self.optimizer.step()", "            self.optimizer.step()\n            print(self.x_u.grad)", id="asked for its gradient"),
        pytest.param("self.net.parameters()", "[*self.net.parameters(), self.x_u]", id="trained"),
        pytest.param("    def train", "    def attack(self):\n        return self.x_u\n\n    def train", id="given away"),
    ],
)  # fmt: skip
def test_what_may_be_differentiated_is_not_said_to_be_only_read(before: str, after: str) -> None:
    assert before in SOURCE
    text, _ = moved(SOURCE.replace(before, after))
    kept = next(line for line in text.splitlines() if "self.x_u = " in line)
    assert re.search("requires_grad|Parameter", kept) or "self.derive(self.x_u)" in after


def test_what_is_only_evaluated_needs_no_mark() -> None:
    text, left = moved(SOURCE)
    assert left == []
    assert "self.x_u = ms.tensor(x).float()\n" in text and "requires_grad" not in text
