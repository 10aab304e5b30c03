"""Calls that are written anew keep their arguments where they stood."""

from __future__ import annotations

import pytest

from .conftest import Fixer

UNCHANGED_LAYOUT = [
    pytest.param(
        "import torch\n\nx = torch.full((2,), 1.0, dtype=torch.float32, device=None)\n",
        "ops.full((2,), 1.0, dtype=ms.float32)",
        id="one line stays one line",
    ),
    pytest.param(
        "import torch\n\nx = torch.zeros(2,\n                3, dtype=torch.long)\n",
        "mint.zeros((2, 3), dtype=ms.int64)",
        id="arguments beside the parenthesis are joined",
    ),
    pytest.param(
        "import torch\n\nx = torch.zeros(\n    2, 3, dtype=torch.long\n)\n",
        "mint.zeros((2, 3), dtype=ms.int64)",
        id="several on a line are joined",
    ),
    pytest.param(
        "import torch\n\n\ndef f(y: torch.Tensor):\n    x = y.size(\n        1\n    )\n    return x\n",
        "y.shape[1]",
        id="no call any more",
    ),
]
ONE_A_LINE = [
    pytest.param(
        "import torch\n\nx = torch.full(\n    (2, 3),\n    1.0,\n    dtype=torch.float32,\n)\n",
        "x = ops.full(\n    (2, 3),\n    1.0,\n    dtype=ms.float32,\n)\n",
        id="the same arguments",
    ),
    pytest.param(
        "import torch\n\n\ndef f(x: torch.Tensor):\n    v, i = x.topk(\n        3,\n        dim=-1,\n    )\n"
        "    return v, i\n",
        "    v, i = ops.topk(\n        x,\n        3,\n        dim=-1,\n    )\n",
        id="a method that becomes a function",
    ),
    pytest.param(
        "import torch\n\nx = torch.full(\n    (2, 3),\n    1.0\n)\n",
        "x = ops.full(\n    (2, 3),\n    1.0,\n    dtype=ms.float32\n)\n",
        id="without a comma at the end",
    ),
    pytest.param(
        "import torch\n\nx = torch.full(\n    (2, 3),\n    1.0)\n",
        "x = ops.full(\n    (2, 3),\n    1.0,\n    dtype=ms.float32)\n",
        id="closed behind the last",
    ),
    pytest.param(
        "from torch import nn\n\nx = nn.ModuleList(\n    [nn.Tanh() for _ in range(3)]\n)\n",
        "x = nn.CellList(\n    [mint.nn.Tanh() for _ in range(3)]\n)\n",
        id="one argument",
    ),
    pytest.param(
        "from torch import nn\n\nx = nn.ModuleList(\n    [nn.Tanh() for _ in range(3)])\n",
        "x = nn.CellList(\n    [mint.nn.Tanh() for _ in range(3)])\n",
        id="one argument, closed behind it",
    ),
]


@pytest.mark.parametrize(("source", "expected"), UNCHANGED_LAYOUT)
def test_calls_on_one_line_stay_there(fix: Fixer, source: str, expected: str) -> None:
    assert f"x = {expected}\n" in fix(source, unsafe=True).document.text


@pytest.mark.parametrize(("source", "expected"), ONE_A_LINE)
def test_arguments_on_lines_of_their_own_stay_there(fix: Fixer, source: str, expected: str) -> None:
    assert expected in fix(source, unsafe=True).document.text
