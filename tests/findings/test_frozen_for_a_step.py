"""Networks that are frozen while another one steps.

That it trains as it did is shown by ``tests/scenarios/programs/frozen_critic.py``.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

HEAD = """\
import torch
import torch.nn.functional as F
from helpers import set_requires_grad, freeze, unfreeze, make


class Gan:
    def __init__(self, g, d):
        self.g = g
        self.d = d
        self.opt_g = torch.optim.Adam(self.g.parameters())
        self.opt_d = make("adam", self.d.parameters(), lr=0.1)
        self.opt_any = make("adam", lr=0.1)

    def step(self, x, y, now):
"""
STEP = """\
self.opt_{0}.zero_grad()
loss_{0} = F.mse_loss(self.d(self.g(x)), y)
loss_{0}.backward()
self.opt_{0}.step()
"""
G, D, ANY = STEP.format("g"), STEP.format("d"), STEP.format("any")


def loop(network: str, flag: str) -> str:
    return f"for p in self.{network}.parameters():\n    p.requires_grad = {flag}\n"


def migrated(body: str) -> tuple[str, list[str], list[str]]:
    source = f"{HEAD}{indent(body, ' ' * 8)}"
    fixes = fix_document(Document("a.py", source), Config(), Workspace(), unsafe=True)
    left = [f for f in fixes.report.findings if f.code == "MP306" and "In the way" in f.message.en]
    return fixes.document.text, [f.severity for f in left], [f.message.en for f in left]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(loop("d", "False") + D, id="its own network"),
        pytest.param("freeze(self.d)\n" + D, id="by a function"),
        pytest.param("freeze(self.d.layers[:3])\n" + D, id="what is frozen is not seen"),
        pytest.param("set_requires_grad(self.d, now)\n" + D, id="under a condition"),
        pytest.param("if now:\n" + indent(loop("d", "True"), "    ") + D, id="not every time"),
        pytest.param(loop("d", "False") + G + D, id="never trained again"),
        pytest.param(D + loop("d", "False") + G, id="frozen in the next round"),
        pytest.param(loop("d", "False") + ANY, id="an optimizer of anything"),
        pytest.param(
            G.replace("loss_g", "h = self.g(x)\n" + loop("g", "True") + "loss_g", 1).replace(
                "self.g(x)), y)", "h), y)"
            ),
            id="trained again behind its first call",
        ),
        pytest.param("self.g.requires_grad_(False)\n" + D + "self.g.requires_grad_(True)\n"
                     + loop("g", "now == 2") + G, id="another value later"),
    ],
)  # fmt: skip
def test_leaves_alone(body: str) -> None:
    text, severities, messages = migrated(body)
    assert ".backward()" in text
    assert severities == ["error"]
    assert "frozen or unfrozen" in messages[0]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(loop("d", "False") + G + loop("d", "True") + D, id="loops"),
        pytest.param(loop("d", "True") + D + loop("d", "False") + G, id="the critic first"),
        pytest.param(
            "set_requires_grad(self.d, False)\n" + G + "set_requires_grad([self.d], True)\n" + D,
            id="a function",
        ),
        pytest.param("freeze(self.d)\n" + G + "unfreeze(self.d)\n" + D, id="two functions"),
        pytest.param(
            "self.d.requires_grad_(False)\n" + G + "self.d.requires_grad_()\n" + D, id="methods"
        ),
        pytest.param(D + loop("d", "False") + G + loop("d", "True"), id="trained again at the end"),
        pytest.param(loop("d", "now > 1") + G, id="a network of another optimizer"),
        pytest.param(
            G.replace("loss_g", "x = x * 2\n" + loop("g", "True") + "loss_g", 1),
            id="trained again behind its data",
        ),
    ],
)
def test_a_network_that_the_step_does_not_change(body: str) -> None:
    text, severities, _ = migrated(body)
    assert severities == []
    assert ".backward()" not in text
    assert "requires_grad" in text.partition("def step")[2] or "freeze" in text


@pytest.mark.parametrize("frozen", [loop("g", "False"), "freeze(self.g.layers[:3])\n"])
def test_an_optimizer_that_leaves_alone_what_is_frozen(frozen: str) -> None:
    text, severities, _ = migrated(frozen + G)
    assert severities == []
    assert "self.opt_g = Adam(all_parameters(self.g))" in text
    assert "if one.requires_grad else None" in text


def test_what_the_optimizer_holds_is_to_be_checked() -> None:
    document = Document("a.py", HEAD + indent(loop("d", "True") + D, " " * 8))
    fixes = fix_document(document, Config(), Workspace(), unsafe=False)
    (finding,) = [f for f in fixes.report.findings if "To be checked" in f.message.en]
    assert "self.opt_d is taken to hold the parameters of self.d" in finding.message.en


SCRIPT = """\
import torch
import torch.nn.functional as F

net = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    for x, y in data:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize("freezes", ["net.requires_grad_(False)\n", "freeze(net)\n"])
@pytest.mark.parametrize("space", ["", "    "])
def test_what_is_frozen_when_training_is_over(freezes: str, space: str) -> None:
    source = f"{SCRIPT}{space}{freezes}"
    document = Document("a.py", source)
    text = fix_document(document, Config(), Workspace(), unsafe=True).document.text
    assert "loss.backward()" not in text
    assert ("SGD(all_parameters(net), " in text) == bool(space)

    document = Document("a.py", source.replace("optim.SGD", "optim.ASGD"))
    text = fix_document(document, Config(), Workspace(), unsafe=True).document.text
    assert ("loss.backward()" in text) == bool(space)


def test_the_optimizers_may_be_made_by_a_class_of_another_file(tmp_path: Path) -> None:
    """As BasicSR's ESRGAN has it: the networks and optimizers are those of SRGAN."""
    (tmp_path / "base.py").write_text(
        "class Base:\n"
        "    def setup(self, kind, **options):\n"
        "        self.opt_g = self.make(kind, self.g.parameters(), **options)\n"
        "        self.opt_d = self.make(kind, self.d.parameters(), **options)\n"
    )
    head = "import torch.nn.functional as F\nfrom base import Base\n\n\nclass Gan(Base):\n"
    body = (
        f"def step(self, x, y):\n{indent(loop('d', 'False') + G + loop('d', 'True') + D, '    ')}"
    )
    for extended, left in (("Base", 0), ("dict", 1)):
        source = head.replace("(Base)", f"({extended})") + indent(body, "    ")
        fixes = fix_document(
            Document(str(tmp_path / "gan.py"), source),
            Config(),
            Workspace([tmp_path]),
            unsafe=True,
        )
        told = [f.message.en for f in fixes.report.findings if f.code == "MP306"]
        assert len([message for message in told if "frozen or unfrozen" in message]) == left
        assert (".backward()" in fixes.document.text) is bool(left)


MADE = """\
import torch
from torch import nn


def build(net, lr):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    return optimizer


def kept(net, lr):
    return KEPT[net]


def train(loader, frozen):
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    {first}
    {second}
    for x in loader:
        loss = net(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
FROZEN, MAKING = "net[0].weight.requires_grad = False", "optimizer = {}(net, 0.1)"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        pytest.param(FROZEN, MAKING.format("build"), 0, id="made behind it"),
        pytest.param(MAKING.format("build"), FROZEN, 0, id="made before it"),
        pytest.param(FROZEN, MAKING.format("kept"), 1, id="made where nobody sees"),
    ],
)
def test_what_is_frozen_before_a_function_makes_the_optimizer(
    first: str, second: str, left: int
) -> None:
    source = MADE.format(first=first, second=second)
    fixes = fix_document(Document("a.py", source), Config(), Workspace(), unsafe=True)
    told = [f for f in fixes.report.findings if "frozen or unfrozen" in f.message.en]
    assert len(told) == left
