"""Attributes and items that are changed in place while something else holds their tensor."""

from __future__ import annotations

import mindspore
import pytest
import torch

from .conftest import findings

HEADER = "import torch\n"
OBJECT = """\
class Sums:
    def __init__(self, kept):
        self.total = torch.zeros(3)
        self.kept = kept
    def add(self, x, i):
        {first}
        self.total += x
        {then}
"""
ITEMS = """\
def add(x, n):
    y = torch.ones(3)
    {made}
    for i in range(n):
        {first}
        d[i] += x
    {then}
"""
ALONE = [
    pytest.param(OBJECT.format(first="pass", then="return self.total"), id="nothing else"),
    pytest.param(OBJECT.format(first="old = self.total.clone()", then="return old"), id="a copy"),
    pytest.param(OBJECT.format(first="old = self.total + 1", then="return old"), id="a sum"),
    pytest.param(OBJECT.format(first="old = self.total; print(old)", then="pass"), id="read before"),
    pytest.param(OBJECT.format(first="pass", then="old = self.total\n        return old"), id="behind"),
    pytest.param(OBJECT.format(first="self.kept.append(self.total.sum())", then="pass"), id="a number"),
    pytest.param(OBJECT.format(first="self.other = self.total * 2", then="pass"), id="twice of it"),
    pytest.param(ITEMS.format(made="d = {0: torch.zeros(3)}", first="pass", then="return d"), id="items"),
    pytest.param(ITEMS.format(made="d = [y.clone(), y]", first="pass", then="return d"), id="last read"),
    pytest.param(ITEMS.format(made="d = [torch.ones(3)]", first="print(d[i])", then="pass"), id="shown"),
    pytest.param(ITEMS.format(made="d = [1, 2]", first="pass", then="return d"), id="numbers"),
    pytest.param(ITEMS.format(made="d = torch.ones(3)", first="pass", then="return y"), id="a part"),
]  # fmt: skip
SHARED = [
    pytest.param(OBJECT.format(first="old = self.total", then="return old"), 8, id="a name"),
    pytest.param(OBJECT.format(first="old = self.total.view(-1)", then="return old"), 8, id="a view"),
    pytest.param(OBJECT.format(first="self.kept.append(self.total)", then="pass"), 8, id="a list"),
    pytest.param(OBJECT.format(first="pass", then="self.kept.append(self.total)"), 8, id="a later list"),
    pytest.param(OBJECT.format(first="self.kept[i] = self.total", then="pass"), 8, id="an item"),
    pytest.param(OBJECT.format(first="self.other = self.total", then="pass"), 8, id="an attribute"),
    pytest.param(ITEMS.format(made="d = [y]", first="pass", then="return y"), 7, id="what it was made of"),
    pytest.param(ITEMS.format(made="d = {}; d[0] = y", first="pass", then="return y"), 7, id="put in"),
    pytest.param(ITEMS.format(made="d = [y, y]", first="pass", then="return d"), 7, id="in it twice"),
    pytest.param(ITEMS.format(made="d = [y] * 3", first="pass", then="return d"), 7, id="many times"),
    pytest.param(
        ITEMS.format(made="d = [torch.ones(3)]; e = d[0]", first="print(e)", then="pass"), 7,
        id="taken out, read in the loop",
    ),
]  # fmt: skip


def lines(text: str) -> list[int]:
    return [f.span.start for f in findings(text) if f.code == "MP209"]


@pytest.mark.parametrize("text", ALONE)
def test_leaves_what_nothing_else_holds(text: str) -> None:
    assert not lines(HEADER + text)


@pytest.mark.parametrize(("text", "line"), SHARED)
def test_what_something_else_holds(text: str, line: int) -> None:
    text = HEADER + text
    assert [text.count("\n", 0, at) + 1 for at in lines(text)] == [line]


def test_only_torch_changes_the_other_holder() -> None:
    zeros = torch.zeros(1), mindspore.mint.zeros((1,))
    held = []
    for one in zeros:
        items = [one, one]
        items[0] += 1
        held.append(float(items[1]))
    assert held == [1.0, 0.0]
