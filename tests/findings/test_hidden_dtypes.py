"""What is computed otherwise for some dtypes or values is written for all of them where the source hides them."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nimport torch.nn.functional as F\nx: torch.Tensor\ny: torch.Tensor\n"
EDGES = "e = torch.tensor([0.0, 1.0])\n"


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("m = x.abs()\n", "m = x.abs()\n"),
        ("m = torch.abs(x)\n", "m = mint.abs(x)\n"),
        ("m = x.bool()\n", "m = x.bool()\n"),
        ("m = F.normalize(x)\n", "m = x / ops.norm(x, 2, 1, True).clip(1e-12)\n"),
        ("m = torch.lerp(x, y, 0.1)\n", "m = mint.lerp(x, y, 0.1)\n"),
        (EDGES + "m = torch.bucketize(x.float(), e)\n", "m = mint.searchsorted(e, x.float())\n"),
        ("m = x.scatter(1, y, x)\n", "m = ops.tensor_scatter_elements(x, y, x, axis=1)\n"),
        ("m = torch.diag(torch.ones(3, 4))\n", "m = mnp.diag(mint.ones((3, 4)), 0)\n"),
        ("m = F.l1_loss(x, y)\n", "m = ops.l1_loss(x, y)\n"),
        ("m = x.max(1)[0]\n", "m = x.max(1)[0]\n"),
        ("m = torch.min(x)\n", "m = mint.min(x)\n"),
        (
            "def f(v: torch.Tensor):\n    m = v > 0\n    if m.any():\n        return v[m].max(1)\n",
            "    m = v > 0\n    if m.any():\n        return v[m].max(1)\n",
        ),
        (
            "m = x.masked_fill(y == 0, -1.0).max(1)[0]\n",
            "m = x.masked_fill(y == 0, -1.0).max(1)[0]\n",
        ),
        ("masked = x * y\nm = masked.max(1)[0]\n", "m = masked.max(1)[0]\n"),
        ("mask = x.int()\nm = mask.max(1)[0]\n", "m = mask.max(1)[0]\n"),
        ("def f(mask: torch.Tensor):\n    return mask.max()\n", "return mask.max()\n"),
    ],
)
def test_leaves_plain_what_nothing_speaks_against(source: str, after: str) -> None:
    assert fixed(HEADER + source).endswith(after)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("z = 1j\nm = x.bool()\n", "m = x != 0\n"),
        ("z = torch.cfloat\nm = torch.abs(x)\n", "m = absolute(x)\n"),
        ("d = y.double()\nm = torch.lerp(x, y, 0.1)\n", "m = x + 0.1 * (y - x)\n"),
        ("z = 1j\nm = F.l1_loss(x, y)\n", "m = absolute(x - y).mean()\n"),
        ("m = torch.diag(x)\n", "m = diag(x)\n"),
        ("m = torch.diag(torch.ones(3))\n", "m = ops.diag_embed(mint.ones((3,)), 0)\n"),
        (EDGES + "m = torch.bucketize(x, e)\n", "m = searchsorted(e, x)\n"),
        (
            EDGES + "m = torch.searchsorted(e, x.float(), out_int32=True)\n",
            "m = searchsorted(e, x.float(), out_int32=True)\n",
        ),
        (
            "m = x.scatter(0, torch.tensor([[0, 1]]), y)\n",
            "m = scatter(x, 0, ms.tensor([[0, 1]]), y)\n",
        ),
        (
            "m = torch.gcd(x.byte(), y.byte())\n",
            "m = ops.gcd(x.byte().short(), y.byte().short()).astype(ms.uint8)\n",
        ),
        ("m = (x > 0).max()\n", "m = (x > 0).any()\n"),
        ("m, i = x[x > 0].max(1)\n", "m, i = greatest(x[x > 0], dim=1)\n"),
        ("m, i = (x > 0).max(1)\n", "m, i = (x > 0).int().max(1)\nm = m.bool()\n"),
        ("m = (x > 0).sort(0)[0]\n", "m = ops.sort((x > 0).int(), axis=0)[0].bool()\n"),
        ("m = torch.minimum(x > 0, y > 0)\n", "m = mint.logical_and(x > 0, y > 0)\n"),
        (
            "def f(masks: torch.Tensor):\n    high, _ = torch.max(masks, dim=-1)\n    return high\n",
            "    high, _ = greatest(masks, dim=-1)\n    return high\n",
        ),
        (
            "hot = one_hot_bool(y, 3)\nfound, rows = torch.max(hot, 0)\n",
            "hot = one_hot_bool(y, 3)\nfound, rows = greatest(hot, dim=0)\n",
        ),
        ("low, rows = torch.min(make(y), 0)\n", "low, rows = mint.min(make(y), 0)\n"),
    ],
)
def test_is_written_for_all_dtypes(source: str, after: str) -> None:
    assert fixed(HEADER + source).endswith(after)


def test_bounds_that_are_tensors_are_told_for_bools() -> None:
    found = findings(HEADER + "m = (x > 0).clamp(min=y > 0)\n")
    assert [f.code for f in found if f.symbol == "torch.Tensor.clamp"] == ["MP102"]
