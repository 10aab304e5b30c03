"""``values()`` before ``items()`` of one dict, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, migrated

DICT = "d = {'a': x.sum(), 'b': x.mean()}\n"
ITEMS = "for k, v in d.items():\n    s = s + v\n"


@pytest.mark.parametrize(
    "body",
    [
        DICT + "return sum(d.values())",
        DICT + "s = x.max()\n" + ITEMS + "return s + sum(d.values())",
        DICT + "s = sum(d.values())\nfor k in d:\n    s = s + d[k]\nreturn s",
        DICT + "s = sum(d.values())\nfor k in d.keys():\n    s = s + d[k]\nreturn s + d['a']",
        DICT + "e = {'c': x}\ns = sum(e.values())\n" + ITEMS + "return s",
        DICT + "s = x * len(d.values())\n" + ITEMS + "return s",
        DICT + "s = sum(d.values())\nd['c'] = x.max()\n" + ITEMS + "return s",
        DICT + "s = sum(d.values())\nd = {'c': x.max()}\n" + ITEMS + "return s",
        DICT + "e = {k: v * 2 for k, v in d.items()}\nreturn sum(e.values())",
        "d = {'a': 1.0, 'b': 2.0}\ns = x * sum(d.values())\n" + ITEMS + "return s",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert codes(forward(body)) == []


def test_in_pynative_nothing_is_told() -> None:
    source = forward(DICT + "s = sum(d.values())\n" + ITEMS + "return s")
    assert found(source, "PYNATIVE") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            DICT + "s = sum(d.values())\n" + ITEMS + "return s",
            "s = sum([value for _, value in d.items()])",
        ),
        (
            DICT + "s = x.max()\nfor v in d.values():\n    s = s + v\n" + ITEMS + "return s",
            "for v in [value for _, value in d.items()]:",
        ),
        (
            DICT
            + "s = x.max()\nfor i in range(2):\n    for k, v in d.items():\n        s = s + v\n"
            + "    s = s + sum(d.values())\nreturn s",
            "s = s + sum([value for _, value in d.items()])",
        ),
        (
            DICT + "e = {k: v * 2 for k, v in d.items()}\nreturn e['a'] + sum(d.values())",
            "return e['a'] + sum([value for _, value in d.items()])",
        ),
        (
            DICT + "e = d\ns = sum(e.values())\n" + ITEMS + "return s",
            "s = sum([value for _, value in e.items()])",
        ),
    ],
)
def test_the_values_are_taken_from_the_items(body: str, expected: str) -> None:
    assert codes(forward(body)) == ["MP402"]
    text, left = migrated(forward(body))
    assert expected in text
    assert left == []
