"""Lists of networks that are frozen for the step of another network, and trained again."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

AGENT = """\
import itertools
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.critics = [nn.Linear(2, 1), nn.Linear(2, 1)]
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.Adam({held}, lr=0.1)

    def update(self, states, actions, values):
        loss_q = sum(((critic(actions) - values) ** 2).mean() for critic in self.critics)
        self.critic_optimizer.zero_grad()
        loss_q.backward()
        self.critic_optimizer.step()
        chosen = self.actor(states)
        {freeze}
        loss_pi = -sum(critic(chosen).mean() for critic in self.critics)
        self.actor_optimizer.zero_grad()
        loss_pi.backward()
        self.actor_optimizer.step()
        {thaw}
"""
HELD = "itertools.chain.from_iterable(critic.parameters() for critic in self.critics)"
FREEZE = "for critic in self.critics: critic.requires_grad_({})"


def test_parameters_that_are_not_seen_are_told() -> None:
    freeze = FREEZE.format
    source = AGENT.format(held="self.gather()", freeze=freeze(False), thaw=freeze(True))
    assert "loss_pi.backward()" in fixed(source)
    assert "MP306" in [f.code for f in findings(source) if f.severity == "error"]


@pytest.mark.parametrize("freeze", ["critic.requires_grad_({})", "set_requires_grad(critic, {})"])
def test_networks_of_a_list_that_is_not_seen_are_told(freeze: str) -> None:
    freeze = f"for critic in self.others(): {freeze}"
    source = AGENT.format(held=HELD, freeze=freeze.format(False), thaw=freeze.format(True))
    assert "loss_pi.backward()" in fixed(source, unsafe=True)
    assert "MP306" in [f.code for f in findings(source) if f.severity == "error"]


@pytest.mark.parametrize(
    "held",
    [HELD, "itertools.chain(*[critic.parameters() for critic in self.critics])",
     "[p for critic in self.critics for p in critic.parameters()]",
     "[{'params': critic.parameters()} for critic in self.critics]"],
)  # fmt: skip
def test_each_optimizer_steps_with_its_own(held: str) -> None:
    source = AGENT.format(held=held, freeze=FREEZE.format(False), thaw=FREEZE.format(True))
    text = fixed(source, unsafe=True)
    assert "backward()" not in text
    assert [f for f in findings(text) if f.severity == "error"] == []


def test_each_parameter_of_a_list() -> None:
    freeze = """for critic in self.critics:
            for p in critic.parameters():
                p.requires_grad = {}"""
    source = AGENT.format(held=HELD, freeze=freeze.format(False), thaw=freeze.format(True))
    assert "backward()" not in fixed(source, unsafe=True)
