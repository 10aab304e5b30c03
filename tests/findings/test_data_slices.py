"""What an index sets of ``data`` in a differentiated function, which MindSpore would lose."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.w.data[0] = 2

"""
FORWARD = f"{HEADER}    def forward(self, x):\n        y = x * 2\n"
CHANGED = """        changed = y.data.copy()
        changed[0] = 1
        y.data.copy_(changed)
"""


def told(source: str) -> list[str]:
    return [f.fix.applicability if f.fix else "none" for f in findings(source) if f.code == "MP209"]


@pytest.mark.parametrize(
    "source",
    [
        f"{HEADER}net = Net()\nnet.w.data[1] = 3\n",
        f"{HEADER}    def prune(self, i):\n        self.w.data[i] = 0\n",
        f"{FORWARD}        y.data.mul_(2)\n        return y\n",
        f"{FORWARD}        data = y.data\n        return y\n",
        "def forward(frame):\n    frame.other[0] = 1\n",
        "import torch\nclass Pool:\n    def __init__(self):\n        self.data = []\n"
        "    def forward(self, x):\n        self.data[0] = torch.exp(x)\n",
        "import numpy as np\nclass A:\n    def forward(self):\n"
        "        x = np.ones(3)\n        x.data[0] = 1\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not told(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y.data[0] = 1", CHANGED),
        ("y.data[:, 1] += x.mean()", CHANGED.replace("[0] = 1", "[:, 1] += x.mean()")),
        ("y.data[0] = self.w.size(0)", CHANGED.replace("= 1", "= self.w.shape[0]")),
        ("changed = y.data[0] = 1", "        changed = y.data[0] = 1\n"),
        ("changed = 1\n        y.data[0] = changed", "        changed_2[0] = changed\n"),
    ],
)
def test_a_forward(before: str, after: str) -> None:
    assert after in fixed(f"{FORWARD}        {before}\n        return y\n")


@pytest.mark.parametrize(
    "source",
    [
        f"{FORWARD}        return self.masked(y)\n\n    def masked(self, x):\n        y = x + 1\n"
        "        y.data[0] = 1\n        return y\n",
        f"def masked(x):\n    y = x.exp()\n    y.data[0] = 1\n    return y\n{FORWARD}        return masked(y)\n",
        "import torch\ndef loss_of(x: torch.Tensor):\n    x.data[0] = 1\n    return x.sum()\n"
        "def train(x, opt):\n    loss = loss_of(x)\n    loss.backward()\n    opt.step()\n",
        "import torch\ndef loss_of(x: torch.Tensor):\n    x.data[0] = 1\n    return x.sum()\n"
        "w = torch.ones(2, requires_grad=True)\nloss_of(w * 2).backward()\n",
    ],
)
def test_what_differentiated_functions_call(source: str) -> None:
    assert told(source) == ["safe"]


def test_what_is_only_taken_for_a_tensor() -> None:
    source = f"{HEADER}    def forward(self, x):\n        for y in self.parts(x):\n"
    assert told(f"{source}            y.data[0] = 1\n        return x\n") == ["unsafe"]


REORDERED = """import torch
from torch import nn


def scores(x):
    return torch.exp(x).transpose(0, 1)


class Net(nn.Module):
    def forward(self, x: torch.Tensor, out: list[torch.Tensor]):
        h = self.scores(x)
        {}
        return h
"""


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("h.data.add_(1)", "h = h.contiguous()\n        h.data.copy_(h.data.add(1))"),
        (
            "out[0].data.add_(1)",
            "out[0] = out[0].contiguous()\n        out[0].data.copy_(out[0].data.add(1))",
        ),
        (
            "h = h.contiguous()\n        h.data.add_(1)",
            "h = h.contiguous()\n        h.data.copy_(h.data.add(1))",
        ),
        ("h = x * 2\n        h.data.add_(1)", "h = x * 2\n        h.data.copy_(h.data.add(1))"),
        ("weight.data.clamp_(0, 1)", "return h"),
        ("for k in self.keys.parameters():\n            k.data.mul_(0.9)", "return h"),
        ("self.scale.data.fill_(1.0)", "return h"),
    ],
)
def test_what_a_forward_computed_is_changed_in_memory_of_its_own(
    statement: str, after: str
) -> None:
    source = REORDERED.format(statement)
    found = [f for f in findings(source) if "copy_ changes nothing" in f.message.en]
    assert bool(found) is statement.startswith(("h.data", "out"))
    text = fixed(source, unsafe=True)
    assert f"        {after}\n" in text
    assert fixed(text, unsafe=True) == text
