"""len() of what compiled code picks by a mask, or finds."""

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

    def forward(self, x, labels):
        h = self.fc(x)
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "return h / len(h)",
        "return h / len([1, 2])",
        "rows = h[labels]\nreturn h / len(rows)",
        "rows = h[labels == 1]\nreturn h / rows.shape[0]",
        "rows = h[labels == 1].sum(0)\nreturn h / len(rows)",
    ],
)
def test_lengths_that_are_known_are_left_alone(body: str) -> None:
    assert "MP405" not in codes(net(body))


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("rows = h[labels == 1]\nreturn h / len(rows)", "return h / rows.shape[0]"),
        ("return h / len(h[labels == 1] * 2)", "return h / (h[labels == 1] * 2).shape[0]"),
        (
            "places = torch.where(labels == 1)[0]\nif len(places) > 0:\n    h = h * 2\nreturn h",
            "if places.shape[0] > 0:",
        ),
        (
            "rows, columns = torch.where(x > 1)\nreturn h / len(columns)",
            "return h / columns.shape[0]",
        ),
    ],
    ids=["of rows", "of a product", "of places in a test", "taken apart"],
)
def test_the_shape_is_read(body: str, after: str) -> None:
    assert "MP405" in codes(net(body))
    text, left = migrated(net(body))
    assert after in text
    assert "MP405" not in left
