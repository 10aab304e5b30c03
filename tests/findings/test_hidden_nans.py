"""NaN that a file puts into tensors, and what passes over it in tensors that functions get."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

HEADER = "import math\nimport numpy as np\nimport torch\nfrom torch import nn\n"
FILLED = "def gaps(x: torch.Tensor, m: torch.Tensor):\n    return x.masked_fill(m, math.nan)\n"


def told(source: str, config: Config | None = None) -> list[str]:
    return [f.message.en for f in findings(HEADER + source, config) if f.symbol == "torch.nan"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(x: torch.Tensor):\n    return x.max()\n", id="no NaN"),
        pytest.param(
            "best = math.nan\ndef f(x: torch.Tensor):\n    return x.max()\n", id="in no tensor"
        ),
        pytest.param(
            "row = np.full(3, np.nan)\ndef f(x: torch.Tensor):\n    return x.max()\n",
            id="in an array",
        ),
        pytest.param(f"{FILLED}def f(x: torch.Tensor):\n    return x.exp()\n", id="keeps NaN"),
        pytest.param(f"{FILLED}def f(n):\n    return torch.ones(n).max()\n", id="made there"),
        pytest.param(
            f"{FILLED}def f(x: torch.Tensor):\n    return x.nan_to_num().max()\n", id="replaced"
        ),
        pytest.param(f"{FILLED}def f(x: list):\n    return max(x)\n", id="a list"),
        pytest.param(f"{FILLED}y = torch.ones(3)\ny.max()\n", id="in no function"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        f"{FILLED}def f(x: torch.Tensor):\n    return x.max()\n",
        f"{FILLED}def f(x: torch.Tensor):\n    y = x * 2\n    return torch.relu(y), x.clamp(0, 1)\n",
        "def f(x: torch.Tensor):\n    return x.max()\nf(torch.tensor([1.0, float('nan')]))\n",
    ],
)
def test_is_told_once(source: str) -> None:
    assert len(told(source)) == 1
    assert told(source, Config(target=Target(devices=("Ascend",)))) == []


def test_the_fix_stays_safe() -> None:
    source = f"{HEADER}{FILLED}def f(x: torch.Tensor):\n    return torch.relu(x)\n"
    assert "return ops.relu(x)" in fixed(source)
