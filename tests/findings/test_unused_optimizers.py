"""Optimizers of tensors that never step go."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = """import torch
from torch import nn, optim


def attack(net, x, y):
    x = torch.autograd.Variable(x.data, requires_grad=True)
    for _ in range(3):
        opt = optim.SGD([x], lr=1e-3)
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        eta = 0.1 * x.grad.data.sign()
        x = torch.autograd.Variable(x.data + eta, requires_grad=True)
    return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("loss.backward()\n", "loss.backward()\n        opt.step()\n", id="it steps"),
        pytest.param("return x", "return opt", id="it is given away"),
        pytest.param("lr=1e-3", "lr=rate()", id="a call is made for it"),
        pytest.param("[x]", "net.parameters()", id="of a network"),
    ],
)
def test_is_left_alone(before: str, after: str) -> None:
    assert before in SOURCE
    assert "SGD" in fixed(SOURCE.replace(before, after), unsafe=True)


def test_goes_with_what_it_clears() -> None:
    text = fixed(SOURCE)
    assert "opt" not in text.partition("def attack")[2].replace("ops.", "")
    assert "x_grad = " in text
