"""Attributes that compiled code sets to themselves in another dtype: a name of the function's own."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, mask: torch.Tensor = None):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.mask = mask

    def look(self, x):
{body}

    def forward(self, x):
        return self.look(self.fc(x)){more}
"""


def net(body: str, more: str = "") -> str:
    return NET.format(body=indent(body, " " * 8), more=more)


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("self.mask = self.mask * 2\nreturn x * self.mask", ""),
        ("self.mask = self.mask.to(x.dtype)\nreturn x * self.mask", " + self.mask"),
        ("y = x * self.mask\nself.mask = self.mask.to(x.dtype)\nreturn y", ""),
        ("if x.ndim > 2:\n    self.mask = self.mask.to(x.dtype)\nreturn x * self.mask", ""),
        ("self.mask = self.mask.to(x.dtype) if self.mask is not None else x\nreturn self.mask", ""),
    ],
    ids=["no cast", "read elsewhere", "read before", "in a branch", "another value"],
)
def test_what_the_object_keeps_is_told(body: str, more: str) -> None:
    assert "MP404" in migrated(net(body, more))[1]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "self.mask = self.mask.to(dtype=x.dtype)\nreturn x * self.mask + self.mask.sum()",
            "mask = self.mask.astype(x.dtype)\n        return x * mask + mask.sum()",
        ),
        (
            "self.mask = self.mask.to(dtype=x.dtype) if self.mask is not None else None\nreturn x, self.mask",
            "mask = self.mask.astype(x.dtype) if self.mask is not None else None\n        return x, mask",
        ),
        (
            "mask = 2\nself.mask = self.mask.float().to(x.device)\nreturn x * self.mask * mask",
            "mask = 2\n        mask_ = self.mask.float()\n        return x * mask_ * mask",
        ),
    ],
)
def test_a_cast_is_kept_in_a_name(body: str, expected: str) -> None:
    text, left = migrated(net(body))
    assert expected in text
    assert left == []
