"""A loss of what another method of the object computed with a network, and keeps in an attribute."""

from __future__ import annotations

import pytest

from .conftest import moved

SOURCE = """import torch
from torch import nn
from torchvision.models import resnet18


class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.log_prob = None
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def choose(self, state):
        probs = torch.softmax(self.net(state), dim=-1)
        dist = torch.distributions.Categorical(probs)
        action = dist.sample()
        self.log_prob = dist.log_prob(action)
        return action.item()

    def learn(self, state, reward):
        self.optimizer.zero_grad()
        value = self.net(state).mean()
        loss = (reward - value) ** 2 - self.log_prob * reward
        loss.backward()
        self.optimizer.step()
"""
IN_THE_WAY = "self.log_prob holds what choose computed with a network"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("dist.log_prob(action)\n", "dist.log_prob(action).detach()\n"),
        ("self.log_prob = dist", "log_prob = dist"),
        ("value = self", "self.choose(state)\n        value = self"),
        ("value = self", "self.log_prob = torch.log(reward)\n        value = self"),
        ("- self.log_prob * reward", "- self.log_prob.item() * reward"),
        (
            "    def choose(",
            "    def setup(self):\n        self.net = resnet18()\n        self.crit = resnet18()\n\n"
            "    def pick(",
        ),
    ],
)
def test_leaves_alone(before: str, after: str) -> None:
    source = SOURCE.replace(before, after)
    if "def pick" in after:
        source = source.replace("self.log_prob = dist", "log_prob = dist")
        source = source.replace("value = self", "loss = self.crit(state)\n        value = self")
    assert source != SOURCE
    _, told = moved(source)
    assert IN_THE_WAY not in " ".join(told)


def test_it_is_told() -> None:
    text, told = moved(SOURCE)
    assert len(told) == 1 and IN_THE_WAY in told[0]
    assert "loss.backward()" in text


def test_a_class_below_reads_it() -> None:
    learn = SOURCE[SOURCE.index("    def learn") :]
    source = SOURCE.replace(learn, f"\nclass Learner(Agent):\n{learn}")
    _, told = moved(source)
    assert len(told) == 1 and IN_THE_WAY in told[0]
