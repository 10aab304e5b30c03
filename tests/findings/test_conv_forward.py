"""A convolution's inner method, which layers with weights of their own call."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "class Own(nn.Conv2d):\n    def _conv_forward(self, x, w, b):\n        return x\n\n"
        "    def forward(self, x):\n        return self._conv_forward(x, 1, 2)\n",
        "class Own(nn.Module):\n    def _conv_forward(self, x):\n        return x\n\n"
        "    def forward(self, x):\n        return self._conv_forward(x)\n",
    ],
    ids=["a convolution with its own", "another module's"],
)
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEAD + source) if "_conv_forward" in f.symbol]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        (
            "class Scaled(nn.Conv2d):\n    def forward(self, x):\n"
            "        return self._conv_forward(x, self.weight * 2, self.bias)\n",
            "return conv_forward(self, x, self.weight * 2, self.bias)",
        ),
        (
            "class Scaled(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
            "        self.conv = nn.Conv2d(n, n, 3)\n\n    def forward(self, x):\n"
            "        return self.conv._conv_forward(x, weight=self.conv.weight * 2, bias=None)\n",
            "return conv_forward(self.conv, x, self.conv.weight * 2, None)",
        ),
        (
            "class Scaled(nn.Module):\n    def __init__(self, kind):\n        super().__init__()\n"
            "        self.conv = kind(3, 4, 3)\n\n    def forward(self, x):\n"
            "        return self.conv._conv_forward(x, self.conv.weight * 2, self.conv.bias)\n",
            "return conv_forward(self.conv, x, self.conv.weight * 2, self.conv.bias)",
        ),
    ],
    ids=["its own", "that of a layer", "that of whatever layer"],
)
def test_is_computed_by_a_function(source: str, after: str) -> None:
    text = fixed(HEAD + source, unsafe=True)
    assert after in text and "def conv_forward(conv, input, weight, bias)" in text


def test_of_three_axes_is_marked() -> None:
    source = "class Scaled(nn.Conv3d):\n    def forward(self, x):\n        return self._conv_forward(x, self.weight, None)\n"
    told = [f for f in findings(HEAD + source) if f.symbol == "torch.nn.Conv3d._conv_forward"]
    assert [(f.code, f.fix) for f in told] == [("MP103", None)]


OWN = "class Own(nn.Conv2d):\n{}    def _conv_forward(self, x, w, b):\n        return {}\n"
ITSELF = "super()._conv_forward(x, w * 2, b)"
FORWARD = "    def forward(self, x):\n        return {}\n\n"


def told_of_construct(source: str) -> list[str]:
    return [f.severity for f in findings(HEAD + source) if "needs a construct" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        OWN.format(FORWARD.format("self._conv_forward(x, self.weight, self.bias)"), ITSELF),
        OWN.format(FORWARD.format("x * 2"), "x"),
        OWN.format("", "x").replace("nn.Conv2d", "nn.Linear"),
        OWN.format("", "x").replace("nn.Conv2d", "nn.Module"),
        OWN.format("", "x").replace("_conv_forward", "conv_forward"),
    ],
    ids=["a forward calls it", "one of its own", "a Linear's", "a module's", "another name"],
)
def test_what_no_base_calls_is_left_alone(source: str) -> None:
    assert told_of_construct(source) == []


def test_a_convolution_of_its_own_is_called() -> None:
    text = fixed(HEAD + OWN.format("", ITSELF))
    assert "return self._conv_forward(x, self.weight, self.bias)\n\n    def _conv_forward(" in text
    assert "return conv_forward(super(), x, w * 2, b)" in text
    assert fixed(text) == text


def test_one_of_one_axis_gets_its_weight_with_three() -> None:
    text = fixed(HEAD + OWN.format("", ITSELF).replace("Conv2d", "Conv1d"))
    assert "return self._conv_forward(x, self.weight.squeeze(2), self.bias)" in text


@pytest.mark.parametrize("asked", ["super().forward(x) * 2", "nn.Conv2d.forward(self, x)"])
def test_a_forward_that_asks_the_base_is_told(asked: str) -> None:
    assert told_of_construct(OWN.format(FORWARD.format(asked), ITSELF)) == ["error"]
