"""An optimizer may be given a list that a loop filled with the parameters of a network."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = """\
import torch
from torch import nn

net, critic, params = nn.Linear(3, 2), nn.Linear(2, 1), []
{}
opt = torch.optim.SGD(params, lr=0.1)
opt_d = torch.optim.SGD(critic.parameters(), lr=0.1)


def step(x):
    for p in critic.parameters():
        p.requires_grad = False
    opt.zero_grad()
    loss = -critic(net(x)).mean()
    loss.backward()
    opt.step()
    for p in critic.parameters():
        p.requires_grad = True
    opt_d.zero_grad()
    loss_d = critic(net(x).detach()).mean()
    loss_d.backward()
    opt_d.step()
"""


@pytest.mark.parametrize(
    "filled",
    [
        pytest.param("params.append(unknown)", id="another"),
        pytest.param(
            "for p in net.parameters():\n    params.append(other(p))", id="another in a loop"
        ),
        pytest.param("fill(params)\nparams.insert(0, one)", id="by another method"),
        pytest.param("for p in unknown:\n    params.append(p)", id="of something else"),
        pytest.param("params = collect(net)", id="by a function"),
        pytest.param("params, names = collect(net)", id="by a function that gives more"),
        pytest.param(
            "def add(to):\n    to += list(critic.parameters())\nparams += list(net.parameters())\n"
            "add(params)",
            id="by a function of the file",
        ),
        pytest.param(
            "for m in (net, critic):\n    for p in m.parameters():\n        params.append(p)",
            id="of several",
        ),
    ],
)
def test_what_a_list_holds_is_not_seen(filled: str) -> None:
    assert "loss.backward()" in fixed(SOURCE.format(filled), unsafe=True)


@pytest.mark.parametrize(
    "filled",
    [
        "for p in net.parameters():\n    params.append(p)",
        "for k, v in net.named_parameters():\n    if v.requires_grad:\n        params.append(v)\n"
        "    else:\n        print(k)",
        "for k, v in net.named_parameters():\n    params += [{'params': [v], 'lr': 0.1}]",
        "params += list(net.parameters())",
        "params.extend(net.parameters())",
    ],
)
def test_the_network_of_a_list_is_seen(filled: str) -> None:
    text = fixed(SOURCE.format(filled), unsafe=True)
    assert "loss, grads = grad_fn()" in text and "backward" not in text
