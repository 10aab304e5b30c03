"""Lists and dicts of two names; the forms were run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        h = self.fc(x)
{body}
        return h
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "rows = [h]\nfor i in range(2):\n    new = []\n    for row in rows:\n        new.append(row * i)\n    rows = new\nh = rows[0]",
        "found = []\nfound.append(h)\nouts = found\nh = outs[0] + found[0]",
        "held = {'a': h}\nif 'b' not in held:\n    held['b'] = h * 2\nh = held['b'] + h",
        "held = [h, h * 2]\nheld[0] = h * 3\nh = held[0] + h",
    ],
    ids=["made anew", "finished", "a dict", "an item"],
)
def test_what_no_other_name_sees_is_left_alone(body: str) -> None:
    assert "MP407" not in codes(net(body))


@pytest.mark.parametrize(
    "body",
    [
        "found = [h]\nouts = found\nouts.append(h)\nh = h * len(found)",
        "found = [h]\nouts = found\nfound.append(h)\nh = h * len(outs)",
        "found = [h]\nouts = []\nfor i in range(2):\n    outs.append(h * len(found))\n    found.append(h)\n    outs = found",
        "held = {'a': h}\nheld['a'] += 1\nh = held['a'] + h",
        "held = [h]\nheld[0].mul_(2)\nh = held[0] + h",
    ],
    ids=["the second", "the first", "a loop", "an item in place", "a tensor in place"],
)
def test_what_another_name_sees_is_told(body: str) -> None:
    assert "MP407" in codes(net(body))
