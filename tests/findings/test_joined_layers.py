"""Lists of layers that are added: torch's can be, MindSpore's cannot."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = """\
from torch import nn

a = nn.ModuleList([nn.ReLU()])
b = nn.ModuleList([nn.Tanh()])
s = nn.Sequential(nn.ReLU())
"""


@pytest.mark.parametrize(
    "line",
    [
        "c = list(a) + list(b)",
        "c = [*a] + [*b]",
        "c = len(a) + len(b)",
        "a += b",
        "c = a * b",
        "c = a[0] + b[0]",
        "def f(a, b):\n    return a + b",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert not [f for f in findings(f"{HEAD}{line}\n") if "can be added" in f.message.en]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("c = a + b", "c = nn.CellList([*a, *b])"),
        ("c = a + b + [nn.ReLU()]", "c = nn.CellList([*a, *b, *[mint.nn.ReLU()]])"),
        ("c = s + s", "c = nn.SequentialCell(*s, *s)"),
        ("for m in a + b:\n    print(m)", "for m in [*a, *b]:\n"),
        ("c = [m for m in a + b]", "c = [m for m in [*a, *b]]"),
        ("c = list(enumerate(a + b))", "c = list(enumerate([*a, *b]))"),
        ("c = nn.Sequential(*(a + b))", "c = nn.SequentialCell(*([*a, *b]))"),
    ],
)
def test_the_layers_of_both(line: str, after: str) -> None:
    text = fixed(f"{HEAD}{line}\n")
    assert after in text
    assert fixed(text) == text


def test_attributes_of_a_module() -> None:
    source = (
        "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.down = nn.ModuleList([nn.ReLU()])\n"
        "        self.up = nn.ModuleList([nn.ReLU()])\n\n    def forward(self, x):\n"
        "        for layer in self.down + self.up:\n            x = layer(x)\n        return x\n"
    )
    assert "        for layer in [*self.down, *self.up]:\n" in fixed(source)


def test_what_a_sum_gives_is_a_list_of_layers() -> None:
    assert "net.set_train(False)\n" in fixed(f"{HEAD}net = s + nn.Sequential()\nnet.eval()\n")
