"""``size_average`` and ``reduce`` of functional losses are written as the reduction they stand for."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEAD = (
    "import torch\nimport torch.nn.functional as F\n"
    "def f(x: torch.Tensor, y: torch.Tensor, flag):\n    return "
)


@pytest.mark.parametrize(
    "arguments", ["size_average=flag", "reduce=not flag", "None, flag", "**flag"]
)
def test_what_is_not_written_out_stays(arguments: str) -> None:
    assert f"F.mse_loss(x, y, {arguments})" in fixed(HEAD + f"F.mse_loss(x, y, {arguments})\n")


@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        ("size_average=False", "reduction='sum'"),
        ("size_average=True", "reduction='mean'"),
        ("reduce=False", "reduction='none'"),
        ("reduce='none'", "reduction='mean'"),
        ("size_average=False, reduce=False", "reduction='none'"),
        ("reduce=True, size_average=False", "reduction='sum'"),
        ("size_average=None, reduce=None, reduction='sum'", "reduction='sum'"),
        ("reduction='none', size_average=False", "reduction='sum'"),
        ("reduction='elementwise_mean'", "reduction='mean'"),
        ("reduction='elementwise_mean', size_average=None", "reduction='mean'"),
        ("reduction='elementwise_mean', size_average=False", "reduction='sum'"),
    ],
)
def test_the_reduction_is_written(arguments: str, after: str) -> None:
    text = fixed(HEAD + f"F.mse_loss(x, y, {arguments})\n")
    assert f"return ops.mse_loss(x, y, {after})\n" in text


def test_the_old_mean_of_a_module_is_its_mean() -> None:
    head = "from torch import nn\nloss = nn.L1Loss("
    assert "nn.L1Loss(reduction='mean')" in fixed(f"{head}reduction='elementwise_mean')\n")
    text = fixed(f"{head}size_average=False, reduction='elementwise_mean')\n")
    assert text.endswith("loss = L1Loss(size_average=False, reduction='mean')\n")
