"""Optimizers that a network holds: in MindSpore they would be a part of it."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NET = """\
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self, lr):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        {line}

    def forward(self, x):
        return self.fc(x)
"""
LOOP = """

net = Net(0.1)
for x in data:
    net.optimizer.zero_grad()
    loss = net(x).sum()
    loss.backward()
    net.optimizer.step()
"""


def told(source: str) -> list[str]:
    return [f.code for f in findings(source) if "optimizers are Cells" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "from torch import optim\n\n\nclass Trainer:\n    def __init__(self, net):\n"
            "        self.optimizer = optim.SGD(net.parameters(), lr=0.1)\n",
            id="of what is no network",
        ),
        pytest.param(NET.format(line="self.scale = lr"), id="no optimizer"),
        pytest.param(NET.format(line="self.opt = None"), id="nothing yet"),
        pytest.param(NET.format(line="self.optimizer = 'sgd'"), id="a name of one"),
        pytest.param(NET.format(line="self.optimize_all = lr"), id="another name"),
        pytest.param(
            NET.format(
                line="self.decay = optim.lr_scheduler.StepLR(optim.SGD(self.parameters(), lr=lr), 2)"
            ),
            id="a scheduler",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "self.optimizer = optim.SGD(self.parameters(), lr=lr)",
            'self.__dict__["optimizer"] = optim.SGD(self.trainable_params(), lr=lr)',
        ),
        (
            "self.a, self.b = optim.SGD(self.parameters(), lr), 1",
            'self.__dict__["a"], self.b = optim.SGD(self.trainable_params(), lr), 1',
        ),
        (
            "self.opt: optim.SGD = optim.SGD(self.parameters(), lr=lr)",
            'self.__dict__["opt"]: optim.SGD = optim.SGD(self.trainable_params(), lr=lr)',
        ),
    ],
)
def test_an_optimizer_is_kept_out_of_the_network(line: str, after: str) -> None:
    source = NET.format(line=line)
    assert told(source) == ["MP307"]
    assert after in fixed(source)


def test_it_is_kept_out_from_outside_too() -> None:
    source = NET.format(line="self.lr = lr") + (
        "\n\nnet = Net(0.1)\nnet.optim = optim.SGD(net.parameters(), lr=net.lr)\n"
    )
    assert 'net.__dict__["optim"] = optim.SGD(net.trainable_params(), lr=net.lr)' in fixed(source)


def test_one_that_is_handed_in_is_kept_out_too() -> None:
    source = NET.format(line="self.lr = lr") + (
        "\n    def compile(self, optimizer):\n        self.optimizer = optimizer\n"
    )
    assert '        self.__dict__["optimizer"] = optimizer\n' in fixed(source)


def test_one_that_a_method_picks_by_a_name_is_kept_out_too() -> None:
    source = NET.format(line="self.optim = self.pick('sgd', lr)") + (
        "\n    def pick(self, optimizer, lr):\n        if isinstance(optimizer, str):\n"
        "            optimizer = optim.SGD(self.parameters(), lr)\n        return optimizer\n"
        "\n\nnet = Net(0.1)\n"
    )
    assert """        self.__dict__["optim"] = self.pick('sgd', lr)\n""" in fixed(source)


def test_the_loop_goes_on_with_it() -> None:
    source = NET.format(line="self.optimizer = optim.SGD(self.parameters(), lr=lr)") + LOOP
    text = fixed(source, unsafe=True)
    assert "net.optimizer(grads)" in text
    assert fixed(text, unsafe=True) == text
    assert "MP306" not in [f.code for f in findings(text)]
