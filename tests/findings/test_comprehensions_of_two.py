"""Comprehensions with several ``for`` in compiled code."""

from __future__ import annotations

import pytest

from .test_graph import forward, found, migrated


@pytest.mark.parametrize(
    "body",
    [
        "sum = 2\nreturn [x * a for a in [1] for b in [2]]",
        "return [x * a for a in ([1] if self.count else [2]) for b in [2]]",
        "return {a: b for a in [1] for b in [2]}",
    ],
    ids=["another sum", "parentheses", "a dict"],
)
def test_told_without_a_fix(body: str) -> None:
    (finding,) = [one for one in found(forward(body)) if one.code == "MP401"]
    assert finding.fix is None


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (
            "return [x * a * b for a in [1, 2] for b in [3, 4]]",
            "return sum([[x * a * b for b in [3, 4]] for a in [1, 2]], [])",
        ),
        (
            "return [x * a for a, c in [(1, 2)] if c for b in range(a) if b if a]",
            "return sum([[x * a for b in range(a) if b if a] for a, c in [(1, 2)] if c], [])",
        ),
        (
            "return max(a for a in [1] for b in [2] for c in [3])",
            "return max(sum([sum([[a for c in [3]] for b in [2]], []) for a in [1]], []))",
        ),
    ],
)
def test_lists_are_added(body: str, after: str) -> None:
    text, left = migrated(forward(body))
    assert f"        {after}\n" in text
    assert "MP401" not in left
