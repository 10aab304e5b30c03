"""Conditions on calls: real calls in; true, false or unknown out."""

from __future__ import annotations

import ast

import pytest

from mindport.document import Document
from mindport.knowledge.conditions import ConditionError, holds, parse
from mindport.rewrites.facts import facts_of
from mindport.symbols.flow import find_uses
from mindport.symbols.torch_api import load
from mindport.symbols.workspace import Workspace


def verdict(condition: str, call: str) -> bool | None:
    """The condition about the last torch call of ``call``."""
    source = f"import torch\nfrom torch import nn\nx: torch.Tensor\n{call}\n"
    document = Document("example.py", source)
    found = find_uses(ast.parse(source), "example.py", Workspace())
    facts, _ = facts_of(document, found.uses[-1], found, load())
    return holds(condition, facts)


@pytest.mark.parametrize(
    ("condition", "call", "expected"),
    [
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3)", True),
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3, padding_mode='circular')", False),
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3, padding_mode=mode)", None),
        ("padding_mode == 'zeros'", "layer = nn.Conv2d", True),
        ("given(bias)", "nn.Conv2d(3, 4, 3, bias=b)", True),
        ("given(bias)", "nn.Conv2d(3, 4, 3)", False),
        ("kind(padding) == 'tuple' and count(padding) == 2", "nn.Conv2d(3, 4, 3, padding=(1, 2))", True),
        ("kind(padding) == 'tuple'", "nn.Conv2d(3, 4, 3, padding=p)", None),
        ("not literal(padding)", "nn.Conv2d(3, 4, 3, padding=p)", True),
        ("kind(size) == 'tuple' or padding == 0", "nn.Conv2d(3, 4, 3)", True),
        ("padding == 1 and given(bias)", "nn.Conv2d(3, 4, 3, padding=p)", False),
        ("argc == 2", "x.transpose(0, 1)", True),
        ("context == 'call'", "x.transpose(0, 1)", True),
        ("count(size) == 2", "x.expand(2, 3)", True),
        ("kind(other) == 'tensor'", "x.max(x)", True),
        ("stride in (1, 2)", "nn.Conv2d(3, 4, 3, 2)", True),
        ("stride < 'a'", "nn.Conv2d(3, 4, 3, 2)", None),
    ],
)  # fmt: skip
def test_holds(condition: str, call: str, expected: bool | None) -> None:
    assert verdict(condition, call) is expected


@pytest.mark.parametrize("condition", ["import os", "f(x)", "x.y", "x[0]", "lambda: 1", "given()"])
def test_what_cannot_stand_in_a_condition(condition: str) -> None:
    with pytest.raises(ConditionError):
        parse(condition)
