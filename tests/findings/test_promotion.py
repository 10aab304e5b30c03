"""Tensors without axes take part in MindSpore's type promotion."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "import torch\nx: torch.Tensor\ny: torch.Tensor\n"


def traps(source: str) -> list[str]:
    return [f.message.en for f in findings(HEADER + source) if "promotes it" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        "x * torch.tensor(0.5)",
        "x.half() * 0.5",
        "x.half() * torch.tensor([0.5])",
        "x.half() * torch.tensor(0.5, dtype=torch.float16)",
        "x.float() * torch.tensor(0.5)",
        "x.float() * torch.tensor(2)",
        "x.double() * torch.tensor(0.5)",
        "x.half() * y.half().sum()",
        "x.half() * y.float().sum(0)",
        "x.half() * y.sum()",
        "x.int() / torch.tensor(2)",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert traps(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "x.half() * torch.tensor(0.5)",
        "torch.tensor(-0.5) + x.to(torch.bfloat16)",
        "x.half() / y.float().norm()",
        "x.int() + torch.tensor(1)",
        "x.float() - torch.tensor(0.5, dtype=torch.float64)",
        "x.half() * torch.tensor(0.5, dtype=torch.bfloat16)",
        "def f(x: torch.Tensor):\n    h = x.half()\n    scale = torch.tensor(0.5)\n    return h * scale",
    ],
)
def test_is_told(source: str) -> None:
    assert len(traps(source)) == 1
