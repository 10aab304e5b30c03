"""Modules that have a length: Python takes an empty one for false, and MindSpore's Cell for true."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

BAG = """\
from torch import nn


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()

    def __len__(self):
        return len(self.layers)
"""
TRUTH = "    def __bool__(self):\n"


@pytest.mark.parametrize(
    "source",
    [
        BAG.replace("__len__", "length"),
        BAG.replace("nn.Module)", "object)"),
        BAG.replace("nn.Module)", "dict)"),
    ],
    ids=["no length", "no module", "a dictionary"],
)
def test_leaves_alone(source: str) -> None:
    assert TRUTH not in fixed(source)


def test_leaves_alone_what_says_its_truth() -> None:
    assert fixed(BAG + "\n" + TRUTH + "        return True\n").count("__bool__") == 1


def test_leaves_alone_what_inherits_its_truth() -> None:
    base = f"from torch import nn\n\n\nclass Base(nn.Module):\n{TRUTH}        return True\n\n\n"
    source = base + BAG.removeprefix("from torch import nn\n\n\n").replace("nn.Module)", "Base)")
    assert fixed(source).count("__bool__") == 1


def test_its_length_tells() -> None:
    text = fixed(BAG)
    assert f"{TRUTH}        return len(self) > 0\n\n    def __len__(self):\n" in text
    assert fixed(text) == text


@pytest.mark.parametrize("name", ["ModuleDict", "ParameterDict", "ParameterList"])
def test_what_takes_the_place_of_torchs(name: str) -> None:
    source = f"from torch import nn\n\nheld = nn.{name}()\nif held:\n    print(held)\n"
    assert TRUTH in fixed(source)
