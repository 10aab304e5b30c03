"""Records that compiled code makes: named tuples become tuples, dataclasses dicts."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

NAMED = 'Out = namedtuple("Out", ["scores", "boxes"])'
CLASS = "class Out(NamedTuple):\n    scores: torch.Tensor\n    boxes: torch.Tensor"
DATA = "@dataclass\nclass Out:\n    scores: torch.Tensor\n    boxes: torch.Tensor = None"
PROGRAM = """\
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import nn


{record}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        y = self.layer(x)
        return {made}


def train(net, x):
    {read}
"""


def moved(record: str, made: str, read: str, mode: Mode = "GRAPH") -> str:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    source = PROGRAM.format(record=record, made=made, read=read)
    text = fix_document(
        Document("example.py", source), config, Workspace(), unsafe=True
    ).document.text
    again = fix_document(Document("example.py", text), config, Workspace(), unsafe=True)
    assert again.document.text == text
    return text


@pytest.mark.parametrize(
    ("record", "made", "read"),
    [
        (NAMED, "Out(y, x)", "return net(x)._asdict()"),
        (NAMED, "Out(y, x)", "out = net(x)\n    out.scores = 1\n    return out"),
        (NAMED, "Out(y, x)", "return isinstance(net(x), Out)"),
        (NAMED, "Out(*y.unbind(0))", "return net(x).scores"),
        (NAMED, "Out(y)", "return net(x).scores"),
        (NAMED, "Out(y, x)", "return x.rows[0].scores"),
        (NAMED, "Out(y, x)", "return x.scores + x.other"),
        (NAMED.replace("boxes", "data"), "Out(y, x)", "return x.data"),
        (NAMED, "[Out(y, x)]", "return [one.scores for one in net(x)][0] + x.scores.a.scores"),
        (CLASS + "\n    def area(self):\n        return self.boxes.prod(1)", "Out(y, x)", "pass"),
        (DATA.replace("Out:", "Out(dict):"), "Out(y, x)", "return net(x).scores"),
        (DATA.replace("= None", "= field(default_factory=list)"), "Out(y)", "pass"),
        ("class Out:\n    def __init__(self, scores):\n        self.scores = scores", "Out(y)", "pass"),
    ],
)  # fmt: skip
def test_leaves_alone(record: str, made: str, read: str) -> None:
    assert made in moved(record, made, read)


def test_is_left_alone_in_pynative_mode() -> None:
    assert "Out(y, x)" in moved(NAMED, "Out(y, x)", "return net(x).scores", "PYNATIVE")


@pytest.mark.parametrize(
    ("record", "made", "read", "made_after", "read_after"),
    [
        (NAMED, "Out(y, x)", "return net(x).boxes", "(y, x)", "return net(x)[1]"),
        (NAMED, "Out(boxes=x, scores=y)", "return net(x)", "(y, x)", "return net(x)"),
        (NAMED, "Out(y, x) if self.training else x", "out = net(x)\n    return out.scores",
         "(y, x) if self.training else x", "out = net(x)\n    return out[0]"),
        (CLASS, "Out(y, boxes=x)", "a, b = net(x)\n    return a", "(y, x)",
         "a, b = net(x)\n    return a"),
        (DATA, "Out(y)", "out = net(x)\n    return out.scores.mean()",
         '{"scores": y, "boxes": None}', 'out = net(x)\n    return out["scores"].mean()'),
        (DATA, "Out(boxes=x, scores=y)", "return x.scores", '{"scores": y, "boxes": x}',
         'return x["scores"]'),
        (NAMED.replace('["scores", "boxes"]', '"mean"'), "Out(y)",
         "out = net(x)\n    return out.mean + x.mean()", "(y,)",
         "out = net(x)\n    return out[0] + x.mean()"),
    ],
)  # fmt: skip
def test_is_part_of_the_graph(
    record: str, made: str, read: str, made_after: str, read_after: str
) -> None:
    text = moved(record, made, read)
    assert f"return {made_after}\n" in text
    assert text.endswith(f"    {read_after}\n")


def test_annotations_follow() -> None:
    text = moved(NAMED, "Out(y, x)", "out: Out = net(x)\n    return out.boxes")
    assert "    out: tuple = net(x)\n    return out[1]\n" in text


STEP = """\
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in [torch.ones(2, 3)]:
    out = net(x)
    optimizer.zero_grad()
    out.scores.mean().backward()
    optimizer.step()
    print(out.boxes)
"""


@pytest.mark.parametrize(("record", "first"), [(NAMED, "0"), (DATA, '"scores"')])
def test_a_step_gives_it_back_as_it_is(record: str, first: str) -> None:
    text = moved(f"{record}\n", "Out(y, x)", f"pass\n\n\n{STEP}")
    assert f"    return out[{first}].mean(), out\n" in text
    assert "    (_, out), grads = grad_fn(x)\n" in text
