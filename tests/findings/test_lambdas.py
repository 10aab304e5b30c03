"""Lambdas that graph mode reads from their lines, and where they come from."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .test_graph import codes

NET = """
import torch
from torch import nn

{helpers}
class Net(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        {made}

    def forward(self, x):
        {body}
"""
OUTPUT = "return torch.cat([f(x) for f in self.fns], -1)"


def net(made: str, body: str = OUTPUT, helpers: str = "") -> str:
    return NET.format(made=made, body=body, helpers=helpers)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(net("self.fns = [torch.sin, torch.cos]"), id="functions"),
        pytest.param(net("self.f = lambda x: x * k", "return self.f(x)"), id="on a line"),
        pytest.param(
            net("self.fns = [torch.sin]\n        keys = [lambda v: -v]\n        keys[0](2)"),
            id="read by nothing that is compiled",
        ),
        pytest.param(
            net(
                "self.fns = [torch.sin]\n        self.hooks = []\n        self.hooks.append(lambda: k)"
            ),
            id="kept for other things",
        ),
        pytest.param(
            net(
                "self.fns = [torch.sin]",
                helpers="def schedule(k):\n    return lambda step: step * k\n\n",
            ),
            id="returned to something else",
        ),
        pytest.param(
            net(
                "self.fns = [torch.sin]",
                helpers="def best(rows, f=lambda row: row[0]):\n    return max(rows, key=f)\n\n",
            ),
            id="default of what runs beside",
        ),
        pytest.param(
            net(
                "self.f = scaled(k)",
                "return self.f(x)",
                "def scaled(k):\n    return lambda x: x * k\n\n",
            ),
            id="returned",
        ),
    ],
)
def test_other_functions_are_left_alone(source: str) -> None:
    assert codes(source) == []


EMBEDDER = """
class Embedder:
    def __init__(self, count):
        fns = []
        for k in range(count):
            fns.append({appended})
        self.fns = fns

    def embed(self, x):
        return torch.cat([f(x) for f in self.fns], -1)

def embedder(count):
    made = Embedder(count)
    embed = lambda x{default}: made.embed(x)
    return embed, count

def run(x, function):
    return function(x)
"""
RUNS = ("self.embed, size = embedder(k)", "return run(self.fc(x), self.embed)")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            net("self.fns = []\n        self.fns.append(lambda x: x * 2)"), ["MP401"], id="appended"
        ),
        pytest.param(
            net("fns = []\n        fns.append(lambda x: x * 2)\n        self.fns = fns"),
            ["MP401"],
            id="appended under another name",
        ),
        pytest.param(
            net("self.fns = [lambda x: x * i for i in range(k)]"), ["MP401"], id="comprehension"
        ),
        pytest.param(
            net(
                "size, self.f = scaled(k)",
                "return self.f(x)",
                "def scaled(k):\n    return k, lambda x: x * k\n\n",
            ),
            ["MP401"],
            id="returned beside something",
        ),
        pytest.param(
            net(*RUNS, EMBEDDER.format(appended="lambda x: x * k", default="")),
            ["MP401"],
            id="behind a lambda",
        ),
        pytest.param(
            net(*RUNS, EMBEDDER.format(appended="torch.sin", default=", made=made")),
            ["MP401"],
            id="default of the function around it",
        ),
        pytest.param(
            net("self.f = k", "return self.f(x)").replace("k):", "k=lambda x: x):"),
            ["MP401"],
            id="default of a parameter",
        ),
    ],
)
def test_lambdas_in_something_else_are_told(source: str, expected: list[str]) -> None:
    assert codes(source) == expected


def migrated(source: str) -> str:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    return fix_document(Document("a.py", source), config, Workspace(), unsafe=False).document.text


@pytest.mark.parametrize(
    "made",
    [
        "self.fns = [lambda x: x * k]",
        "self.fns = [lambda x: x * self.scale]",
        "self.fns = [lambda x, n=2: x * n]",
        "self.fns = [lambda x: (lambda y: y * 2)(x)]",
        "self.fns = [lambda x: x * n for n in range(3)]",
        "self.fns = [lambda x: (x +\n                       2)]",
    ],
    ids=["local name", "the object", "default", "nested", "name of a loop", "more lines"],
)
def test_what_is_no_function_of_its_own_stays(made: str) -> None:
    assert f"        {made}\n" in migrated(net(made))


def test_a_lambda_that_reads_nothing_from_around_it_becomes_a_function() -> None:
    source = net("self.f = k\n        self.fns = [lambda x: x.size(0) * x, lambda y: y]")
    text = migrated(source.replace("k):", "k=lambda x: x):"))
    assert (
        "def identity(x):\n    return x\n\n\ndef function(x):\n    return x.shape[0] * x\n\n\n"
        "def identity_2(y):\n    return y\n\n\nclass Net(nn.Cell):\n"
        "    def __init__(self, k=identity):\n"
    ) in text
    assert "self.fns = [function, identity_2]\n" in text
