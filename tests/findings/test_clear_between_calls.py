"""Gradients of several batches that a method adds up, and clears in each round of its loop."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

TRAINER = """\
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def train(self, batches, steps, parts):
        for step in range(steps):
            for i in range(parts):
                x, y = next(batches)
                loss = nn.functional.mse_loss(self.model(x), y)
                loss.backward()
            {between}
            self.optimizer.step()
            self.optimizer.zero_grad()
"""


@pytest.mark.parametrize(
    ("between", "more"),
    [
        pytest.param("if step > 3: break", "", id="leaves before it clears"),
        pytest.param(
            "pass", "    def reset(self):\n        self.optimizer.zero_grad()\n", id="reset"
        ),
        pytest.param(
            "pass", "    def go_on(self, loss):\n        loss.backward()\n", id="more gradients"
        ),
    ],
)
def test_gradients_that_may_be_there_at_the_start_are_left(between: str, more: str) -> None:
    source = TRAINER.format(between=between) + more
    assert "loss.backward()\n" in fixed(source)
    assert "MP306" in [f.code for f in findings(source) if f.severity == "error"]


def test_what_steps_now_and_then_is_left() -> None:
    source = TRAINER.format(between="pass").replace(
        "            self.optimizer.step()\n            self.optimizer.zero_grad()\n",
        "            if step % 2:\n                self.optimizer.step()\n"
        "                self.optimizer.zero_grad()\n",
    )
    assert "loss.backward()\n" in fixed(source)


def test_each_round_begins_with_none() -> None:
    text = fixed(TRAINER.format(between="print(step)"))
    assert "        total_grads = None\n        for step in range(steps):\n" in text
    assert "            if total_grads is not None:\n                self.optimizer(" in text
    assert [f for f in findings(text) if f.severity == "error"] == []
