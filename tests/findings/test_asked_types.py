"""Questions in graph mode whether something has a class that derives from tuple, list or dict."""

from __future__ import annotations

import pytest

from .test_graph import codes, migrated

NET = """
from collections import namedtuple
from typing import NamedTuple

from torch import nn

Dense = namedtuple("Dense", ["name", "size"])

class Sparse(NamedTuple):
    name: str
    size: int

class Rare(Sparse):
    pass

class Box:
    pass

class Boxes(list):
    pass

class Net(nn.Module):
    def __init__(self, kept):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.kept = kept

    def forward(self, x):
        {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "return x * 2 if isinstance(self.kept, Box) else x",
        "return x * 2 if isinstance(self.kept, tuple) else x",
        "return x * 2 if isinstance(self.kept, (list, tuple)) else x",
        "return x * 2 if type(self.kept) == Dense else x",
    ],
)
def test_other_types_are_left_alone(body: str) -> None:
    assert codes(NET.format(body=body)) == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("if isinstance(self.kept, Dense):\n            return x", "if type(self.kept) == Dense:"),
        (
            "return x if not isinstance(self.kept[0], Boxes) else 0",
            "not type(self.kept[0]) == Boxes",
        ),
        ("return x * isinstance(self.kept, Dense)", "x * (type(self.kept) == Dense)"),
    ],
)
def test_the_type_of_an_attribute_is_compared(body: str, after: str) -> None:
    text, left = migrated(NET.format(body=body))
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "return x if isinstance(self.kept, Sparse) else x * 2",
        "return x if isinstance(self.kept, (Dense, Box)) else x * 2",
        "return x * len([k for k in self.kept if isinstance(k, Boxes)])",
        "kept = self.kept\n        return x if type(kept) is Dense else x * 2",
    ],
)
def test_what_has_other_answers_is_told(body: str) -> None:
    assert codes(NET.format(body=body)) == ["MP410"]
