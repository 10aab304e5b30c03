"""``loss.backward(retain_graph=True)``: whether the kept graph is used again."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = """import torch
from torch import nn

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
h = torch.zeros(2)
for x, y in loader:
    optimizer.zero_grad()
"""
STEP = "    loss.backward(retain_graph=True)\n    optimizer.step()\n"


@pytest.mark.parametrize(
    "loop",
    [
        pytest.param(f"    h = net(x + h)\n    loss = (h - y).sum()\n{STEP}", id="carried"),
        pytest.param(
            f"    before = h\n    h = net(x + before)\n    loss = (h - y).sum()\n{STEP}",
            id="by another name",
        ),
        pytest.param(
            "    before = h\n    with block():\n        before = net(x + before)\n"
            "        loss = (before - y).sum()\n        loss.backward(retain_graph=True)\n"
            "    optimizer.step()\n    h = before\n",
            id="in a block",
        ),
        pytest.param(
            f"    if x.sum() > 0:\n        h = x\n    h = net(h)\n    loss = (h - y).sum()\n{STEP}",
            id="made anew sometimes",
        ),
        pytest.param(
            "    before = y\n    before = h\n    with block():\n        before = net(x + before)\n"
            "        loss = (before - y).sum()\n        loss.backward(retain_graph=True)\n"
            "    optimizer.step()\n    h = before\n",
            id="made anew twice",
        ),
    ],
)
def test_leaves_alone_what_goes_on_from_the_round_before(loop: str) -> None:
    assert "loss.backward(" in fixed(HEAD + loop, unsafe=True)


def test_what_each_round_makes_anew_is_of_no_other_one() -> None:
    loop = f"    real = y\n    if x.sum() > 0:\n        real = real * 2\n    loss = (net(x) - real).sum()\n{STEP}"
    assert "    optimizer(grads)\n" in fixed(HEAD + loop, unsafe=True)
