"""Tensors made of tensors' numbers; the forms were run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, migrated

NET = """
import mindspore as ms
from mindspore import mint, nn

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = mint.nn.Linear(4, 4)
        self.scale = 3

    def construct(self, x, mask):
        h = self.fc(x)
{body}
        return h * made
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "made = ms.tensor([x.shape[0], 2.5, self.scale])",
        "made = ms.tensor([h.mean(), 2.0], dtype=ms.float32)",
        "sizes = []\nfor row in x:\n    sizes.append(row.shape[0])\nmade = ms.tensor(sizes)",
        "made = ms.tensor(float(x.shape[1]) ** -0.5)",
    ],
    ids=["numbers", "with a dtype", "sizes", "a number"],
)
def test_what_is_known_is_left_alone(body: str) -> None:
    assert "MP411" not in codes(net(body))


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("made = ms.tensor([h.mean(), 2])", "ms.tensor([h.mean(), 2], dtype=ms.float32)"),
        ("made = ms.tensor([1 - h.max().item()],)", "[1 - h.max().item()],dtype=ms.float32)"),
        ("made = ms.tensor([row.sum() for row in h])", "for row in h], dtype=ms.float32)"),
        ("n = int(mask.sum())\nmade = ms.tensor([n, 2])", "ms.tensor([n, 2], dtype=ms.int64)"),
        ("made = ms.tensor(float(h.sum()))", "ms.tensor(float(h.sum()), dtype=ms.float32)"),
        (
            "means = []\nfor row in h:\n    means.append(row.mean())\nmade = ms.tensor(means)",
            "ms.tensor(means, dtype=ms.float32)",
        ),
    ],
    ids=["tensors", "items", "a comprehension", "a count", "one number", "a list"],
)
def test_the_dtype_is_written(body: str, after: str) -> None:
    assert "MP411" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert left == []


def test_how_much_was_found_is_marked() -> None:
    text, left = migrated(net("n = len(mask.nonzero())\nmade = ms.tensor([n, 2])"))
    assert "dtype" not in text
    assert "MP411" in left
