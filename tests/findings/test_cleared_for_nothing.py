"""``model.zero_grad()`` in a function that computes no gradients: where each step clears its own, it goes."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\n\n"
MAIN = """\
def main(data):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    {cleared}
    train(model, optimizer, data)

"""
STEP = """\
loss = model(x).mean()
loss.backward()
optimizer.step()
model.zero_grad()
"""
SOMETIMES = """\
loss = model(x).mean()
loss.backward()
if (i + 1) % 2 == 0:
    optimizer.step()
    model.zero_grad()
"""


def train(body: str) -> str:
    head = "def train(model, optimizer, data):\n    for i, x in enumerate(data):\n"
    return head + indent(body, " " * 8)


def main(cleared: str = "model.zero_grad()") -> str:
    return HEAD + MAIN.format(cleared=cleared)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(main(), id="no step is in this file"),
        pytest.param(main() + train(SOMETIMES), id="gradients may be left from round to round"),
        pytest.param(
            main() + train(STEP.replace("model.zero_grad()\n", "")), id="no step clears them"
        ),
        pytest.param(
            main() + train(STEP) + "def more(model, x):\n    model(x).sum().backward()\n",
            id="others leave some",
        ),
        pytest.param(
            main("optimizer.step()\n    model.zero_grad()") + train(STEP),
            id="a step with gradients that cannot be seen",
        ),
        pytest.param(main("print(model.zero_grad())") + train(STEP), id="in an expression"),
    ],
)
def test_stays_marked(source: str) -> None:
    text, left = moved(source)
    assert "model.zero_grad()" in text
    assert any("where the gradients are computed cannot be seen" in one for one in left)


@pytest.mark.parametrize("cleared", ["model.zero_grad()", "optimizer.zero_grad(set_to_none=True)"])
@pytest.mark.parametrize(
    "body", [STEP, "optimizer.zero_grad()\n" + STEP.replace("model.zero_grad()\n", "")]
)
def test_it_goes_where_each_step_clears_its_own(cleared: str, body: str) -> None:
    text, left = moved(main(cleared) + train(body))
    assert not left and "zero_grad" not in text
    assert (
        "    optimizer = optim.SGD(model.trainable_params(), lr=0.1)\n"
        "    train(model, optimizer, data)\n"
    ) in text


TRAINER = """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, data):
        self.optimizer.zero_grad()
        self.train(data)

    def train(self, data):
        for x in data:
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()

"""
HOLDER = """\
class Holder:
    def __init__(self, model):
        self.count = 0
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def clear(self):
        self.count += 1
        self.optimizer.zero_grad()

"""


def test_what_an_object_holds_is_cleared_for_others() -> None:
    text, left = moved(HEAD + HOLDER + train(STEP))
    assert "self.optimizer.zero_grad()" in text and left


def test_unless_it_is_the_object_that_trains() -> None:
    text, left = moved(HEAD + TRAINER)
    assert not left
    assert "    def fit(self, data):\n        self.train(data)\n" in text
