"""Losses of two networks that are computed together, each with a step of its own (MP306).

That they train as in torch is shown by ``tests/scenarios/programs/mutual_learning.py``.
"""

from __future__ import annotations

import pytest

from .conftest import findings, moved

LOOP = """\
import torch
from torch import nn
import torch.nn.functional as F
{before}

def train(net1, net2, data, criterion):
    opt1 = torch.optim.SGD(net1.parameters(), lr=0.1)
    opt2 = torch.optim.Adam(net2.parameters(), lr=0.1)
    for x, y in data:
{computed}
        opt1.zero_grad()
        loss1.backward({options})
        opt1.step()
        opt2.zero_grad()
        loss2.backward()
        opt2.step()
        print(loss1.item(), loss2.item())
"""
APART = """\
        out1, out2 = net1(x), net2(x)
        loss1 = criterion(out1, y) + F.mse_loss(out1, out2.detach())
        loss2 = criterion(out2, y) + F.mse_loss(out2, out1.detach())"""
TOGETHER = "        loss1, loss2 = both_losses(net1(x), net2(x), y)"
PLAIN = {"before": "", "computed": APART, "options": ""}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"options": "retain_graph=True"}, id="a graph that is kept"),
        pytest.param(
            {"computed": APART.replace("out2.detach()", "net2(y)")}, id="a network that runs twice"
        ),
        pytest.param(
            {"computed": "        loss1, loss2 = compute(net1, net2, x, y)"},
            id="networks that run elsewhere",
        ),
        pytest.param(
            {
                "before": "def both_losses(one, other, y):\n    return one, net(y)\n"
                "net = nn.Linear(2, 2)",
                "computed": TOGETHER,
            },
            id="a loss that runs a network itself",
        ),
        pytest.param(
            {"computed": f"        for x in y:\n    {TOGETHER}"}, id="networks that run in a loop"
        ),
    ],
)
def test_losses_that_may_share_a_graph_stay(changed: dict[str, str]) -> None:
    text, left = moved(LOOP.format(**PLAIN | changed))
    assert left and "loss1.backward(" in text


@pytest.mark.parametrize("computed", [APART, TOGETHER])
def test_each_optimizer_takes_its_share_of_the_gradients_of_the_sum(computed: str) -> None:
    text, left = moved(LOOP.format(**PLAIN | {"computed": computed}))
    assert not left
    assert "        return loss1 + loss2, loss1, loss2\n" in text
    assert (
        "value_and_grad(forward_fn, None, opt1.parameters + opt2.parameters, has_aux=True)" in text
    )
    assert (
        "        (_, loss1, loss2), grads = grad_fn(x, y)\n"
        "        opt1(grads[:len(opt1.parameters)])\n"
        "        opt2(grads[len(opt1.parameters):])\n"
    ) in text


def test_what_is_taken_for_granted_is_told() -> None:
    messages = [f.message.en for f in findings(LOOP.format(**PLAIN)) if f.code == "MP306"]
    assert any("no graph in common with the loss before" in message for message in messages)
