"""Picking the parameters that are trained is what trainable_params() does."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = (
    "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))\n"
)


@pytest.mark.parametrize(
    "listed",
    [
        "filter(lambda p: p.dim() > 1, net.parameters())",
        "filter(lambda p: not p.requires_grad, net.parameters())",
        "next(filter(lambda p: p.requires_grad, net.parameters()))",
        "[p.shape for p in net.parameters() if p.requires_grad]",
        "[p for p in net.parameters() if p.requires_grad and p.dim() > 1]",
        "[p for p in net.parameters() if not p.requires_grad]",
    ],
)
def test_leaves_alone(listed: str) -> None:
    assert "= net.trainable_params()\n" not in fixed(f"{HEAD}params = {listed}\n", unsafe=True)


@pytest.mark.parametrize(
    "listed",
    [
        "filter(lambda p: p.requires_grad, net.parameters())",
        "[p for p in net.parameters() if p.requires_grad]",
    ],
)
@pytest.mark.parametrize("use", ["params = {}", "opt = torch.optim.SGD({}, lr=0.1)"])
def test_is_one_call(listed: str, use: str) -> None:
    text = fixed(f"{HEAD}{use.format(listed)}\n")
    assert use.format("net.trainable_params()").replace("torch.optim", "optim") in text
    assert "requires_grad" not in text


def test_a_parameter_that_is_filtered_is_no_plain_tensor() -> None:
    source = f"{HEAD}for p in filter(lambda p: p.requires_grad and p.dim() > 1, net.parameters()):\n    print(p)\n"
    assert [f for f in findings(source) if f.symbol == "torch.Tensor.requires_grad"] == []
