"""Functions that call themselves in graph mode, and the forms of their arguments."""

from __future__ import annotations

import pytest

from .test_graph import codes, migrated

NET = """
import torch
from torch import nn

def total(items, half, scale=1.0):
    if isinstance(items, list):
        loss = 0
        for item in items:
            loss += total({inner})
        return loss
    return items.mean() * scale if half else items.mean()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return total({outer})
"""


def net(inner: str, outer: str) -> str:
    return NET.format(inner=inner, outer=outer)


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ("item, half, scale", "[x, x], True, 2.0"),
        ("item, half, scale=scale", "[x, x], True, scale=2.0"),
        ("item, half", "[x, x], True"),
    ],
)
def test_one_form_is_left_alone(inner: str, outer: str) -> None:
    assert codes(net(inner, outer)) == []


def test_a_function_that_does_not_call_itself_is_left_alone() -> None:
    source = net("item, half, scale", "[x, x], True, scale=2.0").replace(
        "total(item, half, scale)", "item.mean()"
    )
    assert codes(source) == []


@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        ("item, half, scale", "[x, x], True, scale=2.0", "return total([x, x], True, 2.0)"),
        ("item, half, scale=scale", "[x, x], True, 2.0", "total(item, half, scale)"),
        ("item, half, scale", "[x, x], True", "return total([x, x], True, 1.0)"),
        ("item, half, scale", "[x, x], scale=2.0, half=True", "return total([x, x], True, 2.0)"),
        ("item, half, scale", "items=[x], half=True, scale=x.mean()", "total([x], True, x.mean())"),
    ],
)
def test_arguments_are_given_by_position(inner: str, outer: str, expected: str) -> None:
    text, left = migrated(net(inner, outer))
    assert expected in text
    assert left == []


def test_what_cannot_be_put_in_order_is_told() -> None:
    assert codes(net("item, half, scale", "*[[x, x], True]")) == ["MP402"]
