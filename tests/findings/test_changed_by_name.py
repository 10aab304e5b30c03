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
