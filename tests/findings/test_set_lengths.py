"""Places up to a length that are set in a loop, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, found, migrated

SOURCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, lengths):
        h = self.fc(x)
        m = {made}
        {loop}
        return (h * m).sum()
"""
MADE = "torch.zeros(x.shape[0], x.shape[1])"


def source(loop: str, made: str = MADE) -> str:
    body = loop.replace("\n", "\n        ")
    return SOURCE.replace("{loop}", body).replace("{made}", made)


@pytest.mark.parametrize(
    ("loop", "made"),
    [
        ("for i in range(4):\n    m[i, :i] = 1", MADE),
        ("for i in range(x.shape[0]):\n    m[i, :x.shape[1] - i] = 1", MADE),
        ("for i, n in enumerate([3, 1]):\n    m[i, :n] = 1", MADE),
        ("m[0, :int(lengths[0])] = 1", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, n - 1] = 1", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, :n] += 1", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, :n] = h[i, :n]", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, :n, :n] = 1", "torch.zeros(4, 5, 5)"),
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1", "h * 2"),
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1", "torch.zeros_like(h)"),
    ],
)
def test_leaves_alone(loop: str, made: str) -> None:
    assert "MP402" not in codes(source(loop, made))


def test_in_pynative_nothing_is_told() -> None:
    assert found(source("for i, n in enumerate(lengths):\n    m[i, :n] = 1"), "PYNATIVE") == []


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1", "< lengths[:, None], 1)"),
        ("for i, n in enumerate(lengths):\n    m[i, n:] = 2", ">= lengths[:, None], 2)"),
        ("for i, n in enumerate(lengths):\n    m[i, :int(n)] = 1", "< lengths[:, None], 1)"),
        ("for i, n in enumerate(lengths):\n    m[i, :n.item()] = 1", "< lengths[:, None], 1)"),
        (
            "for i, n in enumerate(lengths):\n    n = int(n)\n    m[i, :n] = 1",
            "< lengths[:, None], 1)",
        ),
        ("for i in range(len(lengths)):\n    m[i, :lengths[i]] = 1", "< lengths[:, None], 1)"),
        (
            "for i in range(x.shape[0]):\n    n = lengths[i].item()\n    m[i, n:] = 1",
            ">= lengths[:, None], 1)",
        ),
    ],
)
def test_all_rows_are_set_at_once(loop: str, expected: str) -> None:
    assert codes(source(loop)).count("MP402") == 1
    text, left = migrated(source(loop))
    assert f"        m = m.masked_fill(ops.arange(m.shape[1]) {expected}\n" in text
    assert "MP402" not in left


@pytest.mark.parametrize(
    ("loop", "made"),
    [
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1\nh = h + n", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1\n    h = h * 2", MADE),
        ("for i in range(4):\n    m[:, :lengths[i]] = 1", MADE),
        ("for i in range(4):\n    m[i, :lengths[i] - 1] = 1", MADE),
        ("for i, n in enumerate(lengths):\n    m[i, :n] = 1", "torch.zeros_like(x)"),
        ("k = [m]\nfor i, n in enumerate(lengths):\n    m[i, :n] = 1", MADE),
    ],
)
def test_is_told_where_it_cannot_be_moved(loop: str, made: str) -> None:
    assert "MP402" in codes(source(loop, made))
    assert "MP402" in migrated(source(loop, made))[1]


def test_a_function_that_forward_calls() -> None:
    text = """
import torch
from torch import nn


def mask_of(lengths, size):
    mask = torch.zeros(len(lengths), size)
    for i, n in enumerate(lengths):
        mask[i, :n] = 1
    return mask


class Net(nn.Module):
    def forward(self, x, lengths):
        return x * mask_of(lengths, x.shape[1])
"""
    moved, left = migrated(text)
    assert "mask.masked_fill(ops.arange(mask.shape[1]) < lengths[:, None], 1)" in moved
    assert "MP402" not in left
