"""Gradients that a method adds up over several of its calls: the object keeps the sum."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

PROGRAM = """import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, net: nn.Module, every):
        self.net, self.every = net, every
        self.optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
{more}

    def step(self, number, x, y):
        loss = F.mse_loss(self.net(x), y) / self.every
        loss.backward()
        if (number + 1) % self.every == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        return loss.item()
{others}"""


def program(more: str = "        self.losses = []", others: str = "") -> str:
    return PROGRAM.format(more=more, others=others)


@pytest.mark.parametrize(
    "source",
    [
        program(others="\n    def finish(self):\n        self.optimizer.step()\n"),
        program(others="\n    def begin(self):\n        self.optimizer.zero_grad()\n"),
        program(
            others="\n    def more(self, x):\n        self.net(x).mean().backward()\n        return x\n"
        ),
        program(more="        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)"),
        program().replace(
            "            self.optimizer.zero_grad()", "        self.optimizer.zero_grad()"
        ),
        program().replace("            self.optimizer.zero_grad()\n", ""),
        "import torch\n\n\ndef step(net: torch.nn.Module, optimizer, number, x):\n"
        "    loss = net(x).mean()\n    loss.backward()\n    if number % 2:\n"
        "        optimizer.step()\n        optimizer.zero_grad()\n",
    ],
    ids=[
        "another step",
        "cleared elsewhere",
        "another loss",
        "made anew",
        "cleared each time",
        "never cleared",
        "a function",
    ],
)
def test_stays_marked(source: str) -> None:
    assert any(f.code == "MP306" and f.fix is None for f in findings(source))
    assert ".backward()" in fixed(source)


def test_the_object_keeps_the_sum() -> None:
    text = fixed(program())
    assert "lr=0.1, weight_decay=0.0)\n        self.total_grads = None\n        self.losses" in text
    assert "        self.total_grads = grads if self.total_grads is None else tuple(" in text
    step = "            self.optimizer(self.total_grads)\n            self.total_grads = None\n"
    assert f"        if (number + 1) % self.every == 0:\n{step}" in text


EPOCH = """import torch
import torch.nn.functional as F


def train(net: torch.nn.Module, loader, optimizer, every):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(net(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("optimizer, every", "every, optimizer=None", id="perhaps no optimizer"),
        pytest.param("            optimizer.zero_grad()\n", "", id="never cleared"),
        pytest.param("            optimizer.zero_grad()\n", "        if i > 3:\n            optimizer.zero_grad()\n", id="cleared elsewhere in the loop"),
        pytest.param("def train(", "def other(net, x, optimizer):\n    optimizer.zero_grad()\n    net(x).mean().backward()\n    optimizer.step()\n\n\ndef train(", id="cleared elsewhere"),
        pytest.param("def train(", "def other(net, x):\n    net(x).mean().backward()\n\n\ndef train(", id="another loss"),
    ],
)  # fmt: skip
def test_a_loop_stays_marked(before: str, after: str) -> None:
    source = EPOCH.replace(before, after)
    assert source != EPOCH
    assert any(f.code == "MP306" and f.fix is None for f in findings(source))
    assert "total_grads" not in fixed(source, unsafe=True)


def test_the_optimizer_keeps_what_a_loop_leaves() -> None:
    text = fixed(EPOCH, unsafe=True)
    assert text.count("backward") == 0
    assert (
        '    optimizer.total_grads = getattr(optimizer, "total_grads", None)\n'
        "    for i, (x, y) in enumerate(loader):\n"
        "        loss, grads = grad_fn(x, y)\n"
        "        optimizer.total_grads = grads if optimizer.total_grads is None else tuple("
    ) in text
    assert (
        "            optimizer(optimizer.total_grads)\n            optimizer.total_grads = None\n"
    ) in text
    (finding,) = [f for f in findings(EPOCH) if f.code == "MP306"]
    assert "nothing else clears them" in finding.message.en
    assert finding.fix is not None and finding.fix.applicability == "unsafe"


def test_what_a_round_leaves_is_added_to_the_next_one() -> None:
    source = EPOCH.replace(
        "if (i + 1) % every == 0:", "if bad(loss):\n            continue"
    ).replace("            optimizer", "        optimizer")
    text = fixed(source, unsafe=True)
    assert (
        "        if bad(loss):\n            continue\n        optimizer(optimizer.total_grads)\n"
        in text
    )


def test_an_optimizer_that_has_no_parameters_is_not_asked_for_them() -> None:
    source = EPOCH.replace("every):", 'every, mode="train"):')
    body = source[source.index("        loss.backward") :]
    source = source.replace(body, f'        if mode == "train":\n{indent(body, "    ")}')
    source += (
        "\n\nclass Dummy(torch.optim.Optimizer):\n    def __init__(self):\n        self.param_groups = []\n"
        '\n\ntrain(net, loader, Dummy(), 1, mode="eval")\n'
    )
    text = fixed(source, unsafe=True)
    loop = text[text.index("for i, (x, y)") : text.index("class Dummy")]
    assert 'if mode == "train":\n            grad_fn = ms.value_and_grad(' in loop


OBJECT = """import torch
from torch import nn


class Scheduled:
    def __init__(self, net):
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def advance(self):
        self.optimizer.step()

    def zero_grad(self):
        self.optimizer.zero_grad()


def main(batches, every{given}):
    net = nn.Linear(3, 2)
    optimizer = {made}
    for number, x in enumerate(batches):
        loss = net(x).mean() / every
        loss.backward()
        if (number + 1) % every == 0:
            optimizer.advance()
            optimizer.zero_grad()
"""


def test_an_object_that_is_made_before_the_loop_begins_without_gradients() -> None:
    text = fixed(OBJECT.format(given="", made="Scheduled(net)"), unsafe=True)
    assert "            optimizer.advance(total_grads)\n            total_grads = None\n" in text


def test_an_object_that_was_there_before_may_have_some() -> None:
    source = OBJECT.format(given=", objects: list[Scheduled]", made="objects[0]")
    assert ".backward()" in fixed(source, unsafe=True)


FIT = """import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, net: nn.Module, optimizer, every):
        self.net, self.every = net, every
        self.optimizer = optimizer
{more}
    def epoch(self, loader):
        for i, (x, y) in enumerate(loader):
            loss = F.mse_loss(self.net(x), y) / self.every
            loss.backward()
            if (i + 1) % self.every == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("                self.optimizer.zero_grad()\n", "", id="never cleared"),
        pytest.param("                self.optimizer.zero_grad()", "            self.optimizer.zero_grad()", id="cleared each time"),
        pytest.param("{more}", "\n    def begin(self):\n        self.optimizer.zero_grad()\n", id="cleared elsewhere"),
        pytest.param("{more}", "\n    def again(self, optimizer):\n        self.optimizer = optimizer\n", id="another one later"),
        pytest.param("{more}", "\n    def more(self, x):\n        self.net(x).mean().backward()\n", id="another loss"),
    ],
)  # fmt: skip
def test_a_loop_of_a_method_stays_marked(before: str, after: str) -> None:
    source = FIT.replace(before, after).replace("{more}", "")
    assert ".backward()" in fixed(source, unsafe=True)


def test_the_object_keeps_what_a_loop_leaves() -> None:
    text = fixed(FIT.replace("{more}", ""), unsafe=True)
    assert "        self.optimizer = optimizer\n        self.total_grads = None\n" in text
    assert "            self.total_grads = grads if self.total_grads is None else tuple(" in text
    step = "                self.optimizer(self.total_grads)\n                self.total_grads = None\n"
    assert text.endswith(f"            if (i + 1) % self.every == 0:\n{step}")


def test_a_loop_that_begins_cleared_keeps_its_own_sum() -> None:
    begin = "    def epoch(self, loader):\n"
    source = FIT.replace("{more}", "").replace(
        begin, f"{begin}        self.optimizer.zero_grad()\n"
    )
    assert "self.total_grads" not in fixed(source, unsafe=True)
