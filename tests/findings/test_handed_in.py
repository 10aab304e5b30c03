"""Items that compiled code sets in a list or dict which it is handed."""

from __future__ import annotations

import pytest

from .test_graph import found

NET = """
import torch
from torch import nn

class Cell(nn.Module):
    def forward(self, h, state=None):
        {change}
        return h, state

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = Cell()

    def start(self):
        return {{"a": torch.zeros(4)}}

    def cached(self):
        return self.state

    def forward(self, x, given=None):
        h = x
        {body}
        return h
"""
KEY = 'state["a"] = state["a"] + h'


def told(change: str, body: str) -> list[str]:
    return [one.code for one in found(NET.format(change=change, body=body)) if one.code == "MP404"]


@pytest.mark.parametrize(
    ("change", "body"),
    [
        (KEY, "s = self.start()\n        for i in range(3):\n            h, s = self.cell(h, s)"),
        (KEY, 'h, _ = self.cell(h, {"a": x})'),
        (KEY, "s = self.start()\n        h, t = self.cell(h, s)"),
        (KEY, "h, _ = self.cell(h) if x is None else self.cell(h, self.start())"),
        ("state[0] = state[0] + h", "h, _ = self.cell(h, [x, x])"),
        ("state[0] = state[0] + h", "s = [x, x]\n        h, s = self.cell(h, s)"),
    ],
    ids=["bound again", "made for it", "not read again", "left out", "a list", "a list's name"],
)
def test_nobody_sees_that_it_was_a_copy(change: str, body: str) -> None:
    assert told(change, body) == []


@pytest.mark.parametrize(
    ("change", "body"),
    [
        (KEY, "s = self.start()\n        h, t = self.cell(h, s)\n        h = h + s['a']"),
        (KEY, "s = self.start()\n        for i in range(3):\n            h, t = self.cell(h, s)"),
        (KEY, "s = self.start()\n        kept = s\n        h, s = self.cell(h, s)"),
        (KEY, "h, given = self.cell(h, given)"),
        (KEY, "s = self.state\n        h, s = self.cell(h, s)"),
        (KEY, "h, _ = self.cell(h, self.cached())"),
        (KEY, "run = self.cell\n        h, _ = run(h, self.start())"),
        (KEY, "h, _ = nn.Sequential(self.cell)(h, self.start())"),
        (KEY, "h = x * 2"),
        ("state[0] = state[0] + h", "s = self.start()\n        h, s = self.cell(h, s)"),
    ],
    ids=["read", "a loop", "another name", "the caller's", "an attribute", "kept", "handed on", "in a list",
         "never called", "a tensor maybe"],
)  # fmt: skip
def test_what_a_caller_may_read_again_is_told(change: str, body: str) -> None:
    assert told(change, body) == ["MP404"]
