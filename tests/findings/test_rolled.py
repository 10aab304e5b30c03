"""``roll`` by what compiled code reads from a tensor."""

from __future__ import annotations

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        h = self.fc(x)
        index = torch.topk(h.mean(0), 2)[1]
        return {result}
"""


@pytest.mark.parametrize(
    "result",
    ["torch.roll(h, 1, -1)", "torch.roll(h, -int(h.shape[1] / 2), 1)", "h.flip(0)"],
    ids=["constant", "of a size", "no roll"],
)
def test_shifts_that_are_known_are_left_alone(result: str) -> None:
    assert "MP402" not in codes(NET.format(result=result))


def test_places_are_gathered() -> None:
    text, left = migrated(NET.format(result="torch.roll(h, -int(index[0]), -1)"))
    assert "ops.gather(h, (ops.arange(h.shape[-1]) - (-int(index[0]))) % h.shape[-1], -1)" in text
    assert left == []


def test_without_an_axis_it_is_told() -> None:
    assert "MP402" in migrated(NET.format(result="torch.roll(h, int(index[0]))"))[1]
