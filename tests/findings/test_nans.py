"""NaN that kernels on a CPU pass over."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "import math\nimport torch\nfrom torch import nn\n"
WITH = "x = torch.tensor([1.0, math.nan])\n"


def told(source: str) -> list[str]:
    said = [f.message.en for f in findings(HEADER + source) if f.severity == "warning"]
    return [message for message in said if "NaN" in message]


@pytest.mark.parametrize(
    "source",
    [
        "torch.max(torch.tensor([1.0, 2.0]))",
        f"{WITH}torch.exp(x)",
        f"{WITH}torch.isnan(x)",
        f"{WITH}torch.nan_to_num(x).max()",
        f"{WITH}m = nn.ReLU()\nm(torch.ones(2))",
        f"{WITH}m = nn.Sigmoid()\nm(x)",
        f"{WITH}torch.linalg.norm(x)",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        f"{WITH}torch.max(x)",
        f"{WITH}x.clamp(0, 1)",
        f"{WITH}torch.maximum(torch.ones(2), x)",
        f"{WITH}torch.nn.functional.relu(x * 2)",
        f"{WITH}m = nn.ReLU()\nm(x)",
        f"{WITH}nn.Softmax(0)(x)",
        f"{WITH}torch.linalg.norm(x, 1)",
    ],
)
def test_is_told(source: str) -> None:
    assert len(told(source)) == 1
