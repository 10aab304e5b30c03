"""Functions whose backward calls add to gradients that a step takes: they are no mere derivatives."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """import torch
from torch import nn
import torch.nn.functional as F


def attack(model, x, y):
    x = x.clone().detach()
    x.requires_grad = True
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return (x + 0.1 * x.grad.sign()).detach()


net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
{0}"""
CLEAR = "    optimizer.zero_grad()\n"
ATTACK = "    moved = attack(net, x, y)\n"
LOSS = "    loss = F.mse_loss(net(moved), y)\n"
BACKWARD = "    loss.backward()\n"
STEP = "    optimizer.step()\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(ATTACK + LOSS + CLEAR + BACKWARD + STEP, id="cleared before backward"),
        pytest.param(ATTACK + CLEAR + LOSS + BACKWARD + STEP, id="cleared before the loss"),
        pytest.param(CLEAR + ATTACK + "    net.zero_grad()\n" + LOSS + BACKWARD + STEP, id="the network is cleared"),
    ],
)  # fmt: skip
def test_is_a_derivative_where_its_gradients_are_cleared(body: str) -> None:
    text = fixed(SOURCE.format(body), unsafe=True)
    assert "ms.grad(output_fn)(x)" in text and "backward" not in text


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(CLEAR + ATTACK + LOSS + BACKWARD + STEP, id="cleared before the call"),
        pytest.param(ATTACK + LOSS + BACKWARD + STEP + CLEAR, id="cleared behind the step"),
    ],
)  # fmt: skip
def test_is_told_where_a_step_takes_them(body: str) -> None:
    source = SOURCE.format(body)
    text = fixed(source, unsafe=True)
    assert "loss.backward()" in text and "ms.grad" not in text
    told = [f.message.en for f in findings(source) if f.code == "MP306" and f.severity == "error"]
    assert any("Its backward call adds to the gradients that a step takes" in one for one in told)
