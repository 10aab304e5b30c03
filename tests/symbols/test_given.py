"""What an optimizer's parameters may hold, by the form of the argument."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import find
from mindport.symbols.given import may_hold_groups

PLAIN = [
    "opt(net.parameters())",
    "opt(list(filter(f, net.parameters())))",
    "ps = [p for p in net.parameters()]\nopt(ps)",
]
GROUPS = [
    "opt([{'params': net.parameters()}])",
    "opt(ps)",
    "from common import ps\nps = list(ps)\nopt(ps)",
    "from common import ps\nps = [p for p in ps if p.requires_grad]\nopt(ps)",
    "a = list(b)\nb = list(a)\nopt(a)",
]


def holds_groups(source: str) -> bool:
    tree = ast.parse(source)
    (call,) = [c for c in find(tree, ast.Call) if ast.unparse(c.func) == "opt"]
    return may_hold_groups(call.args[0], tree)


@pytest.mark.parametrize("source", PLAIN)
def test_parameters_alone(source: str) -> None:
    assert not holds_groups(source)


@pytest.mark.parametrize("source", GROUPS)
def test_may_be_groups(source: str) -> None:
    assert holds_groups(source)
