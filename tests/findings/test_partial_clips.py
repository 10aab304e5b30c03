"""Clipping of a part of what an optimizer holds: ``clip_grad_norm_(net.rnn.parameters(), 1.0)``."""

from __future__ import annotations

import pytest

from .conftest import fixed

LOOP = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(2, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.rnn(x)[0])

net, other = Net(), nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
    loss = (net(x) - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    CLIP
    optimizer.step()
"""


@pytest.mark.parametrize(
    "clip",
    [
        "nn.utils.clip_grad_norm_(other.parameters(), 1.0)",
        "nn.utils.clip_grad_norm_(list(net.rnn.parameters()) + list(other.parameters()), 1.0)",
    ],
)
def test_what_the_optimizer_does_not_hold_is_left_alone(clip: str) -> None:
    assert "loss.backward()" in fixed(LOOP.replace("CLIP", clip), unsafe=True)


def test_the_gradients_of_a_part_are_clipped_together() -> None:
    text = fixed(
        LOOP.replace("CLIP", "nn.utils.clip_grad_norm_(net.rnn.parameters(), 1.0)"), unsafe=True
    )
    assert (
        "    own = {id(p) for p in net.rnn.trainable_params()}\n"
        "    clipped = iter(ops.clip_by_norm("
        "[g for p, g in zip(optimizer.parameters, grads) if id(p) in own], 1.0))\n"
        "    grads = [next(clipped) if id(p) in own else g"
        " for p, g in zip(optimizer.parameters, grads)]\n"
        "    optimizer(grads)\n"
    ) in text


def test_what_is_frozen_has_no_part_in_the_norm() -> None:
    frozen = "for p in net.rnn.parameters():\n    p.requires_grad = False\n"
    clip = "nn.utils.clip_grad_norm_(net.rnn.parameters(), 1.0)"
    first, loop = LOOP.replace("CLIP", clip).split("optimizer = ", 1)
    text = fixed(f"{first}{frozen}optimizer = {loop}", unsafe=True)
    assert "    own = {id(p) for p in net.rnn.trainable_params()}\n" in text


def test_parts_are_clipped_one_after_the_other() -> None:
    clips = (
        "nn.utils.clip_grad_norm_(net.rnn.parameters(), 1.0)\n"
        "    nn.utils.clip_grad_value_(net.head.parameters(), 0.5)"
    )
    text = fixed(LOOP.replace("CLIP", clips), unsafe=True)
    assert text.index("net.rnn.trainable_params()") < text.index("net.head.trainable_params()")
    assert "ops.clip_by_value([g for p, g" in text


def test_the_norm_of_a_part() -> None:
    text = fixed(
        LOOP.replace("CLIP", "norm = nn.utils.clip_grad_norm_(net.rnn.parameters(), 1.0)"),
        unsafe=True,
    )
    assert (
        "    part = [g for p, g in zip(optimizer.parameters, grads) if id(p) in own]\n"
        "    norm = sum((grad**2).sum() for grad in part).sqrt()\n"
        "    clipped = iter(ops.clip_by_norm(part, 1.0))\n"
    ) in text
