"""MP407 of lists and dicts that grow in the middle of an expression."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, mended

LISTS = "a, b, d = [], list(), {}\ny = self.fc(x)\n"


@pytest.mark.parametrize(
    "statement",
    [
        "a.append(y)",
        "a.append(y); b.append(x)",
        "d.update({'y': y})",
        "y.add_(x), y.mul_(2)",
        "names = [k.upper() for k in ('a', 'b')]",
        "self.insert, n = 1, 2",
    ],
)
def test_what_is_right_is_left_alone(statement: str) -> None:
    assert "MP407" not in codes(forward(f"{LISTS}{statement}\nreturn y"))


@pytest.mark.parametrize(
    ("statement", "written"),
    [
        ("a.append(y), b.append(x)", "a.append(y)\n{0}b.append(x)\n"),
        ("(a.append(y), b.append((x, 2)))", "a.append(y)\n{0}b.append((x, 2))\n"),
        ("[a.append(y * k) for k in range(3)]", "for k in range(3):\n{0}    a.append(y * k)\n"),
        ("d.update(y=y), d.update(x=x)", "d.update(y=y)\n{0}d.update(x=x)\n"),
    ],
)
def test_each_call_becomes_a_statement(statement: str, written: str) -> None:
    body = f"{LISTS}for n in (1, 2):\n    {statement}\nreturn y"
    assert found(forward(body))[0].code == "MP407"
    text = mended(body)
    assert written.format(" " * 12) in text
    assert codes(text) == []


@pytest.mark.parametrize(
    "statement",
    [
        "self.training and a.append(y)",
        "a.append(y) if self.training else None",
        "_ = a.append(y)",
        "[a.append(k) for k in x if self.training]",
        "a.append(y), b.append(x)  # both",
        "add = a.append",
    ],
)
def test_others_are_told_alone(statement: str) -> None:
    told = [
        one for one in found(forward(f"{LISTS}{statement}\nreturn y")) if "append" in one.message.en
    ]
    assert {(one.code, one.severity, one.fix) for one in told} == {("MP407", "warning", None)}
    assert all(one.message.zh for one in told)
