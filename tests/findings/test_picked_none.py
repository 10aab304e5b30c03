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
        "return F.normalize(rows, dim=1)",
        "return self.words(labels) + h.sort(0)[0]",
        "if (labels > 1).any():\n    h = h + h[labels > 1].sort(0)[0].sum(0)\nreturn h",
        "return torch.topk(rows.sum(1).sum() * h, 2)[0]",
        "return torch.cat([rows, h])",
        "return torch.cat((rows, h), dim=0)",
        "return torch.cat((h, x), 1) + F.pad(h, (0, 0))",
        "return self.fc(h).expand(h.shape[0], 4) + rows.unsqueeze(0).expand(3, -1, -1).sum()",
        "scores = h @ h.t()\neye = torch.eye(4, dtype=torch.bool)\n"
        "return torch.cat([scores[eye].view(4, 1), scores[~eye].view(4, -1)], dim=1)",
        "same = labels[:, None] == labels[None]\nscores = h @ h.t()\npositives = scores[same].view(4, -1)\n"
        "return torch.cat([positives, scores[~same].view(h.shape[0], -1)], dim=1)",
    ],
)
def test_what_takes_no_rows_is_left_alone(body: str) -> None:
    assert migrated(net(body))[1] == []


BODIES = [
    "return torch.sort(rows, dim=0)[0]",
    "return rows.sort(0)[0]",
    "return torch.argsort(rows[:, 0])",
    "return torch.topk(rows, 2, dim=1)[0]",
    "return self.words(labels[labels > 1])",
    "return torch.cat((rows, x[labels > 1]), 1)",
    "return torch.cat([rows.view(-1, 2), rows.view(-1, 2)], dim=-1)",
    "return torch.hstack((rows, rows))",
    "return F.pad(rows, (0, 0, 0, 1))",
    "return torch.roll(rows, 1, 1)",
    "return F.max_pool1d(rows.unsqueeze(1), 2)",
    "return rows * self.fc.weight[:1].expand(rows.size(0), -1)",
    "return rows * self.fc.weight[0].expand_as(rows)",
]


@pytest.mark.parametrize("body", BODIES)
def test_others_are_told(body: str) -> None:
    """sort stopped: "For TopK, the check range left must be smaller than right number"; cat at its
    gradient: "For Slice, the input_x must hava value"; roll ended the process; the row that pad added
    held what memory had."""
    assert "MP402" in codes(net(body))
    assert "MP402" in migrated(net(body))[1]
    assert found(net(body), "PYNATIVE") == []
