"""In-place activations whose input is read again behind them."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.block = {block}

    def forward(self, x):
{body}
"""
BLOCK = "nn.Sequential(nn.ReLU(True), nn.Linear(4, 4))"
STACK = "nn.ModuleList([nn.Sequential(nn.ReLU(inplace=True), nn.Linear(4, 4))] * 2)"


def net(block: str, body: str) -> str:
    return NET.format(block=block, body=indent(body, " " * 8))


def told(source: str) -> list[str]:
    return [one.severity for one in findings(source) if one.message.en.startswith("torch changes")]


@pytest.mark.parametrize(
    ("block", "body"),
    [
        (BLOCK, "x = self.block(x)\nreturn x"),
        (BLOCK, "x = self.block(self.fc(x)) + x\nreturn x"),
        (BLOCK, "y = self.block(x)\nx = self.fc(y)\nreturn x"),
        (BLOCK, "y = self.block(x)\nreturn y.view(x.shape)"),
        (BLOCK, "skip = x\nx = self.fc(x)\nx = self.block(x)\nreturn x + skip"),
        ("nn.Sequential(nn.ReLU(), nn.Linear(4, 4))", "return x + self.block(x)"),
        ("nn.Sequential(nn.Linear(4, 4), nn.ReLU(True))", "return x + self.block(x)"),
    ],
)
def test_what_is_not_read_again_is_left_alone(block: str, body: str) -> None:
    assert told(net(block, body)) == []


@pytest.mark.parametrize(
    ("block", "body", "after"),
    [
        (BLOCK, "return x + self.block(x)", "x = ops.relu(x)\nreturn x + self.block(x)"),
        (
            "nn.ReLU(inplace=True)",
            "skip = x\nx = self.block(x)\nreturn self.fc(x) + skip",
            "skip = x\nx = skip = ops.relu(x)\nx = self.block(x)\nreturn self.fc(x) + skip",
        ),
        (
            BLOCK,
            "y = self.block(x)\ny = self.fc(y)\nreturn y + x",
            "x = ops.relu(x)\ny = self.block(x)\ny = self.fc(y)\nreturn y + x",
        ),
        (
            STACK,
            "for layer in self.block:\n    x = x + layer(x)\nreturn x",
            "for layer in self.block:\n    x = ops.relu(x)\n    x = x + layer(x)\nreturn x",
        ),
    ],
    ids=["in the statement", "by another name", "behind it", "in a loop"],
)
def test_the_input_is_activated_before(block: str, body: str, after: str) -> None:
    assert told(net(block, body)) == ["warning"]
    text = fixed(net(block, body), unsafe=True)
    assert indent(after, " " * 8) in text


def test_what_is_another_when_done_twice_is_told() -> None:
    block = "nn.Sequential(nn.LeakyReLU(0.2, True), nn.Linear(4, 4))"
    source = net(block, "return torch.cat([x, self.block(x)], 1)")
    assert told(source) == ["error"]
