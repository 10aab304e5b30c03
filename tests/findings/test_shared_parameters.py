"""Parameters that are made of other Parameters, whose memory torch shares."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = (
    "import torch\nfrom torch import nn\n\n\nclass Scale(nn.Module):\n"
    "    def __init__(self, start, other=None):\n        super().__init__()\n"
    "        self.start = nn.Parameter(start)\n        self.other = other\n\n"
    "    def forward(self, x):\n        return x * self.start\n\n\n"
    "class Net(nn.Module):\n    def __init__(self, n, given):\n        super().__init__()\n"
    "        self.w = nn.Parameter(torch.zeros(n, 3))\n        self.v = {}\n\n"
    "    def forward(self, x):\n        return self.v\n"
)
TOLD = "A Parameter is made of this one"


def told(made: str) -> list[str]:
    source = SOURCE.format(made)
    found = [f for f in findings(source) if TOLD in f.message.en]
    assert all(f.fix is None and f.code == "MP215" for f in found)
    return [source[f.span.start : f.span.end] for f in found]


@pytest.mark.parametrize(
    "made",
    [
        "nn.Parameter(self.w.clone())",
        "nn.Parameter(self.w * 2)",
        "nn.Parameter(given)",
        "Scale(torch.zeros(n))",
        "Scale(torch.zeros(n), self.w)",
        "given(self.w)",
        "[self.w]",
        "torch.tensor(self.w.shape)",
    ],
)
def test_others_are_left_alone(made: str) -> None:
    assert told(made) == []


@pytest.mark.parametrize(
    "made",
    [
        "nn.Parameter(self.w)",
        "nn.Parameter(data=self.w, requires_grad=False)",
        "Scale(self.w)",
        "Scale(start=self.w)",
        "nn.Sequential(Scale(self.w, 3))",
    ],
)
def test_what_shares_memory_in_torch_is_told(made: str) -> None:
    assert told(made) == ["self.w"]
    assert "ms.Parameter(mint.zeros((n, 3)))" in fixed(SOURCE.format(made))
