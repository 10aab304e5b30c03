"""Methods that clear gradients and that nothing calls, as the Learner of dragen1860's MAML has one."""

from __future__ import annotations

import pytest

from .conftest import findings, moved

LEARNER = """import torch
from torch import nn
import torch.nn.functional as F


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vars = nn.ParameterList([nn.Parameter(torch.ones(3, 2))])

    def forward(self, x, vars=None):
        vars = self.vars if vars is None else vars
        return x @ vars[0]

    def {name}(self, vars=None):
        with torch.no_grad():
            for p in self.vars if vars is None else vars:
                {clear}

    def parameters(self):
        return self.vars


net = Learner()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(x, y):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def adapt(x, y):
    loss = F.mse_loss(net(x), y)
    grad = torch.autograd.grad(loss, net.parameters())
    fast = [p - 0.1 * g for g, p in zip(grad, net.parameters())]
    return net(x, fast)
{more}"""
IF_ANY = "if p.grad is not None:\n                    p.grad.zero_()"
TOLD = "This clears gradients"


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"more": "\n\nnet.zero_grad()\n"}, id="called"),
        pytest.param({"more": "\n\nmake_net().zero_grad()\n"}, id="perhaps called"),
        pytest.param({"more": "\n\nrun(Learner.zero_grad)\n"}, id="named"),
        pytest.param({"more": "\n\ngetattr(net, 'zero_grad')()\n"}, id="named in a string"),
        pytest.param({"clear": "p.data -= p.grad"}, id="reads them"),
        pytest.param(
            {"more": "\n\ndef step(net):\n    for p in net.vars:\n        p.data -= p.grad\n"},
            id="read elsewhere",
        ),
        pytest.param({"clear": f"{IF_ANY}\n                else:\n                    p.add_(1)"}, id="or else"),
    ],
)  # fmt: skip
def test_leaves_alone(changed: dict[str, str]) -> None:
    source = LEARNER.format(**{"name": "zero_grad", "clear": IF_ANY, "more": "", **changed})
    assert not [f for f in findings(source) if f.message.en.startswith(TOLD)]


@pytest.mark.parametrize("name", ["zero_grad", "forget"])
@pytest.mark.parametrize("clear", [IF_ANY, "p.grad = None", "p.grad.detach_(); p.grad.zero_()"])
def test_what_nothing_calls_clears_nothing(name: str, clear: str) -> None:
    text, left = moved(LEARNER.format(name=name, clear=clear, more=""))
    assert ".grad.zero_()" not in text and "p.grad = None" not in text
    assert left == []


def test_gradients_by_what_a_class_lists_itself() -> None:
    """``ms.grad`` takes a list, and no ParameterList."""
    text, _ = moved(LEARNER.format(name="zero_grad", clear=IF_ANY, more=""))
    assert "ms.grad(output_fn, None, list(net.parameters()))()" in text
    plain = LEARNER.replace("    def parameters(self):\n        return self.vars\n", "")
    text, _ = moved(plain.format(name="zero_grad", clear=IF_ANY, more=""))
    assert "ms.grad(output_fn, None, net.trainable_params())()" in text
