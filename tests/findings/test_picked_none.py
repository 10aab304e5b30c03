"""Sorting and embeddings of what a mask picks, of which there may be nothing, in graph mode."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, found, migrated

NET = """
import torch
from torch import nn
import torch.nn.functional as F

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.words = nn.Embedding(9, 4)

    def forward(self, x, labels):
        h = self.fc(x)
        rows = h[labels > 1]
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return rows.sum(0)",
        "return F.softmax(rows, 1)",
        "return self.words(labels) + h.sort(0)[0] + F.normalize(h)",
        "if (labels > 1).any():\n    h = h + F.normalize(h[labels > 1]).sum(0)\nreturn h",
        "return torch.topk(rows.sum(1).sum() * h, 2)[0]",
    ],
)
def test_what_takes_no_rows_is_left_alone(body: str) -> None:
    assert migrated(net(body))[1] == []


BODIES = [
    "return torch.sort(rows, dim=0)[0]",
    "return rows.sort(0)[0]",
    "return torch.argsort(rows[:, 0])",
    "return torch.topk(rows, 2, dim=1)[0]",
    "return F.normalize(rows, dim=1)",
    "return self.words(labels[labels > 1])",
]


@pytest.mark.parametrize("body", BODIES)
def test_others_are_told(body: str) -> None:
    """sort stopped: "For TopK, the check range left must be smaller than right number"."""
    assert "MP402" in codes(net(body))
    assert "MP402" in migrated(net(body))[1]
    assert found(net(body), "PYNATIVE") == []
