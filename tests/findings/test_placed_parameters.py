"""Parameters of RNNs that are taken by their place in the list, which MindSpore orders anew."""

from __future__ import annotations

import pytest

from .conftest import findings

NET = """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, depth: int):
        super().__init__()
        self.rnn = {made}

    def forward(self, x):
        return self.rnn(x)[0]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(2)
        self.fc = nn.Linear(6, 2)

    def forward(self, x):
        return self.fc(self.encoder(x))


net = Net()
params = list(net.parameters())
{used}
"""
SEVERAL = "nn.LSTM(5, 6, num_layers=2)"


def told(made: str, used: str) -> list[str]:
    found = findings(NET.format(made=made, used=used))
    return [one.code for one in found if "layer by layer" in one.message.en]


@pytest.mark.parametrize(
    ("made", "used"),
    [
        ("nn.LSTM(5, 6)", "print(params[3])"),
        ("nn.GRU(5, 6, 1, batch_first=True)", "print(params[:4])"),
        ("nn.LSTM(5, 6, num_layers=1, bidirectional=False)", "print(params[3])"),
        ("nn.Linear(5, 6)", "print(params[1])"),
        (SEVERAL, "print(params[0], params[-1], params[:-2], params[-2:])"),
        (SEVERAL, "print(list(net.fc.parameters())[1])"),
        (SEVERAL, "print([p.numel() for p in net.parameters()])"),
        (SEVERAL, "params[3] = None"),
    ],
)
def test_leaves_alone(made: str, used: str) -> None:
    assert told(made, used) == []


@pytest.mark.parametrize(
    "made", [SEVERAL, "nn.GRU(5, 6, depth)", "nn.RNN(5, 3, bidirectional=True)"]
)
@pytest.mark.parametrize(
    "used",
    [
        "print(params[3])",
        "groups = [{'params': params[:4]}]",
        "print(list(net.encoder.parameters())[1])",
        "print([*net.parameters()][5])",
        "print([p for p in net.parameters() if p.requires_grad][1:])",
        "print(list(filter(lambda p: p.requires_grad, net.parameters()))[2])",
    ],
)
def test_another_parameter_stands_there(made: str, used: str) -> None:
    assert told(made, used) == ["MP220"]
