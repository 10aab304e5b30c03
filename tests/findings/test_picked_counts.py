"""How much a mask picks, given to Python's functions in graph mode."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, found, migrated

NET = """
import math
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, labels):
        h = self.fc(x)
        rows = h[labels > 1]
        places = torch.nonzero(labels > 1).squeeze(1)
        n = places.numel()
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return rows / max(x.shape[0], 1)",
        "return rows / max(rows.shape[1], 1)",
        "return rows / math.sqrt(h.shape[1])",
        "return rows / (n if n > 1 else 1)",
        "return rows / float(n)",
        "return rows / (n or 1) + sum([n, n])",
        "return rows.max() + torch.max(rows, rows * 2).sum()",
    ],
)
def test_leaves_alone(body: str) -> None:
    text, left = migrated(net(body))
    assert left == []
    assert "**" not in text


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("max(n, 1)", "(n if n > 1 else 1)"),
        ("max(1, n)", "(n if n > 1 else 1)"),
        ("max(1.0, n)", "(float(n) if n > 1.0 else 1.0)"),
        ("min(n, 8)", "(n if n < 8 else 8)"),
        ("max(2 * n, 1)", "(2 * n if (2 * n) > 1 else 1)"),
        ("max(rows.shape[0], 1)", "(rows.shape[0] if rows.shape[0] > 1 else 1)"),
        ("max(places.size(0), 1)", "(places.shape[0] if places.shape[0] > 1 else 1)"),
        ("max(len(rows), 1)", "(rows.shape[0] if rows.shape[0] > 1 else 1)"),
        ("min(3 * n, rows.shape[0])", "(3 * n if (3 * n) < rows.shape[0] else rows.shape[0])"),
        ("math.sqrt(n)", "(n ** 0.5)"),
        ("math.sqrt(n + 1)", "((n + 1) ** 0.5)"),
    ],
)
def test_writes_what_graph_mode_counts_with(call: str, expected: str) -> None:
    """The gradient was lost: of five losses the fourth was 1.22, and torch's 1.10."""
    body = f"return rows.pow(2).sum() / {call}"
    assert "MP411" in codes(net(body))
    assert found(net(body), "PYNATIVE") == []
    text, left = migrated(net(body))
    assert left == []
    assert f" / {expected}\n" in text


@pytest.mark.parametrize(
    "call", ["max(n, labels.shape[0])", "math.log(n)", "torch.tensor(n)", "max(n, 1, 2)"]
)
def test_others_are_told(call: str) -> None:
    assert "MP411" in migrated(net(f"return rows.sum() / {call}"))[1]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("max(int(labels.sum()), 1)", "(int(labels.sum()) if int(labels.sum()) > 1 else 1)"),
        ("max(float(h.sum()), 1)", "(float(h.sum()) if float(h.sum()) > 1.0 else 1.0)"),
        ("max(h.sum().item(), 1.0)", "(float(h.sum().item()) if h.sum().item() > 1.0 else 1.0)"),
    ],
)
def test_writes_a_condition_of_what_is_taken_out(call: str, expected: str) -> None:
    text, left = migrated(net(f"return rows.pow(2).sum() / {call}"))
    assert left == []
    assert f" / {expected}\n" in text


@pytest.mark.parametrize("call", ["max(h.sum().item(), 1)", "max(int(h.sum()), x.shape[0])"])
def test_tells_where_types_may_differ(call: str) -> None:
    assert migrated(net(f"return rows.pow(2).sum() / {call}"))[1] == ["MP411"]


@pytest.mark.parametrize(
    ("given", "expected"), [("places", "(of.numel() if of.numel() > 1 else 1)"), ("x", "max(")]
)
def test_follows_what_a_method_is_given(given: str, expected: str) -> None:
    method = "\n    def count(self, of):\n        return max(of.numel(), 1)\n"
    text, left = migrated(net(f"return rows.sum() / self.count({given})") + method)
    assert left == []
    assert f"return {expected}" in text
