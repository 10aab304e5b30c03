"""What needs the number of axes behind a mask beside other items, in graph mode."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn
import torch.nn.functional as F

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, keep):
        h = self.fc(x)
        mask = keep > 0
        p = h[:, mask]
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return p.sum(1)",
        "return h * p.max()",
        "return p.amax(1)",
        "return F.softmax(p, 1)",
        "return torch.max(p, p * 2)",
        "return torch.max(h, dim=0)[0]",
        "return p.sum().view(*h.shape[:0])",
        "return h.view(*h.shape) + p.sum()",
        "q = p.sum()\nreturn torch.max(h * q, dim=0)[0]",
    ],
)
def test_what_takes_any_number_is_left_alone(body: str) -> None:
    assert migrated(net(body))[1] == []


@pytest.mark.parametrize(
    "body",
    [
        "return torch.min(p, dim=0)[0]",
        "return p.max(dim=1)[0]",
        "return h * p.argmax(dim=0).sum()",
        "return torch.sort(p * 2, dim=0)[0]",
        "return h[:, mask].relu().topk(1, dim=1)[0]",
        "return p.view(*p.shape)",
        "sizes = p.size()\nreturn p.reshape(*sizes, 1)",
        "return p.norm(dim=1)",
        "return p.chunk(2, 1)[0]",
    ],
)
def test_others_are_told(body: str) -> None:
    """min stopped: "RealTupleGetItem evaluator index should be in range[-0, 0), but got 0."."""
    assert "MP402" in codes(net(body))
    assert "MP402" in migrated(net(body))[1]


@pytest.mark.parametrize(
    "body",
    [
        "return h[mask][:, [0, 2]].sum(1)",
        "return h[:, [0, 2]].min(dim=1)[0] + h[mask].sum()",
        "q = h[mask]\nreturn q[:, 0:2].min(dim=1)[0] + q[:, [0, 2]].sum()",
    ],
)
def test_columns_are_left_alone(body: str) -> None:
    assert "ops.stack" not in migrated(net(body))[0]


@pytest.mark.parametrize(
    "body",
    [
        "q = h[mask]\nc = q[:, [0, 2]]\nreturn c.min(dim=1)[0] / c.max(dim=1)[0]",
        "rows = mask.nonzero().squeeze(1)\nq = h[rows]\nreturn torch.sort(q[:, [0, 2]], dim=1)[0]",
    ],
)
def test_columns_of_what_is_picked_are_put_together(body: str) -> None:
    """FCOS's centerness stopped: "RealTupleGetItem evaluator index should be in range[-0, 0)"."""
    assert "MP402" in codes(net(body))
    assert "ops.stack((q[:, 0], q[:, 2]), axis=1)" in migrated(net(body))[0]


def test_columns_of_an_expression_are_told() -> None:
    body = "return h[mask][:, [0, 2]].min(dim=1)[0]"
    assert "MP402" in migrated(net(body))[1]
