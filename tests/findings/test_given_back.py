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
