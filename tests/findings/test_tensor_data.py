"""What compiled code changes by way of ``.data``; the forms were run: tests/knowledge/test_graph.py."""

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

    def forward(self, x, mask):
        h = self.fc(x)
{body}
        return h
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "h = h + h.data",
        "h = h.masked_fill(mask, 0)",
        "old = h.data.clone()\nh = h - old",
    ],
    ids=["read", "another tensor", "a copy"],
)
def test_what_is_read_is_left_alone(body: str) -> None:
    assert codes(net(body)) == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (
            "h.data.masked_fill_(mask, -9)",
            "h = keep_gradient(h.masked_fill(mask, -9), h)",
        ),
        (
            "h.data.clamp_(min=h.data.mean())",
            "h = keep_gradient(h.clamp(min=h.mean()), h)",
        ),
        (
            "mask.data.copy_(h > 0)",
            "mask = keep_gradient(h > 0, mask)",
        ),
    ],
    ids=["masked", "clamped", "an argument"],
)
def test_the_gradient_is_kept(body: str, after: str) -> None:
    assert "MP411" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "h.data.masked_fill_(mask, -9)\nh.data.clamp_(max=2)",
        "g = h\nh.data.masked_fill_(mask, -9)\nh = h + g",
        "g = h.data.mul_(2)\nh = h + g",
    ],
    ids=["twice", "another name", "a value"],
)
def test_what_may_differ_is_marked(body: str) -> None:
    text, left = migrated(net(body))
    assert "keep_gradient" not in text
    assert "MP411" in left
