"""Branches that differentiate with apex, which runs with torch alone."""

from __future__ import annotations

import pytest

from .conftest import fixed

LOOP = """import torch
from torch import nn
try:
    from apex import amp
except ImportError:
    amp = None

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    if args.fp16:
        with amp.scale_loss(loss, optimizer) as scaled_loss:
            scaled_loss.backward()
        nn.utils.clip_grad_norm_(amp.master_params(optimizer), 1.0)
    else:
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("from apex import", "from mine import", id="no apex"),
        pytest.param("scale_loss(loss,", "scale_loss(2 * loss,", id="another loss"),
        pytest.param("master_params(optimizer), 1.0", "master_params(optimizer), 2.0", id="another clip"),
        pytest.param("    else:", "        count += 1\n    else:", id="more than that"),
        pytest.param("args.fp16:", "ask():", id="a condition that does something"),
        pytest.param("        loss.backward()", "        # plain\n        loss.backward()", id="a comment"),
    ],
)  # fmt: skip
def test_leaves_alone(before: str, after: str) -> None:
    assert before in LOOP
    text = fixed(LOOP.replace(before, after), unsafe=True)
    assert "scaled_loss.backward()" in text and "loss.backward()\n" in text


def test_the_other_branch_is_left() -> None:
    assert "scaled_loss" in fixed(LOOP)
    text = fixed(LOOP, unsafe=True)
    assert text.endswith(
        "    loss, grads = grad_fn(x, y)\n    grads = ops.clip_by_norm(grads, 1.0)\n"
        "    optimizer(grads)\n"
    )


def test_a_branch_for_each_statement() -> None:
    text = fixed(
        LOOP.replace(
            "        nn.utils.clip_grad_norm_(amp",
            "    else:\n        loss.backward()\n    losses.append(loss.item())\n    if args.fp16:\n"
            "        nn.utils.clip_grad_norm_(amp",
        ).replace("    else:\n        loss.backward()\n        nn", "    else:\n        nn"),
        unsafe=True,
    )
    assert text.endswith(
        "    loss, grads = grad_fn(x, y)\n    losses.append(loss.item())\n"
        "    grads = ops.clip_by_norm(grads, 1.0)\n    optimizer(grads)\n"
    )
