"""Attributes that are set when a network may have been compiled (MP405). That the graph keeps the
value it has read was seen in a run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.target import Target

CONFIG = Config(target=Target(devices=("CPU",), mode="GRAPH"))
NET = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.reset()

    def reset(self):
        self.scale = 1.0
        self.steps = []

    def set_scale(self, scale):
        self.scale = scale
        self.unread = scale

    def soften(self):
        self.set_scale(0.5)

    def forward(self, x):
        return x * self.scale + len(self.steps)
"""
LEFT = ("warning", "error")


def found(source: str) -> list[Finding]:
    report = analyze(Document("example.py", source), CONFIG, Workspace())
    return [finding for finding in report.findings if finding.code == "MP405"]


def marked(below: str) -> list[str]:
    """The lines below the class that a warning stands at."""
    source = NET + dedent(below)
    lines = source.splitlines()
    places = [f for f in found(source) if f.severity in LEFT]
    return [lines[source[: f.span.start].count("\n")].strip() for f in places]


def test_a_class_tells_its_users_once_which_methods_to_call_early() -> None:
    [finding] = found(NET)
    assert finding.severity == "info"
    assert finding.message.en.startswith("Call set_scale() before")
    assert NET[: finding.span.start].endswith("def set_scale(self, scale):\n        ")


@pytest.mark.parametrize(
    "below",
    [
        "net = Net()\nnet.set_scale(2.0)\nnet.scale = 3.0\nnet(1)\n",
        "net = Net()\nnet(1)\nnet.unread = 3.0\nnet.other()\n",
        "for scale in (1, 2):\n    net = Net()\n    net.set_scale(scale)\n    net(1)\n",
        "def build():\n    net = Net()\n    net.set_scale(2.0)\n    return net\n",
        "def build(net):\n    net.set_scale(2.0)\n    return net\n\nnet = build(Net())\n",
        "class Trainer:\n    def __init__(self):\n        self.net = Net()\n        self.net.soften()\n",
        "class Meter:\n    def set_scale(self, x):\n        self.x = x\n\n"
        "meter = Meter()\nfor x in range(3):\n    meter.set_scale(x)\n",
        "def run(scheduler):\n    for epoch in range(3):\n        scheduler.set_scale(epoch)\n",
    ],
)
def test_what_is_set_before_the_first_call_is_left_alone(below: str) -> None:
    assert marked(below) == []


@pytest.mark.parametrize(
    ("below", "line"),
    [
        ("net = Net()\nnet(1)\nnet.scale = 3.0\n", "net.scale = 3.0"),
        ("net = Net()\nnet(1)\nnet.set_scale(3.0)\n", "net.set_scale(3.0)"),
        ("net = Net()\nnet(1)\nnet.soften()\n", "net.soften()"),
        ("net = Net()\nnet(1)\nnet.steps.append(1)\n", "net.steps.append(1)"),
        ("net = Net()\ntrain(net)\nnet.soften()\n", "net.soften()"),
        (
            "def main():\n    net = Net()\n    for epoch in range(3):\n        net.scale = epoch\n",
            "net.scale = epoch",
        ),
        (
            "def train(model, data):\n    for x in data:\n        model.set_scale(x)\n        model(x)\n",
            "model.set_scale(x)",
        ),
        (
            "def anneal(model, epoch):\n    model.set_scale(epoch)\n\n"
            "for epoch in range(3):\n    anneal(net, epoch)\n",
            "model.set_scale(epoch)",
        ),
        (
            "class Trainer:\n    def __init__(self):\n        self.net = Net()\n\n"
            "    def epoch(self, n):\n        self.net.set_scale(n)\n",
            "self.net.set_scale(n)",
        ),
        (
            "class Child(Net):\n    def sample(self, x):\n        self.scale = 2.0\n        return self(x)\n\n"
            "    def forward(self, x):\n        return self.scale * x\n",
            "self.scale = 2.0",
        ),
        (
            "class Child(Net):\n    def train(self, mode=True):\n        self.scale = int(mode)\n\n"
            "    def forward(self, x):\n        return self.scale * x\n",
            "self.scale = int(mode)",
        ),
    ],
)
def test_what_may_be_set_behind_it_is_marked(below: str, line: str) -> None:
    assert marked(below) == [line]


def test_a_base_that_sets_what_a_derived_class_reads() -> None:
    source = """
from torch import nn

class Base(nn.Module):
    def set_scale(self, scale):
        self.scale = scale

class Net(Base):
    def forward(self, x):
        return x * self.scale
"""
    assert [f.severity for f in found(source)] == ["info"]
    below = "\nnet = Net()\nnet(1)\nnet.set_scale(2)\n"
    assert [f.severity for f in found(source + below)] == ["info", "warning"]


def test_a_network_of_another_file(tmp_path: Path) -> None:
    tmp_path.joinpath("model.py").write_text(NET, encoding="utf-8")
    main = tmp_path / "main.py"
    text = (
        "from model import Net\n\nnet = Net()\nfor epoch in range(3):\n    net.set_scale(epoch)\n"
    )
    main.write_text(text, encoding="utf-8")
    report = analyze(Document(str(main), text), CONFIG, Workspace((tmp_path,)))
    assert [f.severity for f in report.findings if f.code == "MP405"] == ["warning"]


LOADED = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.ones(3))

    def forward(self, x):
        return x - self.mean

net = Net()
"""


def told_of_loading(body: str, head: str = LOADED) -> list[str]:
    return [one.message.en for one in found(head + body) if "buffers" in one.message.en]


@pytest.mark.parametrize(
    "body",
    [
        "net.load_state_dict(torch.load('a.pth'))\ny = net(x)\n",
        "y = net(x)\nother = Net()\nother.load_state_dict(net.state_dict())\n",
        "y = net(x)\noptimizer.load_state_dict(state)\n",
    ],
)
def test_states_that_are_loaded_early_are_left_alone(body: str) -> None:
    assert told_of_loading(body) == []


def test_a_network_without_buffers_is_loaded_at_any_time() -> None:
    head = LOADED.replace('self.register_buffer("mean", torch.ones(3))', "self.mean = 3.0")
    assert told_of_loading("y = net(x)\nnet.load_state_dict(state)\n", head) == []


@pytest.mark.parametrize(
    "body",
    [
        "y = net(x)\nnet.load_state_dict(state)\n",
        "for state in states:\n    net.load_state_dict(state)\n    y = net(x)\n",
        "train(net, data)\nnet.load_state_dict(torch.load('best.pth'))\n",
        "outer = nn.Sequential(net)\nmodel = net\ny = model(x)\nmodel.load_state_dict(state)\n",
    ],
)
def test_a_state_behind_the_first_call_leaves_the_buffers(body: str) -> None:
    [message] = told_of_loading(body)
    assert "(mean)" in message
