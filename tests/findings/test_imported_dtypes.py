"""A dtype is one however it was imported: ``from torch import int32``, ``import torch as th``."""

from __future__ import annotations

import pytest

from .conftest import fixed


@pytest.mark.parametrize(
    "source",
    [
        "from torch import zeros\nfrom settings import int32\nx = zeros(2).to(int32)\n",
        "import torch\n\n\ndef f(x: torch.Tensor, int32):\n    return x.to(int32)\n",
    ],
)
def test_a_name_that_is_not_torch_s_may_be_a_device(source: str) -> None:
    assert ".to(int32)" in fixed(source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("from torch import int32, zeros\nx = zeros(2).to(int32)\n", "astype(ms.int32)"),
        ("from torch import long as whole, zeros\nx = zeros(2).to(whole)\n", "astype(ms.int64)"),
        ("import torch as th\nx = th.zeros(2).to(th.float64)\n", "astype(ms.float64)"),
        ("from torch import half, zeros\nx = zeros(2).to('cuda', half)\n", "astype(ms.float16)"),
        (
            "from torch import half, zeros\nkind = half\nx = zeros(2).to(kind)\n",
            "astype(ms.float16)",
        ),
    ],
)
def test_to_casts(source: str, after: str) -> None:
    assert after in fixed(source).replace("mindspore.", "ms.")
