"""Functions that set a network's mode and give it back: graph mode compiles the step once beside them."""

from __future__ import annotations

import pytest

from .test_graph import migrated

TRAIN = """\
import torch
from torch import nn
import torch.nn.functional as F


{evaluate}

def train(net, epochs, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(epochs):
        {first}
        for step, (x, y) in enumerate(loader):
            {each}
            loss = F.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            {inside}
        {behind}


train(nn.Linear(3, 2), 3, data)
"""
RESTORES = """\
def evaluate(model, loader, device):
    model.eval()
    total = 0
    for x, y in loader:
        total += (model(x).argmax(1) == y).sum().item()
    model.train()
    return total
"""
LEAVES = RESTORES.replace("    model.train()\n", "")
CALL = "print(evaluate(net, loader, 'cpu'))"


def is_compiled_once(evaluate: str, **places: str) -> bool:
    names = {"first": "pass", "each": "pass", "inside": "pass", "behind": "pass"}
    text, _ = migrated(TRAIN.format(evaluate=evaluate, **(names | places)))
    assert "grad_fn = ms.value_and_grad(" in text
    return text.index("grad_fn = ms.value_and_grad(") < text.index("for epoch in")


@pytest.mark.parametrize(
    ("evaluate", "places"),
    [
        pytest.param(RESTORES, {"inside": CALL}, id="in each round"),
        pytest.param(RESTORES, {"behind": CALL}, id="in each epoch"),
        pytest.param(LEAVES, {"first": "net.train()", "behind": CALL}, id="training again"),
        pytest.param(LEAVES, {"each": "net.train()", "inside": CALL}, id="training in each round"),
        pytest.param(
            RESTORES.replace("model.eval()", "count = sum(p.numel() for p in model.parameters())"),
            {"behind": CALL},
            id="asked for parameters",
        ),
    ],
)
def test_the_step_is_compiled_once(evaluate: str, places: dict[str, str]) -> None:
    assert is_compiled_once(evaluate, **places)


@pytest.mark.parametrize(
    ("evaluate", "places"),
    [
        pytest.param(LEAVES, {"behind": CALL}, id="left in evaluation mode"),
        pytest.param(
            LEAVES, {"first": "net.train()", "inside": CALL}, id="left inside of the loop"
        ),
        pytest.param(
            RESTORES.replace(
                "    total = 0\n", "    total = 0\n    if not loader:\n        return 0\n"
            ),
            {"behind": CALL},
            id="returns before",
        ),
        pytest.param(
            RESTORES.replace("    model.train()\n", "    if total:\n        model.train()\n"),
            {"behind": CALL},
            id="at times",
        ),
        pytest.param(
            RESTORES.replace("    total = 0\n", "    total = 0\n    model.scale = 2\n"),
            {"behind": CALL},
            id="sets an attribute",
        ),
        pytest.param(
            RESTORES.replace("    total = 0\n", "    total = 0\n    model.fc.eval()\n"),
            {"behind": CALL},
            id="sets the mode of a part",
        ),
        pytest.param(
            RESTORES.replace("    total = 0\n", "    total = 0\n    shift(model.buffers())\n"),
            {"behind": CALL},
            id="hands its buffers on",
        ),
        pytest.param(
            RESTORES.replace("    total = 0\n", "    total = 0\n    prepare(model)\n"),
            {"behind": CALL},
            id="hands it on",
        ),
    ],
)
def test_it_stays_in_the_loop(evaluate: str, places: dict[str, str]) -> None:
    assert not is_compiled_once(evaluate, **places)


TRAINER = """\
import torch
from torch import nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scale, self.scales = 1, [1]

    def validate(self, loader):
        self.model.eval()
        correct = 0
        for x, y in loader:
            correct += (self.model(x).argmax(1) == y).sum().item()
        {end}
        return correct

    def change(self, net):
        net.fc.eval()

    def fit(self, loader):
        for epoch in range(3):
            {first}
            for x, y in loader:
                self.optimizer.zero_grad()
                loss = F.cross_entropy(self.model(x), y) * {factor}
                loss.backward()
                self.optimizer.step()
            print({call})


Trainer(nn.Linear(3, 2)).fit(data)
"""


@pytest.mark.parametrize(
    ("end", "first", "factor", "once"),
    [
        ("pass", "self.model.train()", "1", True),
        ("self.model.train()", "pass", "1", True),
        ("self.model.train()", "pass", "self.scale", True),
        ("self.best = correct", "self.model.train()", "self.scale", True),
        ("pass", "pass", "1", False),
        ("self.scale = correct", "self.model.train()", "self.scale", False),
        ("self.scales.append(correct)", "self.model.train()", "self.scales[-1]", False),
        ("self.model.fc.eval()", "self.model.train()", "1", False),
    ],
)
def test_a_method_that_evaluates(end: str, first: str, factor: str, once: bool) -> None:
    call = "self.validate(loader)"
    text, _ = migrated(TRAINER.format(end=end, first=first, factor=factor, call=call))
    assert "grad_fn = ms.value_and_grad(" in text
    assert (text.index("grad_fn = ms.value_and_grad(") < text.index("for epoch in")) is once


def test_a_method_that_is_given_the_network() -> None:
    places = {"end": "pass", "first": "self.model.train()", "factor": "1"}
    text, _ = migrated(TRAINER.format(**places, call="self.change(self.model)"))
    assert text.index("for epoch in") < text.index("grad_fn = ms.value_and_grad(")
