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
