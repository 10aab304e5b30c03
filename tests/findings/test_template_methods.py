"""Losses that a method computes which each class below has of its own."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

LOOP = """\
import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def compute_loss(self, *given):
        {body}

    def train(self, loader, out=None):
        for batch in loader:
            self.optimizer.zero_grad()
            loss = self.compute_loss({given})
            loss.backward()
            self.optimizer.step()
"""


@pytest.mark.parametrize(
    ("body", "given"),
    [
        pytest.param("raise NotImplementedError", "out, batch", id="of what was computed before"),
        pytest.param("return sum(given)", "batch", id="of what it is given"),
        pytest.param("pass", "batch", id="nothing"),
    ],
)
def test_a_loss_whose_gradients_may_come_from_elsewhere_is_left(body: str, given: str) -> None:
    source = LOOP.format(body=body, given=given)
    assert "            loss.backward()\n" in fixed(source)
    assert [f.code for f in findings(source) if f.severity == "error"] == ["MP306"]


@pytest.mark.parametrize(
    ("body", "given"),
    [
        pytest.param("raise NotImplementedError", "batch", id="of the loop's data"),
        pytest.param(
            '"""The loss of a batch."""\n        raise NotImplementedError("of a class below")',
            "*batch",
            id="documented",
        ),
    ],
)
def test_a_loss_that_classes_below_compute_is_differentiated(body: str, given: str) -> None:
    text = fixed(LOOP.format(body=body, given=given))
    assert f"            loss = self.compute_loss({given})\n            return loss\n" in text
    assert "            loss, grads = grad_fn(batch)\n            self.optimizer(grads)\n" in text
    assert findings(text) == []
