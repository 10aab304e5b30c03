"""Casts to integers and back stop gradients, as torch's do."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import torch\ndef f(x: torch.Tensor, y, device):\n"


@pytest.mark.parametrize(
    "expression",
    ["y[x.long()]", "x.long().to(device)", "x.long().to('cuda')", "x.bool() & y", "x.int().sum()"],
)
def test_leaves_alone(expression: str) -> None:
    assert "stop_gradient" not in fixed(f"{HEADER}    return {expression}\n")


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("x.long().float()", "ops.stop_gradient(x).long().float()"),
        ("x.bool().to(y)", "ops.stop_gradient(x).bool().to(y)"),
        ("(x * 2).int().double()", "ops.stop_gradient(x * 2).int().double()"),
        ("(x > 0).long().float()", "(x > 0).long().float()"),
    ],
)
def test_gradients_stop_where_torch_stops_them(expression: str, after: str) -> None:
    assert f"return {after}\n" in fixed(f"{HEADER}    return {expression}\n")
