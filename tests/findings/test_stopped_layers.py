"""Layers that always run without gradients: decay moves them in MindSpore alone."""

from __future__ import annotations

from textwrap import indent

import pytest

from mindport.report import Finding

from .conftest import findings

PROGRAM = """import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)
    def forward(self, x):
{forward}
net = Net()
optimizer = torch.optim.{optimizer}
"""
ADAMW = "AdamW(net.parameters(), lr=0.1)"
STOPPED = "with torch.no_grad():\n    x = self.body(x)\nreturn self.head(x)\n"


def source(forward: str, optimizer: str = ADAMW) -> str:
    return PROGRAM.format(forward=indent(forward, "        "), optimizer=optimizer)


def told(text: str) -> list[Finding]:
    return [f for f in findings(text) if f.code == "MP216" and "No gradient" in f.message.en]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(source(STOPPED, "Adam(net.parameters())"), id="no decay"),
        pytest.param(source(STOPPED, "AdamW(net.parameters(), weight_decay=0)"), id="a decay of 0"),
        pytest.param(source(STOPPED, "AdamW(net.head.weight)"), id="other parameters"),
        pytest.param(
            source(STOPPED).replace("net = Net()", "net = Net()\nnet.body.requires_grad_(False)"),
            id="frozen",
        ),
        pytest.param(
            source(
                "with torch.no_grad():\n    y = self.body(x)\nreturn self.head(self.body(x) - y)\n"
            ),
            id="used with gradients too",
        ),
        pytest.param(source("return self.head(self.body(x.detach()))\n"), id="data"),
        pytest.param(
            source("y = self.body(x)\nx = self.body(y)\nx = x.detach()\nreturn self.head(x + y)\n"),
            id="another way around the cut",
        ),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(source(STOPPED), id="no_grad"),
        pytest.param(source("return self.head(self.body(x).detach())\n"), id="detached"),
        pytest.param(
            source("x = self.body(x)\nx = x.detach()\nreturn self.head(x)\n"), id="by name"
        ),
        pytest.param(source(STOPPED, "SGD(net.parameters(), lr=0.1, weight_decay=1e-4)"), id="SGD"),
    ],
)
def test_is_marked(text: str) -> None:
    (finding,) = told(text)
    assert (finding.severity, finding.fix) == ("error", None)
    assert "self.body" in finding.message.en


def test_the_optimizer_may_be_in_another_file() -> None:
    model = source(STOPPED).partition("net = Net()")[0]
    (found,) = told(model)
    assert found.severity == "warning" and "another file" in found.message.en
    assert not told(f"{model}\ndef freeze(net):\n    net.body.requires_grad_(False)\n")
    assert not told(f"{model}\noptimizer = torch.optim.Adam(Net().parameters())\n")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(source("return self.head(self.body(x))"), 0, id="both are read"),
        pytest.param(
            source("return self.body(x)", "SGD(net.parameters(), lr=0.1)"), 0, id="no decay"
        ),
        pytest.param(
            source("for part in self.children():\n    x = part(x)\nreturn x"), 0, id="by children"
        ),
        pytest.param(source("return self.body(x)") + "net.head(torch.ones(4))\n", 0, id="outside"),
        pytest.param(source("return self.body(x)"), 1, id="one is not"),
    ],
)
def test_layers_that_nothing_reads(text: str, count: int) -> None:
    assert [line_of(text, f) for f in told(text)] == ["self.head = nn.Linear(4, 1)"] * count


def line_of(text: str, finding: Finding) -> str:
    return text[finding.span.start :].partition("\n")[0]


LEFT_OUT = "    return self.head(self.body(x))\n\ndef encode(self, x):\n    return self.body(x)\n"


@pytest.mark.parametrize(
    ("run", "optimizer", "layers"),
    [
        pytest.param("net.body(x).sum().backward()", ADAMW, ["self.head"], id="a part"),
        pytest.param("net.encode(x).sum().backward()", ADAMW, ["self.head"], id="a method"),
        pytest.param("net(x).sum().backward()", ADAMW, [], id="all of it"),
        pytest.param("net.forward(x).sum().backward()", ADAMW, [], id="its forward"),
        pytest.param("net.head(net.encode(x)).sum().backward()", ADAMW, [], id="all parts"),
        pytest.param("train(net, optimizer)", ADAMW, [], id="handed on"),
        pytest.param("train([net.body(x), net])", ADAMW, [], id="handed on beside"),
        pytest.param("net.body(x).sum()", "SGD(net.parameters(), lr=0.1)", [], id="no decay"),
        pytest.param("optimizer.zero_grad()", ADAMW, [], id="not run"),
        pytest.param("net.body(x)\nother = [Net()]", ADAMW, [], id="another one"),
    ],
)
def test_layers_of_which_a_program_runs_the_others_alone(
    run: str, optimizer: str, layers: list[str]
) -> None:
    text = PROGRAM.format(forward=indent(LEFT_OUT, "    "), optimizer=optimizer) + run + "\n"
    assert [text[f.span.start : f.span.end] for f in told(text)] == layers


EVALUATED = """def evaluate(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
@torch.no_grad()
def reconstruct(model, x):
    return model(x)
def train(model, optimizer, x):
    model.encode(x).sum().backward()
def score(model, x):
    return model(x).sum()
class Trainer:
    def __init__(self, network):
        self.network = network
    def step(self, x):
        self.network.encode(x).sum().backward()
"""
KEPT = """class Holder:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=0.1)
    def step(self, x):
        {}.sum().backward()
"""


@pytest.mark.parametrize(
    ("run", "layers"),
    [
        pytest.param("net(x).sum().backward()\nevaluate(net, x)", [], id="trained as a whole"),
        pytest.param("evaluate(net, x)", [], id="evaluated alone"),
        pytest.param("train(net, optimizer, x)\nscore(net, x).backward()", [], id="a whole score"),
        pytest.param("train(net, optimizer, x)\nother(net)", [], id="handed to what is not seen"),
        pytest.param("train(net, optimizer, x)\nevaluate(net, x)", ["self.head"], id="functions"),
        pytest.param(
            "train(net, optimizer, x)\nreconstruct(net, x)", ["self.head"], id="decorated"
        ),
        pytest.param(
            "net.encode(x).sum().backward()\nwith torch.no_grad():\n    net(x)",
            ["self.head"],
            id="in a block",
        ),
        pytest.param("Trainer(net).step(x)", ["self.head"], id="an object's"),
        pytest.param(
            "print(net)\nprint(f'{net}')\ntrain(net, optimizer, x)", ["self.head"], id="printed"
        ),
        pytest.param("print(net(x))\ntrain(net, optimizer, x)", [], id="run and printed"),
        pytest.param("Trainer(*[net]).step(x)", [], id="spread"),
    ],
)
def test_what_is_evaluated_as_a_whole_is_left_out_of_training(run: str, layers: list[str]) -> None:
    program = PROGRAM.format(forward=indent(LEFT_OUT, "    "), optimizer=ADAMW)
    text = f"{program}{EVALUATED}{run}\n"
    assert [text[f.span.start : f.span.end] for f in told(text)] == layers


@pytest.mark.parametrize(
    ("run", "layers"),
    [
        ("self.net(x)", []),
        ("self.net.forward(x)", []),
        ("self.net.encode(x)", ["self.head"]),
        ("self.net.body(x)", ["self.head"]),
    ],
)
def test_a_network_that_an_object_makes(run: str, layers: list[str]) -> None:
    program = PROGRAM.format(forward=indent(LEFT_OUT, "    "), optimizer="").partition("net = ")[0]
    text = f"{program}{KEPT.format(run)}"
    assert [text[f.span.start : f.span.end] for f in told(text)] == layers


@pytest.mark.parametrize(
    ("loss", "base", "layers"),
    [
        ("self(x)", "nn.Module", []),
        ("self.forward(x)", "nn.Module", []),
        ("run(self, x)", "nn.Module", []),
        ("self.encode(x)", "Other", []),
        ("self.encode(x)", "Base", ["self.head"]),
        ("self.encode(x)", "nn.Module", ["self.head"]),
    ],
)
def test_methods_that_run_the_whole(loss: str, base: str, layers: list[str]) -> None:
    forward = f"{LEFT_OUT}\ndef loss(self, x):\n    return {loss}.sum()\n"
    text = PROGRAM.format(forward=indent(forward, "    "), optimizer=ADAMW)
    text = text.replace("class Net(nn.Module)", f"class Base(nn.Module): ...\nclass Net({base})")
    text += "net.loss(x).backward()\n"
    assert [text[f.span.start : f.span.end] for f in told(text)] == layers


@pytest.mark.parametrize(
    ("header", "count"),
    [
        ("torch.set_grad_enabled(True)", 0),
        ("torch.set_grad_enabled(self.training)", 0),
        ("torch.no_grad() if not self.training else nullcontext()", 0),
        ("torch.set_grad_enabled(self.tunes)", 1),
        ("torch.set_grad_enabled(False)", 1),
        ("torch.no_grad() if self.frozen else nullcontext()", 1),
    ],
)
def test_blocks_that_may_stop_gradients(header: str, count: int) -> None:
    assert len(told(source(STOPPED.replace("torch.no_grad()", header)))) == count


OF_A_BASE = """import torch
from torch import nn
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.spare = nn.Linear(4, 2)
    def encode(self, x):
        return self.body(x)
class Net(Base):
    def __init__(self):
        super(Net, self).__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)
    def forward(self, x):
        return self.head(self.encode(x)) + self.spare(x)
net = Net()
optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
"""


@pytest.mark.parametrize(
    ("before", "after", "run", "layers"),
    [
        pytest.param("", "", "net(x)", [], id="the whole"),
        pytest.param("Base(nn.Module)", "Base(Other)", "net.encode(x)", [], id="an unknown base"),
        pytest.param("Net(Base)", "Net(Base, Mixin)", "net.encode(x)", [], id="two bases"),
        pytest.param(
            "self.body(x)", "self(self.body(x))", "net.encode(x)", [], id="runs the whole"
        ),
        pytest.param("", "", "net.encode(x)", ["self.head", "self.spare"], id="a base's method"),
        pytest.param("", "", "net.head(net.body(x))", ["self.spare"], id="a base's layer"),
        pytest.param(
            "(Net, self)", "()", "net.encode(x)", ["self.head", "self.spare"], id="super alone"
        ),
    ],
)
def test_layers_of_a_base_that_is_the_users(
    before: str, after: str, run: str, layers: list[str]
) -> None:
    text = OF_A_BASE.replace(before, after) if before else OF_A_BASE
    text += f"def step(x):\n    {run}.sum().backward()\n"
    assert sorted(text[f.span.start : f.span.end] for f in told(text)) == layers
