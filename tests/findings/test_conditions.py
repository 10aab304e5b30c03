"""Gradients that are cleared under the condition of the step."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n"
RUN = """
def run(model, loader, optimizer, criterion, train, args):
    for x, y in loader:
{}
        print(loss)
"""
FORWARD = "loss = criterion(model(x), y)\n"


def written(first: str, between: str, second: str) -> str:
    body = (
        f"if {first}:\n    optimizer.zero_grad()\n{between}{FORWARD}"
        f"if {second}:\n    loss.backward()\n    optimizer.step()\n"
    )
    return HEAD + RUN.format(indent(body, " " * 8).rstrip())


@pytest.mark.parametrize(
    ("first", "between", "second"),
    [
        pytest.param("train", "", "not train", id="another condition"),
        pytest.param("train", "train = y is not None\n", "train", id="a name with another value"),
        pytest.param("ready()", "", "ready()", id="a call"),
        pytest.param(
            "model.training", "model.eval()\n", "model.training", id="a mode that is changed"
        ),
        pytest.param("args.train", "args.train = y\n", "args.train", id="an attribute that is set"),
    ],
)
def test_leaves_marked(first: str, between: str, second: str) -> None:
    source = written(first, between, second)
    assert "value_and_grad" not in fixed(source)
    (told,) = [f for f in findings(source) if f.code == "MP306"]
    assert told.severity == "error"


@pytest.mark.parametrize("test", ["train", "args.train and not args.dry", "train is True"])
def test_the_same_condition_holds_for_both(test: str) -> None:
    after = fixed(written(test, "", test))
    body = after[after.index("    for x, y in loader:") :]
    assert body == (
        "    for x, y in loader:\n"
        f"        if {test}:\n"
        "            loss, grads = grad_fn(x, y)\n"
        "            optimizer(grads)\n"
        "        else:\n"
        "            loss = forward_fn(x, y)\n"
        "        print(loss)\n"
    )


EITHER = """import torch
from torch import nn


class Trainer:
    def __init__(self, model, optimizer, early=False):
        self.model, self.optimizer = model, optimizer
        self.early = early

    def run_step(self, data):
        if self.early:
            self.optimizer.zero_grad()
        loss = self.model(data).mean()
        if not self.early:
            self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("        if not self.early:\n", "        if self.early:\n"),
        ("        if not self.early:\n", "        if not self.late:\n"),
        ("        self.early = early\n", "        self.early = early\n\n    def set(self, early):\n        self.early = early\n"),
        ("        loss = self", "        self.model(data).mean().backward()\n        loss = self"),
    ],
)  # fmt: skip
def test_what_may_not_clear_in_one_of_two_places_is_told(line: str, other: str) -> None:
    assert "loss.backward()" in fixed(EITHER.replace(line, other), unsafe=True)


def test_what_clears_in_one_of_two_places() -> None:
    text = fixed(EITHER, unsafe=True)
    assert "        def forward_fn():\n            loss = self.model(data).mean()\n" in text
    assert "(grads)" in text
    assert "zero_grad" not in text and "if" not in text
