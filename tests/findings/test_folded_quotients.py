"""Quotients of whole numbers that graph mode knows when it compiles."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, migrated


@pytest.mark.parametrize(
    "body",
    [
        "return x * torch.arange(4).float() / 6",
        "return x * (torch.arange(4, dtype=torch.float32) / 6)",
        "return x * (torch.arange(0.0, 4.0) / 6)",
        "return x * ((x > 0).long() / 6)",
        "return x * ((x > 0).sum() / x.shape[0])",
        "return x * (torch.arange(4) // 2)",
        "return x * (torch.arange(4) * 0.5)",
        "return x * (torch.ones(4) / 2)",
        "return torch.arange(4) / x",
        "n = x.shape[0] / 2\nreturn x * n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * (torch.arange(0, 8, 2) / 8)", "arange(0, 8, 2).float() / 8)"),
        ("return x * (torch.arange(x.shape[1]) / x.shape[1])", ".float() / x.shape[1])"),
        ("i = torch.arange(4)\nreturn x * (i / 4)", "(i.float() / 4)"),
        ("return x * ((torch.arange(4) + 1) / 4)", " + 1).float()) / 4)"),
        ("return x + torch.tensor([1, 2, 3, 4]) / 2", "([1, 2, 3, 4]).float() / 2"),
        ("return x * (torch.arange(1, 5) / torch.arange(2, 6))", "arange(1, 5).float() / "),
    ],
)
def test_is_cast_before(body: str, expected: str) -> None:
    assert codes(forward(body)) == ["MP402"]
    text, left = migrated(forward(body))
    assert expected in text.replace("ops.", "").replace("mint.", "")
    assert left == []


def test_in_pynative_it_stays() -> None:
    assert found(forward("return x * (torch.arange(4) / 6)"), "PYNATIVE") == []
