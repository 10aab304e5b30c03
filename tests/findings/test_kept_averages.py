"""Classes with a ``step`` of their own that keep averages of a network: they are no optimizers."""

from __future__ import annotations

import pytest

from .conftest import fixed

LOOP = """import torch
from torch import nn


class WeightEMA(object):
    def __init__(self, model, ema_model, alpha=0.999):
        self.model = model
        self.params = list(model.state_dict().values())
        self.ema_params = list(ema_model.state_dict().values())
        self.alpha = alpha

    def step(self):
        for param, ema_param in zip(self.params, self.ema_params):
            ema_param.mul_(self.alpha)
            ema_param.add_(param * (1.0 - self.alpha))


net, other = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
ema_optimizer = WeightEMA(net, other)
for x, y in loader:
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
    ema_optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("zip(self.params, self.ema_params):", "zip(self.params, self.ema_params):\n            param.grad.mul_(2)", id="it changes gradients"),
        pytest.param("zip(self.params, self.ema_params):", "zip(self.params, self.ema_params):\n            change(param)", id="it calls what is not seen"),
        pytest.param("(object)", "(Base)", id="it has a base"),
        pytest.param("    def step(self):", "    def step(self):\n        self.optimizer.step()", id="it steps an optimizer"),
    ],
)  # fmt: skip
def test_what_may_be_an_optimizer_stays(before: str, after: str) -> None:
    assert before in LOOP
    assert "loss.backward()" in fixed(LOOP.replace(before, after), unsafe=True)


def test_the_step_of_averages_stays_where_it_is() -> None:
    text = fixed(LOOP, unsafe=True)
    assert text.endswith(
        "    loss, grads = grad_fn(x, y)\n    optimizer(grads)\n    ema_optimizer.step()\n"
    )
