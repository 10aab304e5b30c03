"""What is made of the type of an optimizer or of a network that is there."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = """\
import torch
from torch import nn

net, other = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
"""


@pytest.mark.parametrize(
    "source",
    [
        "def f(optimizer, net):\n    return type(optimizer)(net.parameters(), lr=0.1)\n",
        f"{HEAD}print(type(optimizer), optimizer.__class__.__name__)\n",
        "class Own:\n    pass\n\n\nown = type(Own())()\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    text = fixed(source, unsafe=True)
    assert next(line for line in source.splitlines() if "type(" in line) in text


@pytest.mark.parametrize("asked", ["type(optimizer)", "optimizer.__class__"])
def test_another_optimizer_of_a_known_class_gets_its_settings(asked: str) -> None:
    source = f"{HEAD}second = {asked}(other.parameters(), lr=0.2)\n"
    text = fixed(source, unsafe=True)
    assert "second = optim.AdamW(other.trainable_params(), lr=0.2, weight_decay=0.0)" in text


def test_an_optimizer_takes_the_state_of_another_where_it_is_asked_for() -> None:
    source = f"{HEAD}second = type(optimizer)(other.parameters(), lr=0.2)\n"
    source += "second.load_state_dict(optimizer.state_dict())\n"
    text = fixed(source, unsafe=True)
    assert "optimizer_state(second, optimizer_state(optimizer))" in text
    assert not [f for f in findings(source) if f.severity == "error"]


def test_another_network_of_a_known_class_is_one() -> None:
    source = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


net = Net()
copy = type(net)()
copy.eval()
print(copy(torch.ones(2, 4)).size())
"""
    text = fixed(source, unsafe=True)
    assert "copy.set_train(False)" in text and "copy(mint.ones((2, 4))).shape" in text
