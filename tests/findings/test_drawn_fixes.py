"""Whole numbers that compiled code draws."""

from __future__ import annotations

import pytest

from .test_graph import migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.steps = 10
        self.limit = torch.tensor(10)

    def forward(self, x, high, count: int):
        b, c = x.shape
        twice = 2 * b
        some = int(x.sum())
        return self.fc(x) + {drawn}
"""


@pytest.mark.parametrize(
    "drawn",
    [
        "torch.randint(0, some, (b, 1))",
        "torch.randint(0, high, (b, 1))",
        "torch.randint(0, self.limit, (b, 1))",
        "torch.randint(0, int(x.max()), (b, 1))",
        "torch.randint(0, self.steps, [4])",
        "torch.randint(0, self.steps, ())",
        "torch.randperm(some)[0]",
    ],
    ids=["name of a value", "handed in", "tensor", "value", "list", "no size", "permutation"],
)
def test_what_the_compiler_may_not_know_is_told(drawn: str) -> None:
    text, left = migrated(NET.format(drawn=drawn))
    assert "np.random." in text
    assert "MP406" in left


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("torch.randint(0, self.steps, (b, 1)).long()", "ops.randint(0, self.steps, (b, 1)).long()"),
        ("torch.randint(5, size=x.shape)", "ops.randint(0, 5, x.shape)"),
        ("torch.randint(1, twice, (x.size(0), 1))", "ops.randint(1, twice, (x.shape[0], 1))"),
        ("torch.randint(9, (count, 4), dtype=torch.int32)", "ops.randint(0, 9, (count, 4), dtype=ms.int32)"),
        ("torch.randint_like(x, 0, 4)", "ops.randint(0, 4, x.shape).astype(x.dtype)"),
        ("torch.randperm(b)[:, None]", "ops.argsort(ops.rand((b,))).astype(ms.int64)[:, None]"),
    ],
    ids=["setting", "size by name", "number of a shape", "dtype", "like", "permutation"],
)  # fmt: skip
def test_numbers_are_drawn_at_each_call(drawn: str, expected: str) -> None:
    text, left = migrated(NET.format(drawn=drawn))
    assert expected in text
    assert left == []
