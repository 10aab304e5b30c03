"""Losses that a method computes with a method of a network, of which each optimizer holds a part."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

AGENT = """\
import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Linear(3, 2)
        self.v = nn.Linear(3, 1)

    def evaluate(self, states):
        {evaluate}

    def chances(self, states):
        return self.pi(states).softmax(-1)


class Agent:
    def __init__(self):
        self.ac = ActorCritic()
        self.pi_optimizer = torch.optim.Adam(self.ac.pi.parameters(), lr=1e-3)
        self.vf_optimizer = torch.optim.Adam(self.ac.v.parameters(), lr=1e-3)

    def compute_loss_pi(self, data):
        chances = self.ac.evaluate(data["states"])
        return -chances.log().mean()

    def compute_loss_v(self, data):
        return (self.ac.v(data["states"]) ** 2).mean()

    def update(self, data):
        for i in range(3):
            self.pi_optimizer.zero_grad()
            loss_pi = self.compute_loss_pi(data)
            loss_pi.backward()
            self.pi_optimizer.step()
        for i in range(3):
            self.vf_optimizer.zero_grad()
            loss_v = self.compute_loss_v(data)
            loss_v.backward()
            self.vf_optimizer.step()
"""


def test_what_calls_no_layer_is_left() -> None:
    source = AGENT.format(evaluate="return states")
    assert "loss_pi.backward()" in fixed(source)
    assert [f.code for f in findings(source) if f.severity == "error"] == ["MP306"]


@pytest.mark.parametrize(
    "evaluate", ["return self.pi(states).softmax(-1)", "return self.chances(states)"]
)
def test_each_loss_goes_to_the_optimizer_of_its_part(evaluate: str) -> None:
    text = fixed(AGENT.format(evaluate=evaluate))
    assert "self.pi_optimizer(grads)" in text
    assert "self.vf_optimizer(grads" in text
    assert [f for f in findings(text) if f.severity == "error"] == []


def test_what_holds_its_like_comes_to_an_end() -> None:
    source = AGENT.format(evaluate="return self.child.evaluate(self.pi(states))")
    assert "self.pi_optimizer(grads)" in fixed(source)
