"""Inner functions that read what changes later; the forms were run: tests/knowledge/test_graph.py."""

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
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda y: y * h\nreturn f(x)",
        "f = lambda y: y * h\nz = f(x)\nh = z * 2\nreturn h",
        "f = lambda y, h=h: y * h\nh = h * 2\nreturn f(x)",
        "def f(y):\n    h = y * 2\n    return h\nh = h * 2\nreturn f(h)",
        "for i in range(3):\n    def f(y):\n        return y * i\n    h = f(h)\nreturn h",
        "f = lambda y: y * h\nz = [h for h in x]\nreturn f(x)",
        "k = 2\nk = 3\nf = lambda y: y * k\nreturn f(h)",
    ],
    ids=["kept", "before", "a default", "its own", "in a loop", "a comprehension", "above"],
)
def test_what_stays_is_left_alone(body: str) -> None:
    assert "MP405" not in codes(net(body))


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda y: y * h\nh = h * 2\nreturn f(x)",
        "def f(y):\n    return y * h\nfor _ in range(3):\n    h = f(h)\nreturn h",
        "def f(y):\n    return y * h\nh += 1\nreturn f(x)",
        "fs = []\nfor i in range(3):\n    fs.append(lambda y: y * i)\nreturn fs[0](h)",
    ],
    ids=["a lambda", "a loop", "+=", "a list"],
)
def test_what_changes_is_told(body: str) -> None:
    assert "MP405" in codes(net(body))
