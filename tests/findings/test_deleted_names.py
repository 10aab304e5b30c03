"""``del logits`` between the forward pass and backward: the function that is differentiated keeps it."""

from __future__ import annotations

import pytest

from .conftest import moved

STEP = """import torch
import torch.nn.functional as F


def step(net, optimizer, x, y):
    optimizer.zero_grad()
    logits = net(x)
    one, two = logits.chunk(2)
    del {}
    loss = F.cross_entropy(one, y) + F.cross_entropy(two, y)
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize("deleted", ["logits[0]", "logits, x[0]"])
def test_what_was_bound_before_keeps_it_marked(deleted: str) -> None:
    text, (message,) = moved(STEP.format(deleted))
    assert "del cannot move into a function" in message
    assert "loss.backward()" in text


@pytest.mark.parametrize("deleted", ["logits", "logits, net_"])
def test_names_of_the_forward_pass_are_deleted_in_it(deleted: str) -> None:
    source = STEP.replace("    one, two", "    net_ = logits\n    one, two")
    text, left = moved(source.format(deleted))
    assert left == []
    assert f"        one, two = logits.chunk(2)\n        del {deleted}\n        loss =" in text
