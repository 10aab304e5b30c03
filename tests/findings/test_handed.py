"""MP401: a parameter with a default of its own name is handed in where the gradient is taken."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

SOURCE = """\
import mindspore as ms
from mindspore import nn

net = nn.Dense(4, 1)


def step(x, label):
    def forward_fn({0}):
        label.copy_(label + 1)
        return (net(x) - label).mean(), label

    grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params(), has_aux=True)
    {1}
    return loss, grads
"""
CALL = "(loss, label), grads = grad_fn()"


def fixed(parameters: str, call: str = CALL, unsafe: bool = True, mode: Mode = "GRAPH") -> str:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    document = Document("example.py", SOURCE.format(parameters, call))
    return fix_document(document, config, Workspace(), unsafe=unsafe).document.text


@pytest.mark.parametrize(
    ("parameters", "call"),
    [
        ("label", "(loss, label), grads = grad_fn(label)"),
        ("label=label, k=1", CALL),
        ("label=label", f"label = x\n    {CALL}"),
        ("label=label", f"for _ in range(2):\n        {CALL}"),
        ("label=label", f"{CALL}\n    print(grad_fn())"),
    ],
    ids=["handed in", "another default", "bound between", "loop", "two calls"],
)
def test_left_alone(parameters: str, call: str) -> None:
    assert f"def forward_fn({parameters}):" in fixed(parameters, call)


def test_it_is_for_graph_mode_and_not_safe() -> None:
    assert "forward_fn(label=label)" in fixed("label=label", mode="PYNATIVE")
    assert "forward_fn(label=label)" in fixed("label=label", unsafe=False)


def test_handed_in_at_the_call() -> None:
    text = fixed("label=label")
    assert "def forward_fn(label):\n" in text
    assert "(loss, label), grads = grad_fn(label)\n" in text


def test_behind_what_is_handed_in_already() -> None:
    text = fixed("x, label=label", "(loss, label), grads = grad_fn(2 * x)")
    assert "def forward_fn(x, label):\n" in text
    assert "grad_fn(2 * x, label)\n" in text
