"""``range`` of a tensor in compiled code."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, migrated


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(x.shape[0]):\n    x = x * 2\nreturn x",
        "for i in range(len(x)):\n    x = x * 2\nreturn x",
        "n = int((x[:, 0] > 0).sum())\nfor i in range(n):\n    x = x * 2\nreturn x",
        "n = (x[:, 0] > 0).sum().item()\nfor i in range(1, n):\n    x = x * 2\nreturn x",
        "for i in range(self.depth):\n    x = x * 2\nreturn x",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert codes(forward(body)) == []


def test_an_argument_may_be_a_number() -> None:
    source = forward("for i in range(n):\n    x = x * 2\nreturn x")
    assert codes(source.replace("forward(self, x)", "forward(self, x, n)")) == []


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("range(n)", "range(int(n))"),
        ("range(1, n + 1)", "range(1, int(n + 1))"),
        ("range(n - 1, -1, -1)", "range(int(n - 1), -1, -1)"),
    ],
)
def test_is_made_an_int(limit: str, expected: str) -> None:
    source = forward(f"n = (x[:, 0] > 0).sum()\nfor i in {limit}:\n    x = x * 2\nreturn x")
    assert codes(source) == ["MP402"]
    text, left = migrated(source)
    assert f"for i in {expected}:" in text
    assert left == []


def test_in_pynative_it_stays() -> None:
    source = forward("n = (x[:, 0] > 0).sum()\nfor i in range(n):\n    x = x * 2\nreturn x")
    assert found(source, "PYNATIVE") == []
