"""Names that the graph compiler looks up in vain (MP402). That it refuses them, and takes what is
left alone here, was seen in a run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .test_graph import migrated

CONFIG = Config(target=Target(devices=("CPU",), mode="GRAPH"))
OPTIONAL = """
try:
    import fast
    HAS_FAST = True
except ImportError:
    HAS_FAST = False
"""


def source(head: str, body: str) -> str:
    lines = dedent(body).strip().splitlines()
    start = (
        f"from mindspore import nn\n{head}\n\nclass Net(nn.Cell):\n    def construct(self, x):\n"
    )
    return start + "".join(f"        {line}\n" for line in lines)


def refused(text: str) -> list[str]:
    report = analyze(Document("example.py", text), CONFIG, Workspace())
    return [text[f.span.start : f.span.end] for f in report.findings if f.code == "MP402"]


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (OPTIONAL, "return x"),
        (OPTIONAL, "if self.fast:\n    return fast.linear(x)\nreturn x"),
        (OPTIONAL + "    fast = None\n", "return fast.linear(x) if HAS_FAST else x"),
        ("try:\n    import fast\nexcept ImportError:\n    raise", "return fast.linear(x)"),
        ("from layers import *", "return linear(x)"),
        ("def later(x):\n    return LATE * x\n\nLATE = 2", "return later(x)"),
        ("def fill():\n    global TABLE\n    TABLE = 2", "return x * TABLE"),
        ("", "def inner(y):\n    return y * 2\n\nreturn inner(x) + len(x.shape)"),
        ("", "return [y for y in range(3)] + [sum(x) if __name__ else max(x)]"),
    ],
)
def test_names_that_are_there_are_left_alone(head: str, body: str) -> None:
    assert refused(source(head, body)) == []


def test_a_name_that_nothing_binds() -> None:
    text = source("", "if x.shape[0] > 9:\n    x = math.ceil(x)\n    x = math.floor(x)\nreturn x")
    assert refused(text) == ["math"]


def test_an_import_that_may_fail_is_bound_to_none() -> None:
    text = source(OPTIONAL, "if HAS_FAST:\n    return fast.linear(x)\nreturn x")
    assert refused(text) == ["fast"]
    fixed = fix_document(Document("example.py", text), CONFIG, Workspace(), unsafe=False)
    assert "except ImportError:\n    HAS_FAST = False\n    fast = None\n" in fixed.document.text
    assert refused(fixed.document.text) == []


def test_truth_values_by_a_hat() -> None:
    head = "def exists(value):\n    return value is not None"
    assert refused(source(head, "return (x > 1) ^ (x > 2)")) == []
    assert refused(source(head, "return x.shape[0] ^ 3")) == []
    assert refused(source(head, "assert exists(x) ^ self.wanted")) == ["exists(x) ^ self.wanted"]
    text = source(head, "assert not (exists(x) ^ (len(x.shape) > 2))\nreturn x")
    fixed = fix_document(Document("example.py", text), CONFIG, Workspace(), unsafe=False)
    assert "exists(x) != (len(x.shape) > 2)" in fixed.document.text


def test_cast_of_a_layer_is_left_out() -> None:
    head = "from typing import cast"
    assert refused(source(head, "return x * cast(int, 2)")) == []
    text = source(
        head,
        "for layer in self.layers:\n    layer = cast(nn.Dense, layer)\n    x = layer(x)\nreturn x",
    )
    fixed = fix_document(Document("example.py", text), CONFIG, Workspace(), unsafe=False)
    assert "cast(" not in fixed.document.text


PAIR = """
import torch
from torch import nn

class G(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(4, 4)

    def forward(self, x):
        return self.main(x)

class D(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(4, 1), nn.Dropout(0.5))

    def forward(self, x):
        return self.main(x)

{made}
opt = torch.optim.SGD(netG.parameters(), lr=0.1)
for x in [torch.ones(2, 4)]:
    loss = netD(netG(x)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


@pytest.mark.parametrize(
    "made",
    [
        "netG, netD = G(), D()",
        "netG = G().to('cpu')\nnetD = D().to('cpu')",
        "netG = G()\nnetD = D()",
    ],
)
def test_networks_that_are_made_at_once_or_moved_get_names(made: str) -> None:
    text, left = migrated(PAIR.format(made=made))
    assert 'netG.update_parameters_name("netG.")\n' in text
    assert left == []


def test_a_lambda_is_no_network() -> None:
    source = PAIR.format(made="netG = G()\nscore = lambda y: y.mean()\nhalf = lambda y: y / 2")
    text, left = migrated(source.replace("netD(netG(x)).mean()", "half(score(netG(x)))"))
    assert "update_parameters_name" not in text
    assert left == []


FUNCTIONS = """
class Scores:
    def build(self, kind):
        if kind == "half":
            return self.half
        return self.whole

    def half(self, y):
        return y / 2

    def whole(self, y):
        return y.mean()


def shifted(by):
    def shift(y):
        return y + by
    return shift


"""


@pytest.mark.parametrize("half", ["Scores().build('half')", "scores.build('half')", "shifted(2)"])
def test_a_function_that_is_given_back_is_no_network(half: str) -> None:
    made = (
        f"{FUNCTIONS}scores = Scores()\nnetG = G()\nscore = Scores().build('whole')\nhalf = {half}"
    )
    source = PAIR.format(made=made)
    text, left = migrated(source.replace("netD(netG(x)).mean()", "half(score(netG(x)))"))
    assert "update_parameters_name" not in text
    assert left == []


def test_what_gives_a_network_back_at_times_gets_names() -> None:
    made = "def build(deep):\n    if deep:\n        return D()\n    return lambda y: y\n\nnetG = G()\nnetD = build(True)"
    assert "update_parameters_name" in migrated(PAIR.format(made=made))[0]
