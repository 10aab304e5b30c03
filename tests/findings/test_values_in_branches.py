"""Functions to differentiate whose names a condition may leave without a value."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n"
TRAIN = """
def train(model, loader, optimizer, criterion, weighted):
    best = 0
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
{}
        loss.backward()
        optimizer.step()
        print(loss, {})
"""


def trained(body: str, read: str) -> str:
    return fixed(HEAD + TRAIN.format(indent(body, " " * 8), read))


@pytest.mark.parametrize(
    ("body", "read"),
    [
        pytest.param("h = x * 2\nloss = criterion(model(h), y)", "h", id="every time"),
        pytest.param(
            "if weighted:\n    h = x * 2\nelse:\n    h = x\nloss = criterion(model(h), y)",
            "h",
            id="in each branch",
        ),
        pytest.param(
            "if weighted:\n    h = x\nelse:\n    raise ValueError\nloss = criterion(model(h), y)",
            "h",
            id="or the function ends",
        ),
        pytest.param(
            "loss = 0\nfor part in x:\n    h = model(part)\n    loss = loss + criterion(h, y)",
            "h",
            id="in a loop",
        ),
    ],
)
def test_leaves_names_alone_that_have_a_value(body: str, read: str) -> None:
    assert "None\n" not in trained(body, read)


def test_a_name_that_only_a_branch_binds_begins_as_none() -> None:
    body = (
        "out = model(x)\nif weighted:\n    w = y * 2\n    out = out * w\nloss = criterion(out, y)"
    )
    after = trained(body, "weighted and w")
    assert "    w = None\n" in after.partition("def forward_fn(")[0]
    assert "return loss, (w,)" in after
    assert "(loss, (w,)), grads = grad_fn(" in after


def test_none_stands_as_far_to_the_left_as_the_function_behind_it() -> None:
    source = (
        "def step(model, optimizer, criterion, x, y, weighted):\n"
        "    out = model(x)\n"
        "    if weighted:\n"
        "        w = y * 2\n"
        "        out = out * w\n"
        "    loss = criterion(out, y)\n"
        "    optimizer.zero_grad()\n"
        "    loss.backward()\n"
        "    optimizer.step()\n"
        "    return weighted and w\n"
    )
    assert "\n    w = None\n    def forward_fn(w):\n        out = model(x)\n" in fixed(
        HEAD + source
    )


def test_a_name_that_a_branch_changes_keeps_its_value() -> None:
    after = trained(
        "out = model(x)\nif out.max() > 0:\n    best = step\nloss = criterion(out, y)", "best"
    )
    assert "best = None" not in after
    assert "(loss, (best,)), grads = grad_fn(" in after
    assert "best" in after.partition("def forward_fn(")[2].partition(")")[0]


def test_none_comes_before_whatever_binds_the_name() -> None:
    source = (
        "def train(model, loader, optimizer, criterion, start):\n"
        "    if start:\n"
        "        h = start\n"
        "    for x, y in loader:\n"
        "        optimizer.zero_grad()\n"
        "        if y is None:\n"
        "            h = x\n"
        "        loss = criterion(model(h), y)\n"
        "        loss.backward()\n"
        "        optimizer.step()\n"
    )
    after = fixed(HEAD + source)
    assert "criterion, start):\n    h = None\n    if start:\n        h = start\n" in after


@pytest.mark.parametrize(
    "keeps",
    ["seen.append(lambda: h.sum())", "seen['h'] = lambda: h.sum()", "model.probe = lambda: h"],
)
@pytest.mark.parametrize("value", ["x * 2", "model.embed(x)"])
def test_a_kept_function_reads_what_later_rounds_bind(value: str, keeps: str) -> None:
    body = f"h = {value}\nout = model(h)\n{keeps}\nloss = criterion(out, y)"
    source = HEAD + "seen = []\n" + TRAIN.format(indent(body, " " * 8), "h")
    assert "value_and_grad" not in fixed(source)
    told = [f.message.en for f in findings(source) if f.code == "MP306"]
    assert any("a function made here is kept" in text for text in told)


def test_a_function_that_is_used_at_once_moves_along() -> None:
    body = "h = sorted(x, key=lambda v: v.sum() + len(x))\nloss = criterion(model(h), y)"
    assert "value_and_grad" in trained(body, "y")


def test_what_is_deleted_is_there() -> None:
    body = "out = model(x)\nloss = criterion(out, y)\ndel out"
    assert "(loss, out), grads = grad_fn(" in trained(body, "y")
