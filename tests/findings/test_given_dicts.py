"""Graph mode gives a dict of losses as keys and values, where the function that is differentiated
reads one.

That the numbers are torch's is shown by ``tests/scenarios/programs/losses_by_name.py``.
"""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

TAKEN_APART = "(tuple(parts.keys()), tuple(parts.values()))"
MADE = "parts = dict(zip(*parts))"


def migrated(forward: str, behind: str = "print(parts)", mode: str = "GRAPH") -> str:
    source = """
    import torch

    def train(net, optimizer, x, y):
        for step in range(5):
            optimizer.zero_grad()
            FORWARD
            loss.backward()
            optimizer.step()
            BEHIND
    """
    lines = ("\n" + " " * 12).join(dedent(forward).strip().splitlines())
    text = dedent(source.replace("FORWARD", lines).replace("BEHIND", behind))
    config = Config(target=Target(devices=("CPU",), mode=mode))
    made = fix_document(Document("example.py", text), config, Workspace(), unsafe=True)
    again = fix_document(made.document, config, Workspace(), unsafe=True)
    assert again.document.text == made.document.text
    assert "has_aux=True" in made.document.text or "print" not in behind
    return made.document.text


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param("parts = net(x)\nloss = parts.mean()\n", id="a tensor"),
        pytest.param("parts = net(x)\nloss = parts[0] + parts[1]\n", id="a tuple"),
        pytest.param(
            'parts = {"box": {"a": net(x)}}\nloss = parts["box"]["a"].mean()\n',
            id="a dict with a dict in it",
        ),
    ],
)
def test_leaves_alone(forward: str) -> None:
    text = migrated(forward)
    assert "return loss, parts\n" in text
    assert "dict(zip(" not in text


def test_leaves_a_dict_alone_that_is_handed_through() -> None:
    text = migrated("loss, parts = net(x, y)\n", behind='print(parts["box"])')
    assert "return loss, parts\n" in text
    assert "(loss, parts), grads = grad_fn()\n" in text


def test_leaves_a_dict_alone_that_nothing_reads_later() -> None:
    text = migrated("parts = net(x, y)\nloss = sum(parts.values())\n", behind="pass")
    assert "return loss\n" in text


def test_leaves_dicts_alone_outside_of_graph_mode() -> None:
    text = migrated("parts = net(x, y)\nloss = sum(parts.values())\n", mode="PYNATIVE")
    assert "return loss, parts\n" in text


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param("parts = net(x, y)\nloss = sum(parts.values())\n", id="values"),
        pytest.param('parts = net(x, y)\nloss = parts["cls"] + parts["box"]\n', id="items"),
        pytest.param('parts = net(x, y)\nloss = parts["cls"]\n', id="the loss is an item"),
        pytest.param(
            "parts = net(x, y)\nloss = sum(parts[k] for k in parts.keys())\n", id="by key"
        ),
        pytest.param(
            'out = net(x, y)\nparts = {"cls": out["cls"], "box": out["box"]}\n'
            'loss = parts["cls"] + parts["box"]\n',
            id="made of items of another",
        ),
        pytest.param(
            'parts = {"box": net(x).mean()}\nloss = net.total(parts)\n', id="given to a method"
        ),
    ],
)
def test_gives_keys_and_values(forward: str) -> None:
    text = migrated(forward)
    assert f"    return loss, {TAKEN_APART}\n" in text
    assert f"(loss, parts), grads = grad_fn()\n            {MADE}\n" in text.replace(
        "\n        ", "\n            "
    ).replace("                ", "            ")


def test_makes_the_dict_anew_where_gradients_are_added() -> None:
    source = """
    import torch

    def train(net, optimizer, loader):
        optimizer.zero_grad()
        for step, x in enumerate(loader):
            parts = net(x)
            loss = sum(parts.values())
            loss.backward()
            if step % 2:
                optimizer.step()
                optimizer.zero_grad()
            print(parts)
    """
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", dedent(source))
    text = fix_document(document, config, Workspace(), unsafe=True).document.text
    assert f"return loss, {TAKEN_APART}\n" in text
    assert (
        f"(loss, parts), grads = grad_fn(x)\n        {MADE}\n        total_grads = grads if" in text
    )


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        pytest.param(
            "",
            f"""\
    if train:
        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)
        (loss, parts), grads = grad_fn()
        {MADE}
        optimizer(grads)
    else:
        loss, parts = forward_fn()
        {MADE}
""",
            id="under its condition",
        ),
        pytest.param(
            "    log(parts)\n",
            f"""\
    if train:
        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)
        (loss, parts), grads = grad_fn()
        {MADE}
    else:
        (loss, parts), grads = forward_fn(), None
        {MADE}
    log(parts)
""",
            id="asked before",
        ),
    ],
)
def test_makes_the_dict_anew_where_there_is_no_step(between: str, expected: str) -> None:
    source = f"""\
import torch

def step(net, optimizer, x, log, train):
    parts = net(x)
    loss = sum(parts.values())
{between}    if train:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return parts["box"].item()
"""
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", source)
    text = fix_document(document, config, Workspace(), unsafe=True).document.text
    assert expected in text
