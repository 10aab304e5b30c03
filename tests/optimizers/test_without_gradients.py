"""What is computed without gradients in torch moves no parameter on MindSpore either."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from .conftest import Outcomes

PROGRAM = """\
import torch
from torch import nn, optim

x = torch.arange(12.0).reshape(4, 3) / 10
y = torch.tensor([[1.0], [-1.0], [0.5], [2.0]])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.outer = nn.Linear(3, 1)
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("queue", torch.zeros(8, 3))
        self.seen = None

    {methods}


def consistency(model, x):
    with torch.no_grad():
        target = model(x)
    return ((model(x * 1.1) - target) ** 2).mean()


def weights(out):
    with torch.no_grad():
        distance = (out - y).abs()
    return distance + 1


net = Net()
for layer in (net.inner, net.outer):
    nn.init.constant_(layer.weight, 0.5)
    nn.init.constant_(layer.bias, 0.1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
for step in range(6):
    optimizer.zero_grad()
    out = net(x)
    loss = (weights(out) * (out - y) ** 2).mean() + consistency(net, x)
    loss.backward()
    optimizer.step()
    seen.append(loss.item())
seen.append(net.inner.weight)
seen.append(net.outer.weight)
"""

PROGRAMS = {
    "a block": """
        def forward(self, x):
            h = self.inner(x)
            with torch.no_grad():
                centre = h.mean(0)
                scale = (h - centre).abs().mean() + 1
            return self.outer((h - centre) / scale)
    """,
    "a name that has a graph from before": """
        def forward(self, x):
            h = self.inner(x)
            with torch.no_grad():
                same = h
                half = h * 0.5
            return self.outer(same - half)
    """,
    "a decorated method": """
        def forward(self, x):
            h = self.inner(x)
            low, high = self.limits(h)
            return self.outer((h - low) / (high - low + 1))

        @torch.no_grad()
        def limits(self, h):
            if h.shape[0] > 2:
                return h.min(), h.max()
            return h.mean(), h.sum()
    """,
    "branches": """
        def forward(self, x):
            h = self.inner(x)
            with torch.no_grad():
                if h.sum() > 0:
                    weight = torch.softmax(h, dim=1)
                else:
                    weight = torch.sigmoid(h)
                weight += h
            return self.outer(h * weight)
    """,
    "what a method is given back as it is": """
        def forward(self, x):
            h = self.inner(x)
            own, other = self.both(h)
            return self.outer(own + other)

        @torch.no_grad()
        def both(self, h):
            return h, h * 2
    """,
    "a queue of keys": """
        def forward(self, x):
            h = self.inner(x)
            self.enqueue(h)
            return self.outer(h + self.queue.mean(0))

        @torch.no_grad()
        def enqueue(self, keys):
            self.queue[: keys.shape[0]] = keys
    """,
    "a running mean": """
        def forward(self, x):
            h = self.inner(x)
            self.update(h)
            return self.outer(h - self.mean)

        @torch.no_grad()
        def update(self, h):
            self.mean.mul_(0.9).add_(h.mean(0), alpha=0.1)
    """,
    "an attribute": """
        def forward(self, x):
            h = self.inner(x)
            with torch.no_grad():
                self.seen = h * 2
            return self.outer(h + self.seen)
    """,
}


def program(methods: str) -> str:
    lines = [line.removeprefix("    ") for line in methods.strip("\n").splitlines()]
    return PROGRAM.format(methods="\n".join(lines).strip())


@pytest.fixture(scope="module")
def outcomes(run_both: Callable[[Mapping[str, str]], Outcomes]) -> Outcomes:
    return run_both({name: program(methods) for name, methods in PROGRAMS.items()})


@pytest.mark.parametrize("name", PROGRAMS)
def test_moves_the_parameters_to_where_torch_does(name: str, outcomes: Outcomes) -> None:
    outcome = outcomes[name]
    assert outcome.errors == []
    assert not isinstance(outcome.torch, str), outcome.torch
    assert not isinstance(outcome.mindspore, str), outcome.mindspore
    assert len(outcome.torch) == 18
    np.testing.assert_allclose(outcome.mindspore, outcome.torch, rtol=1e-4, atol=1e-5)
