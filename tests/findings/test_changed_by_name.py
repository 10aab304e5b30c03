"""``b = getattr(self, name)``, then ``b += x``."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        h = torch.tanh(x)
        for name in ("a", "b"):
            b = getattr(self, name)
            STATEMENT
        return h
"""


@pytest.mark.parametrize(
    "statement",
    [
        "b = b + h",
        "count = b\n            count += 1",
        "b += h\n            setattr(self, name, b)",
        "b = b.clone()\n            b += h",
    ],
)
def test_leaves_alone_what_gets_its_value_back(statement: str) -> None:
    told = findings(SOURCE.replace("STATEMENT", statement))
    assert not [one for one in told if one.code == "MP209"]


def test_what_is_looked_up_is_changed_itself() -> None:
    source = SOURCE.replace("STATEMENT", "b += h")
    assert "            b += h\n" in fixed(source)
    assert "            b.copy_(b + h)\n" in fixed(source, unsafe=True)


def test_a_number_that_changes_what_a_module_holds() -> None:
    source = SOURCE.replace("STATEMENT", "b *= 0.9")
    assert "            b.copy_(b * 0.9)\n" in fixed(source, unsafe=True)
    assert not [
        f for f in findings(source.replace("self, name", "options, name")) if "MP209" in f.code
    ]


@pytest.mark.parametrize(
    ("statement", "count"), [("b *= 0.9", 1), ("b *= 0.9\n        setattr(self, 'a', b)", 0)]
)
def test_a_buffer_that_is_asked_for_by_its_name(statement: str, count: int) -> None:
    source = f"""\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("a", torch.ones(3))

    def decay(self):
        b = getattr(self, "a")
        {statement}
"""
    assert len([one for one in findings(source) if one.code == "MP209"]) == count
