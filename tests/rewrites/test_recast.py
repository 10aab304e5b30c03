"""Casts to whole numbers stop gradients where torch's do and MindSpore's would not."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import torch\ndef f(x: torch.Tensor, y: torch.Tensor, device):\n"


@pytest.mark.parametrize(
    "body",
    [
        "return y[x.long()]",
        "return y[x.long() + 1]",
        "return y[:, x.to(torch.int64) - device]",
        "return x.long().to(device)",
        "return x.long().to('cuda')",
        "return x.long().to(device=device, non_blocking=True)",
        "return x.bool() & y.bool()",
        "return x.int().sum()",
        "return x.long() == y",
        "return torch.where(x.bool(), y, 0.0)",
        "return y.masked_fill(~x.bool(), 0.0)",
        "return y.gather(1, x.long().unsqueeze(1))",
        "return torch.nn.functional.one_hot(x.long(), 3).float()",
        "return (x > 0).long().float() * y",
        "return torch.ones_like(y).bool().float() * y",
        "return torch.eye(3).type(torch.bool).float() * y",
        "return x.argmax(1).int() * y",
        "index = x.long() // 2\n    return y[index]",
        "x = x.half()\n    return x * y",
        "m = x.bool()\n    if m.any():\n        return y[m]",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "stop_gradient" not in fixed(f"{HEADER}    {body}\n")


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return x.long().float()", "return ops.stop_gradient(x).long().float()"),
        ("return x.bool().to(y)", "return ops.stop_gradient(x).bool().to(y)"),
        ("return (x * 2).int().double()", "return ops.stop_gradient(x * 2).int().double()"),
        ("return x.long() * y", "return ops.stop_gradient(x).long() * y"),
        ("return 2 * (1 - x.int()) / 3", "return 2 * (1 - ops.stop_gradient(x).int()) / 3"),
        ("y *= x.bool()", "y *= ops.stop_gradient(x).bool()"),
        ("m = x.bool()\n    return m.float() * y", "m = ops.stop_gradient(x).bool()"),
        ("m = x.bool()\n    k = ~m\n    return y - k.to(y.dtype)", "m = ops.stop_gradient(x).bool()"),
        ("return y.mul(x.byte().unsqueeze(0))", "return y.mul(ops.stop_gradient(x).byte().unsqueeze(0))"),
        ("return torch.matmul(y, x.short().T)", "return mint.matmul(y, ops.stop_gradient(x).short().T)"),
        ("return x.to(torch.int64).float()", "return ops.stop_gradient(x).astype(ms.int64).float()"),
        ("return y * x.type(torch.int32)", "return y * ops.stop_gradient(x).astype(ms.int32)"),
        ("return y * x.char()", "return y * ops.stop_gradient(x).astype(ms.int8)"),
        ("return y * x.type_as(y.long())", "return y * ops.stop_gradient(x).type_as(y.long())"),
        ("def g():\n        return m * y\n    m = x.long()\n    return g()", "m = ops.stop_gradient(x).long()"),
    ],
)  # fmt: skip
def test_gradients_stop_where_torch_stops_them(body: str, after: str) -> None:
    assert f"    {after}\n" in fixed(f"{HEADER}    {body}\n")
