"""Copies of what nothing tells, in graph mode."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, found, migrated

NET = """
import torch
from torch import nn

{head}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, *args):
{body}
"""


def net(body: str, head: str = "") -> str:
    return NET.format(body=indent(body, " " * 8), head=head)


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("return self.fc(x).clone()", ""),
        ("return args[0].clone(x)", ""),
        ("return args[0].clone()", "class Box:\n    def clone(self):\n        return self\n"),
    ],
)
def test_leaves_alone(body: str, head: str) -> None:
    assert "deepcopy" not in migrated(net(body, head))[0]


def test_what_nothing_tells_is_copied_by_deepcopy() -> None:
    """Clone stopped: "Unsupported op [Clone] on CPU"."""
    source = net("return self.fc(given['a'].clone())").replace("*args", "**given")
    assert "MP402" in codes(source)
    assert "MP402" not in {f.code for f in found(source, "PYNATIVE")}
    text, left = migrated(source)
    assert "self.fc(ops.deepcopy(given['a']))" in text
    assert left == []
