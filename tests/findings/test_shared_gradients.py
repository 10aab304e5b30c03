"""A loop over the gradients of one of two optimizers that share a loss, as center loss has it."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = """import torch
from torch import nn

net = nn.Linear(2, 2)
center = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt_center = torch.optim.SGD({held}, lr=0.5)
for x in data:
    opt.zero_grad()
    opt_center.zero_grad()
    loss = net(x).pow(2).mean() + center(net(x)).mean()
    loss.backward()
    for param in center.parameters():
        param.grad.data *= 2.0
    {first}.step()
    {second}.step()
"""


def test_leaves_alone_what_an_optimizer_holds_unseen() -> None:
    text = fixed(SOURCE.format(held="weights", first="opt", second="opt_center"), unsafe=True)
    assert "value_and_grad" not in text


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("opt_center", "opt", "grads[:len(opt_center.parameters)]"),
        ("opt", "opt_center", "grads[len(opt.parameters):]"),
    ],
)
def test_the_loop_goes_over_its_share(first: str, second: str, share: str) -> None:
    text = fixed(SOURCE.format(held="center.parameters()", first=first, second=second), unsafe=True)
    assert (
        f"    for param, grad in zip(opt_center.parameters, {share}):\n"
        "        grad.data.copy_(grad.data * 2.0)\n"
    ) in text
    assert f"    opt_center({share})\n" in text
