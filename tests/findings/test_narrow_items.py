"""``item()`` in compiled code of tensors whose dtype graph mode does not read so."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, migrated


@pytest.mark.parametrize(
    "body",
    [
        "return x * x.sum().item()",
        "return x * x.long()[0, 0].item()",
        "return x * int(x.byte()[0, 0])",
    ],
    ids=["unknown", "int64", "int already"],
)
def test_leaves_alone(body: str) -> None:
    assert "MP402" not in codes(forward(body))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = x.byte()[0, 0].item()\nreturn x * n", "n = int(x.byte()[0, 0])"),
        ("n = x.short()[0, 0].item()\nreturn x * n", "n = int(x.short()[0, 0])"),
        ("return x * x.half().max().item()", "x * float(x.half().max())"),
        ("h = x.half()\nreturn x * h[0, 0].item()", "x * float(h[0, 0])"),
    ],
)
def test_its_number_is_read_by_python(body: str, expected: str) -> None:
    assert "MP402" in codes(forward(body))
    text, left = migrated(forward(body))
    assert expected in text
    assert left == []
