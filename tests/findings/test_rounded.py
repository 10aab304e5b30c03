"""``round`` of a number that the network computes, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, migrated


@pytest.mark.parametrize(
    "body",
    [
        "return x * round(x.shape[0] / 3, 1)",
        "return x * round(0.5 * x.shape[1])",
        "return x * round(x.numel() / 10)",
        "return x * x.round()",
        "return x * int(round(2.5))",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert codes(forward(body)) == []


def test_in_pynative_nothing_is_told() -> None:
    assert found(forward("return x * round(x[0, 0].item(), 1)"), "PYNATIVE") == []


@pytest.mark.parametrize(
    ("rounded", "expected"),
    [
        ("round(x[0, 0].item(), 1)", "float(ops.round(x[0, 0] * 10.0) / 10.0)"),
        ("round(float(x[0, 0] + 1), 2)", "float(ops.round((x[0, 0] + 1) * 100.0) / 100.0)"),
        ("round(float(x[0, 0]))", "int(ops.round(x[0, 0]))"),
    ],
)
def test_the_tensor_is_rounded(rounded: str, expected: str) -> None:
    assert codes(forward(f"return x * {rounded}")) == ["MP402"]
    text, left = migrated(forward(f"return x * {rounded}"))
    assert f"return x * {expected}" in text
    assert left == []


def test_is_told_where_the_tensor_is_not_seen() -> None:
    source = forward("n = x.sum().item()\nreturn x * round(n, 1)")
    assert codes(source) == ["MP402"]
    assert migrated(source)[1] == ["MP402"]
