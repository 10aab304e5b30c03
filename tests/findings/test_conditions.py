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
