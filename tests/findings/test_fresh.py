"""MP402, MP405, MP406: what is differentiated where it is defined is compiled at each call, and reads
what is there. That it does was seen in a run: tests/scenarios/graph.json, changing_values."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

HEAD = """\
import numpy as np
import mindspore as ms
from mindspore import nn, ops

rng = np.random.default_rng(0)

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.scale = 1.0

    def construct(self, x):
        return self.fc(x) * self.scale

class Trainer:
    def __init__(self):
        self.net, self.scale = Net(), 1.0
        self.optimizer = nn.SGD(self.net.trainable_params())

    def put(self, scale):
        self.scale = scale

"""
STEP = """\
def forward_fn():
    return (net(x) * {0}).sum()

grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params())
"""


def told(source: str) -> list[str]:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    found = analyze(Document("example.py", source), config, Workspace()).findings
    return [f.code for f in found if f.severity in ("warning", "error")]


def in_method(step: str, factor: str = "self.scale") -> str:
    body = f"net = self.net\n{STEP.format(factor)}{step}"
    return HEAD + indent(f"def update(self, x):\n{indent(body, '    ')}", "    ")


def in_loop(above: str, below: str, factor: str = "1.0") -> str:
    body = f"{above}{STEP.format(factor)}{below}"
    return f"{HEAD}\nnet = Net()\nx = ops.ones((2, 4))\nfor i in range(3):\n{indent(body, '    ')}"


@pytest.mark.parametrize(
    "source",
    [
        in_method("loss, grads = grad_fn()\n"),
        in_method("for _ in range(3):\n    loss, grads = grad_fn()\n"),
        in_method("if x is None:\n    return forward_fn()\nloss, grads = grad_fn()\n"),
        in_loop("net.scale = 0.5 * i\n", "loss, grads = grad_fn()\n"),
        in_loop("", "loss, grads = grad_fn()\n", "rng.random()"),
        in_loop("", "loss, grads = grad_fn()\n", "i") + "for i in range(9):\n    print(i)\n",
    ],
    ids=[
        "each call",
        "each call of the method",
        "run by Python, too",
        "network",
        "drawn",
        "name of another loop",
    ],
)
def test_what_is_compiled_anew_is_left_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (in_method("self.grad_fn = grad_fn\n"), "MP405"),
        (in_method("return grad_fn\n"), "MP405"),
        (
            in_method("for s in range(3):\n    self.put(s)\n    loss, grads = grad_fn()\n"),
            "MP405",
        ),
        (
            in_loop("", "for j in range(3):\n    net.scale = j\n    loss, grads = grad_fn()\n"),
            "MP405",
        ),
        (in_loop("net.scale = 0.5 * i\n", "loss, grads = grad_fn()\nprint(net(x))\n"), "MP405"),
        (
            in_loop("", "for j in range(3):\n    loss, grads = grad_fn()\n", "rng.random()"),
            "MP406",
        ),
        (
            in_loop("", "for j in range(3):\n    loss, grads = grad_fn()\n    i = j\n", "i"),
            "MP405",
        ),
    ],
    ids=["kept", "returned", "set between", "set in a loop", "called elsewhere", "drawn", "name"],
)
def test_what_may_be_compiled_once_is_marked(source: str, code: str) -> None:
    assert told(source) == [code]


def test_a_function_by_another_name_is_no_network() -> None:
    text = HEAD + dedent("""
        net, measure = Net(), ops.cross_entropy

        def forward_fn(x, y):
            return measure(net(x), y)

        grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params())
        """)
    assert told(text) == []


def said(source: str, mode: str = "GRAPH") -> list[str]:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    found = analyze(Document("example.py", source), config, Workspace()).findings
    return [f.severity for f in found if f.code == "MP306" and "each time" in f.message.en]


ONCE = (
    HEAD
    + "net = Net()\n"
    + STEP.format("1.0")
    + "for x in ms.ops.rand(3, 4):\n    loss, grads = grad_fn()\n"
)


@pytest.mark.parametrize(
    ("source", "mode"),
    [
        (ONCE, "GRAPH"),
        (in_loop("", "loss, grads = grad_fn()\n"), "PYNATIVE"),
        (in_method("loss, grads = grad_fn()\n"), "GRAPH"),
    ],
    ids=["before the loop", "PyNative", "in a method that nothing calls"],
)
def test_nothing_is_said_of_what_is_compiled_once(source: str, mode: str) -> None:
    assert said(source, mode) == []


def test_what_a_loop_compiles_anew_is_told() -> None:
    assert said(in_loop("", "loss, grads = grad_fn()\n")) == ["info"]


def test_what_a_function_that_a_loop_calls_compiles_anew_is_told() -> None:
    source = in_method("loss, grads = grad_fn()\n") + "\nfor x in data:\n    trainer.update(x)\n"
    assert said(source) == ["info"]
