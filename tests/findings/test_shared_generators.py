"""A discriminator's step between a generator's forward pass and its loss, which both read of it."""

from __future__ import annotations

import pytest

from .conftest import moved

PROGRAM = """\
import torch
from torch import nn

net_g = nn.Linear(3, 4)
net_d = nn.Linear(4, 1)
optim_g = torch.optim.SGD(net_g.parameters(), lr=0.1)
optim_d = torch.optim.SGD({held}, lr=0.1)


def cut(x, start):
    return x[:, int(start.sum()):]


def train(nets, optims, data):
    {nets} = nets
    optim_g, optim_d = optims
    for x, real in data:
        fake = net_g(x)
        real = cut(real, fake > 0)
        loss_d = net_d(fake.detach()).mean() - net_d(real).mean()
        optim_d.zero_grad()
        loss_d.backward({retain})
        optim_d.step()
        loss_g = -net_d(fake).mean() + (fake - real).abs().mean()
        optim_g.zero_grad()
        loss_g.backward()
        optim_g.step()


train([net_g, net_d], [optim_g, optim_d], [])
"""
HELD = "net_d.parameters()"
NETS = "net_g, net_d"


@pytest.mark.parametrize(
    ("held", "retain"),
    [
        pytest.param(HELD, "retain_graph=True", id="a graph that is kept"),
        pytest.param("[*net_g.parameters(), *net_d.parameters()]", "", id="the generator, too"),
        pytest.param("build(net_d)", "", id="parameters that are not seen"),
    ],
)
def test_what_may_train_what_lies_outside_is_told(held: str, retain: str) -> None:
    text, left = moved(PROGRAM.format(held=held, retain=retain, nets=NETS))
    assert "loss_d.backward(" in text
    assert left


def test_what_the_generator_gives_as_it_is_is_told() -> None:
    source = PROGRAM.format(held=HELD, retain="", nets=NETS).replace("fake.detach()", "fake")
    text, left = moved(source)
    assert "loss_d.backward(" in text
    assert left


def test_the_generators_function_holds_the_discriminators_step() -> None:
    text, left = moved(PROGRAM.format(held=HELD, retain="", nets=NETS))
    assert left == []
    lines = [line.strip() for line in text.partition("def train(")[2].splitlines()]
    order = [
        "def forward_fn_2(real):",
        "fake = net_g(x)",
        "real = cut(real, fake > 0)",
        "def forward_fn():",
        "loss_d = net_d(ops.stop_gradient(fake)).mean() - net_d(real).mean()",
        "optim_d(grads)",
        "loss_g = -net_d(fake).mean() + (fake - real).abs().mean()",
        "optim_g(grads_2)",
    ]
    assert [lines.index(line) for line in order] == sorted(lines.index(line) for line in order)
