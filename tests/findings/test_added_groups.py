"""Parameters that an optimizer is given in the middle of its loop."""

from __future__ import annotations

import pytest

from tests.findings.conftest import moved

SOURCE = """\
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 2))
for p in net[0].parameters():
    p.requires_grad = False
opt = torch.optim.SGD(net[1].parameters(), lr=0.1, momentum=0.9)
for epoch, x in enumerate(torch.ones(6, 5, 4)):
{}
    loss = net(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
THAWS = """\
    if epoch == 3:
        for p in net[0].parameters():
            p.requires_grad = True
        opt.add_param_group({'params': net[0].parameters(), 'lr': 0.01})"""


def test_a_condition_that_computes_stays_in_the_function() -> None:
    text, told = moved(SOURCE.format("    if epoch == 3:\n        x = x * 2"))
    assert told == []
    assert text.index("def forward_fn") < text.index("if epoch == 3:")


@pytest.mark.parametrize(
    "lines",
    [THAWS, "    opt.add_param_group({'params': net[0].parameters()})"],
    ids=["with what thaws them", "alone"],
)
def test_they_are_given_before_what_is_differentiated(lines: str) -> None:
    text, told = moved(SOURCE.format(lines))
    assert told == []
    added, function = text.index("    add_param_group(opt, "), text.index("def forward_fn")
    assert added < function < text.index("ms.value_and_grad(forward_fn, None, opt.parameters)")
