"""Lists that grow in branches which a tensor's values choose."""

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

    def forward(self, x, flag=True):
        h = self.fc(x)
        losses = []
        for row in range(2):
{body}
        return torch.stack(losses).mean()
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 12))


@pytest.mark.parametrize(
    "body",
    [
        "losses.append(h[row].mean())",
        "if flag:\n    losses.append(h[row].mean())\nelse:\n    losses.append(h[row].sum())",
        "if row > 1:\n    losses.append(h[row].mean())",
        "if h[row].sum() > 0:\n    one = h[row].mean()\nelse:\n    one = h[row].sum()\nlosses.append(one)",
    ],
)
def test_what_compiles_is_left_alone(body: str) -> None:
    assert "MP408" not in codes(net(body))


def test_the_list_grows_behind_the_branches() -> None:
    body = "if h[row].sum() > 0:\n    losses.append(h[row].mean())\nelse:\n    losses.append(h[row].sum())"
    after = "if h[row].sum() > 0:\n    item = h[row].mean()\nelse:\n    item = h[row].sum()\nlosses.append(item)"
    assert "MP408" in codes(net(body))
    text, left = migrated(net(body))
    assert indent(after, " " * 12) in text
    assert left == []


def test_an_item_of_several_lines_stands_in_parentheses() -> None:
    body = "if h[row].sum() > 0:\n    losses.append(h[row].mean()\n        * 2)\nelse:\n    losses.append(h[row].sum())"
    text, left = migrated(net(body))
    assert "item = (h[row].mean()\n" in text
    assert left == []


def test_a_list_whose_length_a_tensor_chooses_is_told() -> None:
    body = "if h[row].sum() > 0:\n    losses.append(h[row].mean())"
    assert "MP408" in migrated(net(body))[1]
