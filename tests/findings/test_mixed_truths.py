"""``and`` and ``or`` of tensors and of truth values; the forms were run: tests/knowledge/test_graph.py."""

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
        self.warm = True

    def forward(self, x, step=None):
        h = self.fc(x)
{body}
        return h
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "if self.warm and h.mean() < 5:\n    h = h * 2",
        "if h.mean() < 5 and h.sum() < 9 or (h > 0).any():\n    h = h * 2",
        "if x.shape[0] > 2 and self.warm:\n    h = h * 2",
        "if h.mean().item() < 5 and self.warm:\n    h = h * 2",
        "if bool(h.mean() < 5) and self.warm:\n    h = h * 2",
        "if step is not None and h.mean() < 5:\n    h = h * 2",
        "step = step or h.sum()",
    ],
    ids=["known first", "tensors", "known", "item", "bool", "None first", "a value"],
)
def test_what_is_joined_is_left_alone(body: str) -> None:
    assert "MP408" not in codes(net(body))


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("if h.mean() < 5 and self.warm:\n    h = h * 2", "if bool(h.mean() < 5) and self.warm:"),
        (
            "if not (self.warm or h.mean() < 5 or step is None):\n    h = h * 2",
            "if not (self.warm or bool(h.mean() < 5) or step is None):",
        ),
        (
            "h = h * 2 if (h > 0).any() and step > 5 else h",
            "h * 2 if bool((h > 0).any()) and bool(step > 5) else h",
        ),
        (
            "small = h.mean() < 5\nif small and x.shape[0] > 2:\n    h = h * 2",
            "if bool(small) and x.shape[0] > 2:",
        ),
        (
            "n = 0\nwhile n < 9 and h.max() < 5:\n    h = h * 2\n    n += 1",
            "while n < 9 and bool(h.max() < 5):",
        ),
    ],
    ids=["and", "or under not", "an argument", "a name", "a count"],
)
def test_tensors_become_truth_values(body: str, after: str) -> None:
    assert "MP408" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n    h = h * 2\n    if h.max() > 5:\n        break",
        "n = 0\nwhile True:\n    h = h * 2\n    n += 1\n    if n > 5:\n        break",
        "n = 0\nwhile n < 9:\n    h = h * 2\n    n += 1\n    if h.max() > 5:\n        break",
    ],
    ids=["no count", "left by the count", "a test"],
)
def test_loops_that_end_are_left_alone(body: str) -> None:
    assert "MP408" not in codes(net(body))


def test_an_endless_loop_with_a_count_is_told() -> None:
    assert "MP408" in codes(
        net("n = 0\nwhile True:\n    h = h * 2\n    n = n + 1\n    if h.max() > 5:\n        break")
    )
