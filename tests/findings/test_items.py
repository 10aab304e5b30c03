"""Indices that MindSpore gives as int32 are cast where the source shows how they are taken."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nx: torch.Tensor\n"


@pytest.mark.parametrize(
    "body",
    [
        "r = x.topk(2)\nprint(r)\n",
        "def f(y: torch.Tensor):\n    return y.sort()\n",
        "first, *rest = x.topk(2)\n",
        "a = b = x.topk(2)\n",
        "both = [None, None]\nboth[0], both[1] = x.topk(2)\n",
        "r = x.topk(2)\nif x.sum() > 0:\n    r = (x, x)\ny = r[1]\n",
    ],
)
def test_a_helper_casts_where_the_indices_cannot_be_followed(body: str) -> None:
    name = "sort" if ".sort(" in body else "topk"
    text = fixed(HEADER + body)
    assert f"def {name}(" in text and f" {name}(" in text.partition("return values")[2]
    assert findings(text) == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("y = x.topk(2)[0]\n", "y = ops.topk(x, 2)[0]\n"),
        ("y = x.topk(2).values\n", "y = ops.topk(x, 2)[0]\n"),
        ("y = x.topk(2)[1]\n", "y = ops.topk(x, 2)[1].astype(ms.int64)\n"),
        ("y = x.sort().indices + 1\n", "y = ops.sort(x)[1].astype(ms.int64) + 1\n"),
        ("y = x.sort()[-1].float()\n", "y = ops.sort(x)[-1].float()\n"),
        ("v, _ = x.topk(2)\n", "v, _ = ops.topk(x, 2)\n"),
        ("v, i = x.topk(2)\n", "v, i = ops.topk(x, 2)\ni = i.astype(ms.int64)\n"),
        (
            "v, i = x.topk(2)  # the best\nprint(i)\n",
            "v, i = ops.topk(x, 2)  # the best\ni = i.astype(ms.int64)\nprint(i)\n",
        ),
        (
            "if x.sum() > 0: v, i = x.topk(2)\n",
            "if x.sum() > 0: v, i = ops.topk(x, 2); i = i.astype(ms.int64)\n",
        ),
        (
            "def f(y: torch.Tensor):\n    for k in (1, 2):\n        _, i = torch.topk(\n"
            "            y, k\n        )\n    return i\n",
            "    for k in (1, 2):\n        _, i = ops.topk(\n"
            "            y, k\n        )\n        i = i.astype(ms.int64)\n    return i\n",
        ),
        (
            "def f(y: torch.Tensor):\n    r = y.topk(2)\n    return r.values, r.indices\n",
            "    r = ops.topk(y, 2)\n    return r[0], r[1].astype(ms.int64)\n",
        ),
    ],
)
def test_the_indices_are_cast(body: str, after: str) -> None:
    text = fixed(HEADER + body)
    assert text.endswith(after)
    compile(text, "example.py", "exec")
