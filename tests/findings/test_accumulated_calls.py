"""Gradients that a method adds up over several of its calls: the object keeps the sum."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

PROGRAM = """import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, net: nn.Module, every):
        self.net, self.every = net, every
        self.optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
{more}

    def step(self, number, x, y):
        loss = F.mse_loss(self.net(x), y) / self.every
        loss.backward()
        if (number + 1) % self.every == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        return loss.item()
{others}"""


def program(more: str = "        self.losses = []", others: str = "") -> str:
    return PROGRAM.format(more=more, others=others)


@pytest.mark.parametrize(
    "source",
    [
        program(others="\n    def finish(self):\n        self.optimizer.step()\n"),
        program(others="\n    def begin(self):\n        self.optimizer.zero_grad()\n"),
        program(
            others="\n    def more(self, x):\n        self.net(x).mean().backward()\n        return x\n"
        ),
        program(more="        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)"),
        program().replace(
            "            self.optimizer.zero_grad()", "        self.optimizer.zero_grad()"
        ),
        program().replace("            self.optimizer.zero_grad()\n", ""),
        "import torch\n\n\ndef step(net: torch.nn.Module, optimizer, number, x):\n"
        "    loss = net(x).mean()\n    loss.backward()\n    if number % 2:\n"
        "        optimizer.step()\n        optimizer.zero_grad()\n",
    ],
    ids=[
        "another step",
        "cleared elsewhere",
        "another loss",
        "made anew",
        "cleared each time",
        "never cleared",
        "a function",
    ],
)
def test_stays_marked(source: str) -> None:
    assert any(f.code == "MP306" and f.fix is None for f in findings(source))
    assert ".backward()" in fixed(source)


def test_the_object_keeps_the_sum() -> None:
    text = fixed(program())
    assert "lr=0.1, weight_decay=0.0)\n        self.total_grads = None\n        self.losses" in text
    assert "        self.total_grads = grads if self.total_grads is None else [" in text
    step = "            self.optimizer(self.total_grads)\n            self.total_grads = None\n"
    assert f"        if (number + 1) % self.every == 0:\n{step}" in text
