"""``**optimizer.defaults``: SGD's of MindSpore hold what the class does not take."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

SOURCE = """
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""
TAKEN = '{name: value for name, value in opt.defaults.items() if name != "grad_centralization"}'


@pytest.mark.parametrize(
    "line", ["print(opt.defaults)", "print(opt.defaults['lr'])", "rate = opt.defaults.get('lr')"]
)
def test_defaults_that_are_only_read_are_left_alone(line: str) -> None:
    assert line.replace("'", '"') in fixed(f"{SOURCE}{line}\n").replace("'", '"')


def test_defaults_of_an_optimizer_of_ones_own_are_left_alone() -> None:
    source = """
import torch

class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def again(self, params):
        return Plain(params, **self.defaults)

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"])
"""
    assert "return Plain(params, **self.defaults)" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "line",
    [
        "again = type(opt)(net.parameters(), **opt.defaults)",
        "again = opt.__class__(net.parameters(), **opt.defaults)",
        "again = opt.__class__(net.parameters(), **{**opt.defaults, 'lr': 1})",
        "settings = dict(**opt.defaults)",
    ],
)
def test_defaults_that_are_spread_leave_out_what_the_class_does_not_take(line: str) -> None:
    assert f"**{TAKEN}" in fixed(f"{SOURCE}{line}\n").replace("'", '"')
