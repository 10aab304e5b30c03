"""Functions that read the gradients of several networks, which one optimizer holds."""

from __future__ import annotations

import pytest

from .conftest import moved

HEAD = """\
import torch
from torch import nn


def total_norm(parameters, norm_type=2):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    parameters = list(filter(lambda p: p.grad is not None, parameters))
    total = 0
    for p in parameters:
        total += p.grad.data.norm(norm_type).item() ** norm_type
    return total ** (1.0 / norm_type)


class Agent:
    def __init__(self, model, rnd):
        self.model = model
        self.rnd = rnd
        self.optimizer = torch.optim.Adam({held}, lr=0.1)

    def train(self, x):
        self.optimizer.zero_grad()
        loss = self.model(x).mean() + self.rnd.predictor(x).mean()
        loss.backward()
        norm = total_norm({given})
        self.optimizer.step()
        return norm
"""
HELD = "list(self.model.parameters()) + list(self.rnd.predictor.parameters())"


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("self.model.parameters()", id="one of the networks"),
        pytest.param(
            "list(self.model.parameters()) + list(self.rnd.target.parameters())", id="another one"
        ),
        pytest.param(
            "list(self.rnd.predictor.parameters()) + list(self.model.parameters())",
            id="in another order",
        ),
        pytest.param(
            "list(self.model.parameters()) + [p for p in self.rnd.predictor.parameters() if p.ndim]",
            id="some of the parameters",
        ),
    ],
)
def test_stays_marked(given: str) -> None:
    text, left = moved(HEAD.format(held=HELD, given=given))
    assert "loss.backward()" in text and left


@pytest.mark.parametrize("listed", [HELD, HELD.replace("list(", "[*").replace("())", "()]")])
def test_is_given_the_gradients_of_all(listed: str) -> None:
    text, left = moved(HEAD.format(held=listed, given=HELD))
    assert not left
    assert "        norm = total_norm(self.optimizer.parameters, grads)\n" in text
    assert "    for p, grad in zip(parameters, grads):\n" in text
