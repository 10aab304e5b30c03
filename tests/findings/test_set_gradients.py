"""Gradients that a program sets on the parameters of a shared network by torch's other name, _grad."""

from __future__ import annotations

import pytest

from .conftest import fixed

PUSH = """\
import torch
from torch import nn, optim


def push(self, opt, lnet, gnet, x):
    loss = lnet(x).mean()
    opt.zero_grad()
    loss.backward()
    {statement}
    opt.step()
    return loss


lnet, gnet = nn.Linear(2, 1), nn.Linear(2, 1)
opt = optim.Adam(gnet.parameters())
"""
SHARED = "for lp, gp in zip(lnet.parameters(), gnet.parameters()): gp.{name} = lp.grad"


@pytest.mark.parametrize("statement", ["self._grad = 3", "print(opt._grad)"])
def test_an_attribute_of_the_program_is_no_gradient(statement: str) -> None:
    assert "loss.backward()" not in fixed(PUSH.format(statement=statement), unsafe=True)


@pytest.mark.parametrize("name", ["grad", "_grad"])
def test_gradients_set_on_other_parameters_stay(name: str) -> None:
    text = fixed(PUSH.format(statement=SHARED.format(name=name)), unsafe=True)
    assert "loss.backward()" in text
    assert f"gp.{name} = lp.grad" in text
