"""Layers and losses that are called by the names of torch's parameters."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
MODULE = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.rnn = nn.LSTM(4, 3)

    def forward(self, x, h):
        return {}
"""


@pytest.mark.parametrize(
    "source",
    [
        "class Head(nn.Module):\n    def forward(self, input):\n        return input\n\nHead()(input=x)",
        "m = nn.MultiheadAttention(4, 2)\nm(query=x, key=x, value=x)",
        "def f(layer):\n    return layer(input=x)",
        "import json\njson.loads(input=x)",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert "input=" not in source or "input=x" in fixed(f"{HEADER}x = torch.ones(2, 4)\n{source}\n")
    told = [f for f in findings(HEADER + source) if "by place" in f.message.en]
    assert told == []


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("self.fc(input=x)", "self.fc(x)"),
        ("self.rnn(input=x, hx=h)", "self.rnn(x, hx=h)"),
        ("nn.MSELoss()(input=self.fc(input=x), target=h)", "nn.MSELoss()(self.fc(x), h)"),
        ("nn.MSELoss()(target=h, input=x)", "nn.MSELoss()(x, h)"),
        ("nn.L1Loss()(x, target=h)", "nn.L1Loss()(x, h)"),
    ],
)
def test_the_inputs_are_given_by_place(call: str, written: str) -> None:
    text = fixed(HEADER + MODULE.format(call))
    assert f"return {written}" in text.replace("mint.nn.", "nn.")


def test_an_input_behind_others_is_told() -> None:
    source = HEADER + MODULE.format("self.rnn(hx=h, input=x)")
    told = [f for f in findings(source) if "by place" in f.message.en]
    assert len(told) == 1 and told[0].fix is None


UP = "import torch\nfrom torch import nn\nup = nn.ConvTranspose2d(3, 4, 3, stride=2)\n"


@pytest.mark.parametrize(
    "call", ["up(x)", "up(x, None)", "nn.AdaptiveAvgPool2d(output_size=2)", "up(input=x)"]
)
def test_transposed_convolutions_without_a_size(call: str) -> None:
    said = [f.message.en for f in findings(f"{UP}x = torch.ones(1, 3, 8, 8)\n{call}\n")]
    assert not any("output_size" in message for message in said)


@pytest.mark.parametrize(
    "call",
    [
        "up(x, output_size=(17, 17))",
        "up(x, y.size())",
        "for layer in layers: layer(x, output_size=[9])",
    ],
)
def test_transposed_convolutions_with_a_size(call: str) -> None:
    said = [f.message.en for f in findings(f"{UP}x = y = torch.ones(1, 3, 8, 8)\n{call}\n")]
    assert any("output_size" in message for message in said)
