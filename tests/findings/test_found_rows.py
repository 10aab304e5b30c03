"""Rows that compiled code takes by places of which nothing may have been found."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, labels, given):
        h = self.fc(x)
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return h[given]",
        "return h[labels == 2]",
        "rows, columns = torch.where(labels == 2)\nreturn h[rows, columns]",
        "places = torch.where(labels == 2)[0]\nreturn h[places, 0]",
        "places = torch.where(labels == 2)[0]\nif places.numel() > 0:\n    h = h + h[places].sum()\nreturn h",
        "places = torch.topk(labels, 2).indices\nreturn h[places]",
    ],
)
def test_what_has_gradients_is_left_alone(body: str) -> None:
    assert "MP402" not in codes(net(body))


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (
            "places = torch.where(labels == 2)[0]\nreturn h[places]",
            "ops.gather_nd(h, places.unsqueeze(1))",
        ),
        (
            "places = torch.nonzero(labels == 2).squeeze(1)\nreturn h[places, :]",
            "ops.gather_nd(h, places.unsqueeze(1))",
        ),
        (
            "rows, columns = torch.where(labels == 2)\nreturn h[rows]",
            "ops.gather_nd(h, rows.unsqueeze(1))",
        ),
        (
            "return h.index_select(0, (labels == 2).nonzero().flatten())",
            ".nonzero().flatten().unsqueeze(1))",
        ),
        (
            "rows, columns = torch.where(labels == 2)\nreturn h[None, rows]",
            "ops.gather_nd(h, rows.unsqueeze(1)).unsqueeze(0)",
        ),
    ],
    ids=["where", "nonzero", "taken apart", "index_select", "below an axis"],
)
def test_rows_are_taken_by_gather_nd(body: str, after: str) -> None:
    assert "MP402" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "places = torch.nonzero(labels == 2).squeeze()\nreturn h[places]",
        "places = torch.where(labels == 2)[0]\nreturn h[:, places]",
        "places = torch.where(labels == 2)[0]\nreturn h[places, :2]",
        "places = torch.where(labels == 2)[0]\nreturn h[None, places, :2]",
    ],
    ids=["of no axis if one is found", "columns", "parts of rows", "parts below an axis"],
)
def test_without_a_safe_way_it_is_told(body: str) -> None:
    assert "MP402" in migrated(net(body))[1]


@pytest.mark.parametrize(
    "found", ["torch.where(labels == 2)", "torch.nonzero(labels == 2, as_tuple=True)"]
)
def test_the_sum_of_rows_that_were_found_is_0_where_there_are_none(found: str) -> None:
    text, left = migrated(net(f"rows, columns = {found}\nreturn h[rows].sum()"))
    assert "return total(ops.gather_nd(h, rows.unsqueeze(1)))" in text
    assert left == []
