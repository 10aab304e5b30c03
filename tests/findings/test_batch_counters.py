"""torch's batch norms count their batches; MindSpore's have no such counter."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nfrom torch.nn import init\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "class Norm(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('num_batches_tracked', torch.tensor(0))\n"
        "    def forward(self, x):\n        return x * self.num_batches_tracked\n",
        "class Norm(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.num_batches_tracked = 0\n"
        "    def forward(self, x):\n        return x * self.num_batches_tracked\n",
    ],
)
def test_leaves_alone_a_counter_of_the_users_own(source: str) -> None:
    assert "self.num_batches_tracked" in fixed(HEAD + source)
    assert not [f for f in findings(HEAD + source) if f.symbol.endswith("num_batches_tracked")]


@pytest.mark.parametrize(
    "line",
    [
        "init.zeros_(m.num_batches_tracked)",
        "m.num_batches_tracked.zero_()",
        "m.num_batches_tracked += 1",
        "m.num_batches_tracked = None",
    ],
)
def test_what_sets_it_goes_away(line: str) -> None:
    text = fixed(f"{HEAD}def reset(m):\n    {line}\n    return m.running_mean\n")
    assert "num_batches_tracked" not in text and "def reset(m):\n    return" in text


def test_who_reads_it_is_told() -> None:
    source = f"{HEAD}norm = nn.BatchNorm2d(3)\nprint(1 / norm.num_batches_tracked)\n"
    told = [f for f in findings(source) if f.symbol.endswith("num_batches_tracked")]
    assert [(f.code, f.severity, f.fix) for f in told] == [("MP307", "error", None)]
