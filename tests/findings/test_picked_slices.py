"""Slices that compiled code takes of what a mask picks, of which there may be nothing."""

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

    def forward(self, x, keep, given):
        h = self.fc(x)
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return h[given][:, :2]",
        "return h[keep][:, 0]",
        "return h[keep].view(-1, 2, 2)[:, 0, :1]",
        "return h[keep][None]",
        "return h[:, :2][keep]",
        "return h[keep].mean(0)[:2]",
        "if keep.any():\n    h = h + h[keep][:, :2].sum()\nreturn h",
        "sims = h @ h.T\nothers = ~torch.eye(4, dtype=torch.bool)\nreturn sims[others].view(4, -1)[:, :2]",
    ],
    ids=[
        "places", "number", "number among slices", "axis before", "slice before", "one number",
        "asked for", "always as many",
    ],
)  # fmt: skip
def test_what_holds_or_is_fine_is_left_alone(body: str) -> None:
    assert "MP402" not in codes(net(body))


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return h[keep][:, :2]", "return mint.narrow(h[keep], 1, 0, 2)"),
        ("return h[h[:, 0] > 0][..., 1:3]", "return mint.narrow(h[h[:, 0] > 0], -1, 1, 2)"),
        (
            "rows = h[keep]\nreturn rows[:, 2:]",
            "return mint.narrow(rows, 1, 2, rows.shape[1] - 2)",
        ),
        ("return h[keep][:, None]", "return h[keep].unsqueeze(1)"),
    ],
    ids=["to", "from and to", "from", "axis"],
)
def test_parts_are_taken_by_narrow(body: str, after: str) -> None:
    assert "MP402" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    ["return h[keep][:2]", "return h[keep][:, :-1]"],
    ids=["rows", "from the back"],
)
def test_without_a_safe_way_it_is_told(body: str) -> None:
    assert "MP402" in migrated(net(body))[1]


CALLS = """

net = Net()
x = torch.zeros(6, 4)
def run(x, rows):
    return net(x, None, rows)
out = run(x, {rows})
"""


@pytest.mark.parametrize("rows", ["torch.argsort(x[:, 0])", "torch.arange(6)"])
def test_places_that_are_handed_in_are_left_alone(rows: str) -> None:
    assert "MP402" not in codes(net("return h[given][:, :2]") + CALLS.format(rows=rows))


@pytest.mark.parametrize("rows", ["x[:, 0] > 0", "torch.from_numpy(y[:, 0] > 0)"])
def test_masks_that_are_handed_in_are_known_by_what_calls_give(rows: str) -> None:
    source = net("return h[given][:, :2]") + CALLS.format(rows=rows)
    assert "return mint.narrow(h[given], 1, 0, 2)" in migrated(source)[0]
