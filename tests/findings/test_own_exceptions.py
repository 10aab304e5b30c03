"""Exceptions of the user's own in compiled code."""

from __future__ import annotations

import pytest

from .test_graph import forward, found, migrated

CLASSES = """
class WrongSize(ValueError):
    pass


class WrongSizes(Exception):
    def __init__(self, one, other):
        super().__init__(f"{one} and {other}")
"""
BODY = "if x.shape[0] > 1:\n    raise {0}\nreturn x"


@pytest.mark.parametrize(
    ("classes", "raised"),
    [
        ("from sizes import WrongSize\n", "WrongSize('x')"),
        (CLASSES.replace("ValueError", "OSError"), "WrongSize('x')"),
        (f"{CLASSES}\ncaught = WrongSize\n", "WrongSize('x')"),
    ],
    ids=["of another file", "a base that is not raised", "named elsewhere"],
)
def test_told_without_a_fix(classes: str, raised: str) -> None:
    findings = found(classes + forward(BODY.format(raised)))
    assert [one.fix for one in findings if one.code == "MP402"] == [None]


@pytest.mark.parametrize(
    ("raised", "after"),
    [
        ("WrongSize(f'size {x.shape[0]}')", "raise ValueError(f'size {x.shape[0]}')\n"),
        ("WrongSize", 'raise ValueError("WrongSize")\n'),
        ("WrongSizes(x.shape[0], 1)", 'raise Exception("WrongSizes")\n'),
    ],
)
def test_one_of_pythons_is_raised(raised: str, after: str) -> None:
    text, left = migrated(CLASSES + forward(BODY.format(raised)))
    assert after in text
    assert left == []
