"""Graphs that go from one round to the next in loops of which not every round differentiates."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = """import torch
from torch import nn
from torch.nn import functional as F

net = nn.GRU(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total, h = 0, None
for k, (x, y) in enumerate(loader):
"""
STEP = """    if k % 3 == 2:
        optimizer.zero_grad()
        {}.backward()
        optimizer.step()
        total, h = 0, None
"""
LOSS = "    out, h = net(x, h)\n    loss = F.mse_loss(out, y)\n"
OTHER = "    loss = F.mse_loss(net(x)[0], y)\n"


@pytest.mark.parametrize(
    "loop",
    [
        pytest.param(f"    loss = F.mse_loss(net(x)[0], y)\n{STEP.format('loss')}", id="its own"),
        pytest.param(
            "    out, h = net(x, h)\n    h = h.detach()\n    loss = F.mse_loss(out, y)\n"
            f"{STEP.format('loss')}",
            id="detached",
        ),
        pytest.param(
            "    out, h = net(x, h)\n    h = [s.detach() for s in h]\n"
            f"    loss = F.mse_loss(out, y)\n{STEP.format('loss')}",
            id="each detached",
        ),
        pytest.param(f"    h = None\n{LOSS}{STEP.format('loss')}", id="made anew"),
        pytest.param(f"{OTHER}{STEP.format('loss')}    total += loss.item()\n", id="a number"),
        pytest.param(
            "    if fixed:\n        out, h = net(x, h)\n        loss = F.mse_loss(out, y)\n"
            "        optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()\n",
            id="every round or none",
        ),
    ],
)
def test_what_a_round_computes_alone_becomes_a_function(loop: str) -> None:
    assert "value_and_grad(" in fixed(HEAD + loop, unsafe=True)


@pytest.mark.parametrize(
    "loop",
    [
        pytest.param(f"{OTHER}    total = total + loss\n{STEP.format('total')}", id="a sum"),
        pytest.param(
            f"{OTHER}    total += loss\n    if k % 3 != 2:\n        continue\n"
            "    optimizer.zero_grad()\n    total.backward()\n    optimizer.step()\n    total = 0\n",
            id="rounds that end before",
        ),
        pytest.param(f"{LOSS}{STEP.format('loss')}", id="a state"),
        pytest.param(
            "    if k % 3 == 2:\n        optimizer.zero_grad()\n"
            "        (total + F.mse_loss(net(x)[0], y)).backward()\n        optimizer.step()\n"
            "        total = 0\n    else:\n        total = total + F.mse_loss(net(x)[0], y)\n",
            id="in the other branch",
        ),
    ],
)
def test_leaves_alone_what_goes_back_through_other_rounds(loop: str) -> None:
    text = fixed(HEAD + loop, unsafe=True)
    assert "backward()" in text and "value_and_grad(" not in text
