"""Entries of a state taken by their places: batch norms have theirs in another order (MP220)."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings

SOURCE = """
import numpy as np
import torch
from itertools import islice
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), {layer}, nn.Linear(4, 2))
other = nn.Sequential(nn.Linear(4, 4), {layer}, nn.Linear(4, 2))
state = net.state_dict()
{line}
"""


def told(line: str, layer: str = "nn.BatchNorm1d(4)") -> bool:
    found = findings(SOURCE.format(line=line, layer=layer))
    return any("by their places" in finding.message.en for finding in found)


@pytest.mark.parametrize(
    "line",
    [
        "print(list(state.keys())[0].startswith('module.'))",
        "arrays = [value.numpy() for value in state.values()]",
        "new = dict(zip(state.keys(), other.state_dict().values()))",
        "new = dict(zip(state, arrays))",
        "for i, name in enumerate(state):\n    state[name] = arrays[i]",
        "print(state['0.weight'])",
        "first = list(net.parameters())[0]",
    ],
)
def test_what_goes_by_the_order_of_one_framework_is_left_alone(line: str) -> None:
    assert not told(line)


def test_layers_with_torchs_order_are_left_alone() -> None:
    assert not told("first = list(state.values())[4]", "nn.LayerNorm(4)")


@pytest.mark.parametrize(
    "line",
    [
        "first = list(state.values())[4]",
        "first = list(net.state_dict().values())[2]",
        "names = list(state.keys())\nlast = names[-2:]",
        "head = list(state)[0]",
        "new = dict(zip(state.keys(), torch.load('net.pth').values()))",
        "arrays = np.load('net.npz')\nvalues = [arrays[k] for k in arrays]\nnew = dict(zip(state, values))",
        "for name, value in islice(state.items(), 6):\n    print(name)",
        "for i, (name, value) in enumerate(state.items()):\n    if i < 6:\n        print(name)",
    ],
)
def test_what_goes_by_torchs_order_is_told(line: str) -> None:
    assert told(line)


def test_an_lstm_of_several_layers_is_told() -> None:
    assert told("first = list(state.values())[4]", "nn.LSTM(4, 4, num_layers=2)")
