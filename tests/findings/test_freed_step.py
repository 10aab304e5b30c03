"""A step of training inside of a block that stops gradients."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = """\
import torch
import torch.nn.functional as F
def train(model, data):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in data:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        {}
"""


@pytest.mark.parametrize(
    "block",
    [
        "loss = loss * 2\n            loss.backward()\n            optimizer.step()",
        "(loss + 1).backward()\n            optimizer.step()",
    ],
)
def test_what_is_computed_inside_has_no_gradients(block: str) -> None:
    after = fixed(HEAD.format(f"with torch.no_grad():\n            {block}"), unsafe=True)
    assert "with torch.no_grad():" in after and "backward()" in after


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_the_step_leaves_the_block(mode: str) -> None:
    block = f"with torch.{mode}():\n            loss.backward()\n            optimizer.step()"
    assert fixed(HEAD.format(block)) == fixed(
        HEAD.format("loss.backward()\n        optimizer.step()")
    )
