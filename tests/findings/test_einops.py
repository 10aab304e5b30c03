"""einops: works with torch, has no backend for MindSpore."""

from __future__ import annotations

import pytest

from .conftest import findings


@pytest.mark.parametrize(
    "source", ["import einops\n", "from .einops import rearrange\nimport torch\n"]
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(source) if f.symbol == "einops"] == []


@pytest.mark.parametrize(
    "source",
    [
        "import torch\nfrom einops.layers.torch import Rearrange\n",
        "import torch\nimport einops\n",
        "from mindspore import nn\nfrom einops import rearrange\n",
    ],
)
def test_stays_marked(source: str) -> None:
    found = [f for f in findings(source) if f.symbol == "einops"]
    assert [(f.code, f.severity, f.fix) for f in found] == [("MP104", "error", None)]
