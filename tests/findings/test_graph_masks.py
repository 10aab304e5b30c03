"""A mask beside places that were picked, in graph mode."""

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

    def forward(self, x, labels, rows):
        h = self.fc(x)
        mask = labels > 0
        t = torch.zeros(5, 4)
{body}
        return h * t
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "t[mask, labels[mask]] = 1",
        "t[mask, labels[mask]] += h[mask, 0]",
        "places = labels[mask]\nh = h + h[mask, places].sum()",
        "h = h + h[labels > 0, h[labels > 0].argmax(1)].sum()",
        "t[mask, rows[mask][:, 4].long()] = 1",
    ],
)
def test_as_many_places_as_the_mask_picks_are_left_alone(body: str) -> None:
    assert migrated(net(body))[1] == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("t[mask, rows[mask, 4].long()] = 1", "t[mask, rows[mask][:, 4].long()] = 1"),
        (
            "places = rows[mask, -1].long()\nt[mask, places] = 1",
            "places = rows[mask][:, -1].long()\n        t[mask, places] = 1",
        ),
        ("t[mask, rows[mask, 0, 1].long()] = 1", "t[mask, rows[mask][:, 0, 1].long()] = 1"),
    ],
    ids=["RetinaNet's", "by a name", "of two axes"],
)
def test_places_of_picked_rows_are_picked_in_two_steps(body: str, after: str) -> None:
    """It stopped: "Tensor index in tuple can not be dynamic rank."."""
    assert codes(net(body)) == ["MP402"]
    text, left = migrated(net(body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "t[mask, torch.tensor([0, 1])] = 1",
        "t[mask, rows[:, mask].long()] = 1",
        "t[mask, rows[mask, 1:].long()] = 1",
        "t[labels[mask], mask] = 1",
    ],
    ids=["of a number that is known", "columns", "a slice", "places first"],
)
def test_others_are_told(body: str) -> None:
    assert "MP402" in migrated(net(body))[1]


def test_places_that_picked_places_pick_stay_told() -> None:
    """MindSpore does not know how many axes they have, and stops."""
    assert migrated(net("t[mask, labels[matches[mask]]] = 1"))[1] != []


@pytest.mark.parametrize(
    ("made", "written"),
    [
        ("h.sort(dim=-1)[0][:, :2]", True),
        ("(h * 2)[:, :2]", True),
        ("h[:, :2]", False),
        ("h.view(4, 4)[:, :2]", False),
        ("torch.chunk(h, 2, 1)[0]", False),
    ],
)
def test_a_part_of_what_has_no_name_gets_a_new_value(made: str, written: bool) -> None:
    text, told = migrated(net(f"g = {made}\nv = x[:, :2]\nm = g > 1\ng[m] = v[m]\nt = t + g.sum()"))
    assert ("g = ops.where(m, v, g)" in text) == written
    assert ("MP402" in told) != written
