"""An optimizer that is given a network by another name than the loop calls it by."""

from __future__ import annotations

import pytest

from tests.findings.conftest import moved

SOURCE = """\
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def main(parallel, data):
    model = nn.Linear(3, 2)
{}
    optimizer = torch.optim.AdamW(raw.parameters(), lr=0.1)
    for x in data:
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    "lines",
    [
        ["raw = nn.Linear(3, 2)"],
        ["raw = model", "raw = nn.Linear(3, 2)"],
        ["raw = model.module if parallel else nn.Linear(3, 2)"],
        ["raw = model.module if parallel else model", "model = nn.Linear(3, 2)"],
    ],
    ids=["another", "later another", "or another", "the loop's is another"],
)
def test_another_network_is_told(lines: list[str]) -> None:
    text, told = moved(SOURCE.format("\n".join(f"    {line}" for line in lines)))
    assert any("the loss does not use raw" in message for message in told)
    assert "value_and_grad" not in text


@pytest.mark.parametrize(
    "lines",
    [
        ["raw = model", "if parallel:", "    model = DDP(model)", "    raw = model.module"],
        ["model = DDP(model) if parallel else model", "raw = model.module if parallel else model"],
        ["raw = model.module if isinstance(model, DDP) else model"],
    ],
    ids=["in a branch", "in an expression", "by its class"],
)
def test_what_a_wrapper_holds_is_the_network(lines: list[str]) -> None:
    text, told = moved(SOURCE.format("\n".join(f"    {line}" for line in lines)))
    assert told == []
    assert "value_and_grad(forward_fn, None, optimizer.parameters)" in text


AGENTS = """\
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.critic = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)


class Team:
    def __init__(self, n):
        self.agents = [Agent() for _ in range(n)]

    def update(self, sample, i):
        x, y = sample
        agent = self.agents[i]
        agent.optimizer.zero_grad()
        loss = (agent.critic(x) - y).pow(2).mean()
        loss.backward()
        agent.optimizer.step()
"""


def test_what_holds_the_optimizer_is_picked_before_the_function() -> None:
    text, told = moved(AGENTS)
    assert told == []
    assert "        agent = self.agents[i]\n\n        def forward_fn():\n" in text
    assert "value_and_grad(forward_fn, None, agent.optimizer.parameters)" in text
