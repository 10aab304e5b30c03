"""Steps right behind what clears all gradients: they change nothing, and go."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import fixed, moved

MADE = """import torch
from torch import nn

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
optimizer.zero_grad()
optimizer.step()
"""
LOOP = """for x, y in loader:
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("optimizer.zero_grad()\n", "", id="gradients may be there"),
        pytest.param(
            "zero_grad()\n", "zero_grad(set_to_none=False)\n", id="gradients of zeros are there"
        ),
        pytest.param("zero_grad()\n", "zero_grad()\nprint()\n", id="something stands between"),
        pytest.param("optimizer.zero", "net.zero", id="a network is cleared"),
        pytest.param("torch.optim.SGD", "Wrapper", id="an optimizer of the user's"),
    ],
)
def test_is_left_alone_where_it_may_step(before: str, after: str) -> None:
    assert before in MADE
    text = fixed(MADE.replace(before, after, 1) + LOOP, unsafe=True)
    assert "optimizer.step()" in text


def test_goes_before_training() -> None:
    text = fixed(MADE + LOOP)
    assert "step" not in text and "zero_grad" not in text
    assert text.endswith("    loss, grads = grad_fn(x, y)\n    optimizer(grads)\n")


def test_goes_beside_a_function_that_trains() -> None:
    trains = "def train(net, optimizer, loader):\n" + indent(LOOP, " " * 4)
    head, _, body = MADE.partition("\n\n")
    main = "def main(loader):\n" + indent(body, " " * 4) + "    train(net, optimizer, loader)\n"
    text, left = moved("\n\n".join((head, trains, main)))
    assert "optimizer.step()" not in text and "zero_grad" not in text
    assert left == []
