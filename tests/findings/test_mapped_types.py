"""Tensor types that make tensors of the items of something: MindSpore's class takes their dtype."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\nimport numpy as np\n\n\nbatch = [(1, 0), (2, 1)]\n"


@pytest.mark.parametrize(
    "line",
    [
        "print(isinstance(batch, torch.Tensor))\n",
        "def f(x: torch.Tensor):\n    return x\n",
        "register(torch.Tensor, batch)\n",
        "a = list(map(print, [torch.Tensor]))\n",
        "a = dict(kind=torch.LongTensor)\n",
    ],
)
def test_leaves_alone_what_makes_no_tensor(line: str) -> None:
    assert "partial" not in fixed(HEAD + line)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("a, b = map(torch.LongTensor, zip(*batch))\n",
         "a, b = map(functools.partial(ms.tensor, dtype=ms.int64), zip(*batch))\n"),
        ("a, b = map(torch.Tensor, zip(*batch))\n",
         "a, b = map(functools.partial(ms.tensor, dtype=ms.float32), zip(*batch))\n"),
        ("a = list(map(torch.cuda.FloatTensor, rows))\n",
         "a = list(map(functools.partial(legacy_tensor, dtype=ms.float32), rows))\n"),
        ("a = make(batch, target_transform=torch.LongTensor)\n",
         "a = make(batch, target_transform=functools.partial(legacy_tensor, dtype=ms.int64))\n"),
    ],
)  # fmt: skip
def test_the_dtype_is_told(line: str, after: str) -> None:
    text = fixed(HEAD + line)
    assert after in text
    assert "torch" not in text.partition("batch = ")[2]
