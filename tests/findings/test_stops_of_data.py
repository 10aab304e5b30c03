"""Functions that stop gradients, and are given data that have none, on a line of their own."""

from __future__ import annotations

import pytest

from .conftest import moved

PROGRAM = """\
import torch
from torch import nn

net = nn.Linear(3, 4)
image = torch.zeros(2, 3)
state = torch.zeros(2, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def load_(kept, given):
    with torch.no_grad():
        kept.resize_(given.size()).copy_(given)
    return kept


def train(data):
    for batch in data:
        {lines}
        loss = net(image).sum() + state.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("out = net(batch)\n        load_(state, out)", id="a result"),
        pytest.param("load_(net.weight, batch)", id="a weight"),
        pytest.param("state = load_(state, batch)", id="what it gives back"),
    ],
)
def test_what_may_carry_a_graph_is_told(lines: str) -> None:
    text, left = moved(PROGRAM.format(lines=lines))
    assert "loss.backward()" in text
    assert "a function called here stops gradients" in left[0]


@pytest.mark.parametrize(
    "lines", ["load_(image, batch)", "out = net(batch)\n        load_(image, batch)"]
)
def test_data_are_loaded(lines: str) -> None:
    text, left = moved(PROGRAM.format(lines=lines))
    assert left == []
    assert "        load_(image, batch)\n" in text
    assert "loss, grads = grad_fn(" in text
