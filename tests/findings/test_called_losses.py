"""Losses with weights that a function makes and calls at once: the loss's function in graph mode."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

LOSS = """
import torch
from torch import nn

def loss_fn(x, y, w):
    {}
"""


def body(statements: str, mode: Mode = "GRAPH") -> str:
    """The statements of a function, migrated."""
    source = LOSS.format(statements.replace("\n", "\n    "))
    config = Config(target=Target(devices=("CPU",), mode=mode))
    text = fix_document(Document("a.py", source), config, Workspace(), unsafe=True).document.text
    return text.partition("def loss_fn(x, y, w):\n    ")[2].replace("\n    ", "\n").rstrip()


@pytest.mark.parametrize(
    "source",
    [
        "return nn.NLLLoss()(x, y)",
        "return nn.NLLLoss(ignore_index=255)(x, y)",
        "return nn.NLLLoss(w)",
        "loss = nn.NLLLoss(w)\nreturn loss(x, y), loss",
        "loss = nn.NLLLoss(w)\nw = w * 2\nreturn loss(x, y)",
        "loss = nn.NLLLoss(w)\nfor one in x:\n    loss(one, y)",
        "return nn.NLLLoss(*w)(x, y)",
        "return nn.NLLLoss(weight=W)(x, y)",
        "return nn.NLLLoss(weight=None)(x, y)",
        "return nn.NLLLoss(w)(*x)",
    ],
)
def test_others_stay_layers(source: str) -> None:
    assert "NLLLoss(" in body(source)


def test_a_layer_stays_in_pynative_mode() -> None:
    assert "NLLLoss(" in body("return nn.NLLLoss(w)(x, y)", "PYNATIVE")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "return nn.CrossEntropyLoss(weight=w, ignore_index=255)(x, y)",
            "return ops.cross_entropy(x, y, weight=w, ignore_index=255)",
        ),
        ("return nn.CrossEntropyLoss(w)(x, y)", "return ops.cross_entropy(x, y, weight=w)"),
        (
            "loss = torch.nn.CrossEntropyLoss(w)\nreturn loss(x, y) * 2",
            "return ops.cross_entropy(x, y, weight=w) * 2",
        ),
        (
            "if w is not None:\n    loss = nn.CrossEntropyLoss(w)\n    x = loss(x, y)\nreturn x",
            "if w is not None:\n    x = ops.cross_entropy(x, y, weight=w)\nreturn x",
        ),
        (
            "return nn.BCEWithLogitsLoss(pos_weight=w, reduction='none')(x, y)",
            "return ops.binary_cross_entropy_with_logits(x, y, pos_weight=w, reduction='none')",
        ),
    ],
)
def test_the_function_is_given_the_weights(source: str, expected: str) -> None:
    assert body(source) == expected
