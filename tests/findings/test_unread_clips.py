"""Clipping behind the step, which changes nothing that is read."""

from __future__ import annotations

import pytest

from .conftest import fixed

LOOP = """import torch
from torch import nn

net, other = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
    nn.utils.clip_grad_norm_(net.parameters(), 10)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("    nn.utils", "    norm = nn.utils", id="its norm is taken"),
        pytest.param("(net.parameters(), 10", "(other.parameters(), 10", id="of another network"),
        pytest.param("10)", "10, error_if_nonfinite=True)", id="it may raise"),
        pytest.param("10)\n", "10)\n    print(net.weight.grad)\n", id="what it leaves is read"),
        pytest.param(
            "10)\n",
            "10)\n    for p in net.parameters():\n        print(p.grad)\n",
            id="what it leaves is read in a loop",
        ),
        pytest.param("    optimizer.zero_grad()\n", "", id="nothing clears what it leaves"),
        pytest.param(
            "    optimizer.step()", "    if x.sum() > 0:\n        optimizer.step()", id="not behind each"
        ),
    ],
)  # fmt: skip
def test_is_left_alone_where_something_reads_it(before: str, after: str) -> None:
    assert before in LOOP
    assert "clip_grad_norm_" in fixed(LOOP.replace(before, after), unsafe=True)


def test_goes_where_the_next_step_starts_anew() -> None:
    text = fixed(LOOP)
    assert "clip" not in text
    assert text.endswith("    loss, grads = grad_fn(x, y)\n    optimizer(grads)\n")


def test_goes_where_gradients_are_cleared_behind_it() -> None:
    moved = LOOP.replace("    optimizer.zero_grad()\n", "") + "    optimizer.zero_grad()\n"
    text = fixed(moved)
    assert "clip" not in text and "optimizer(grads)" in text


def test_what_a_given_optimizer_holds_is_to_be_checked() -> None:
    source = LOOP.replace("for x", "def train(net, optimizer, loader):\n  for x").replace(
        "\n    ", "\n      "
    )
    assert "clip" in fixed(source)
    assert "clip" not in fixed(source, unsafe=True)
