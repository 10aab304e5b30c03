"""Items of lists, tuples and dicts that a number picks which the network computes, in graph mode."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, migrated

TENSORS = "o = [x, x * 2, x * 3]\n"
TOLD = {"MP402", "MP407", "MP408"}


def told(body: str) -> list[str]:
    return [code for code in codes(forward(body)) if code in TOLD]


@pytest.mark.parametrize(
    "body",
    [
        TENSORS + "return o[0] + o[-1]",
        TENSORS + "return o[x.shape[0] % 2]",
        TENSORS + "return o[x.size(0) - 1] + o[len(x) - 1]",
        TENSORS + "for i in range(3):\n    x = x + o[i]\nreturn x",
        TENSORS + "for i, row in enumerate(x):\n    x = x + o[i]\nreturn x",
        TENSORS
        + "for i in range(int(x.sum())):\n    x = x * 2\nfor i in range(3):\n    x = x + o[i]\n"
        "return x",
        TENSORS + "return torch.stack(o)[x.argmax()]",
        "w = [1.0, 2.0]\nreturn x * w[int(x.argmax())]",
        "w = [1.0, 2.0]\ni = x.argmax().item()\nreturn x * w[i]",
        "return x * x.shape[int(x.argmax())]",
        "return x[x.argmax()]",
        "d = {'a': x}\nfor k in ('a',):\n    x = x + d[k]\nreturn x",
        "d = {'a': x.exp()}\nk = list(d.keys())[0]\nreturn d[k]",
        "d = {'a': x.exp()}\nk = list(d)[0]\nreturn d[k]",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize("name", ["i", "layer"])
def test_an_argument_may_be_a_number(name: str) -> None:
    source = forward(TENSORS + f"return o[{name}]").replace("(self, x)", f"(self, x, {name})")
    assert "MP407" not in codes(source)


def test_in_pynative_nothing_is_told() -> None:
    assert found(forward(TENSORS + "return o[x.argmax()]"), "PYNATIVE") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (TENSORS + "return o[int(x.sum())]", "ops.stack(o)[int(x.sum())]"),
        (TENSORS + "i = x[0, 0].long()\nreturn o[i]", "ops.stack(o)[i]"),
        (
            "o = []\nfor k in range(3):\n    o.append(x * k)\nreturn o[int(x.sum())]",
            "ops.stack(o)[int(",
        ),
        ("return x.chunk(2)[int(x.sum())]", "ops.stack(x.chunk(2))[int(x.sum())]"),
    ],
)
def test_tensors_are_stacked(body: str, expected: str) -> None:
    assert told(body) == ["MP407"]
    text, left = migrated(forward(body))
    assert expected in text
    assert "MP407" not in left


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("w = [1.0, 2.0]\nreturn x * w[x[0].argmax()]", "w[int("),
        ("w = (1, 2)\ni = x[0, 0].long()\nreturn x * w[i + 1]", "w[int(i + 1)]"),
    ],
)
def test_the_place_of_a_number_is_made_an_int(body: str, expected: str) -> None:
    assert told(body) == ["MP407"]
    text, left = migrated(forward(body))
    assert expected in text
    assert "MP407" not in left


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (TENSORS + "return o[: int(x.sum())][0]", "MP407"),
        ("o = [(x, 1), (x * 2, 2)]\ny, n = o[int(x.sum())]\nreturn y * n", "MP407"),
        ("d = {0: x, 1: x * 2}\nreturn d[int(x.sum() > 0)]", "MP402"),
        ("k = ['a', 'b'][int(x.sum() > 0)]\nreturn x * 2 if k == 'a' else x", "MP402"),
    ],
)
def test_is_told_before_and_after_the_fixes(body: str, code: str) -> None:
    assert code in told(body)
    assert code in migrated(forward(body))[1]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("o = []\nfor i in range(int(x.sum())):\n    o.append(x * i)\nreturn sum(o)", "MP408"),
        ("s = 0\nfor i in range(int(x.sum())):\n    s = s + x[i, 0]\nreturn s", "MP408"),
        ("return sum([x * i for i in range(int(x.sum()))])", "MP402"),
        ("n = x[0, 0].long().item()\nreturn x * sum([1.0] * n)", "MP402"),
    ],
)
def test_loops_and_lists_of_a_computed_number(body: str, code: str) -> None:
    assert code in told(body)
    assert code in migrated(forward(body))[1]


@pytest.mark.parametrize(
    "body",
    [
        "o = []\nfor i in range(x.shape[0]):\n    o.append(x * i)\nreturn sum(o)",
        "s = 0\nfor i in range(len(x)):\n    s = s + x[i, 0]\nreturn s",
        "return sum([x * i for i in range(x.size(0))])",
        "return x * sum([1.0] * x.shape[0])",
        "s = x * 0\nfor i in range(int(x.sum())):\n    s = s + x[i]\nreturn s",
    ],
)
def test_known_numbers_are_left_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("self.pick([x, x * 2], x.argmax())", ["MP407"]),
        ("self.pick([x, x * 2], 1)", []),
        ("self.pick(x, x.argmax())", []),
    ],
)
def test_what_a_method_is_handed(call: str, expected: list[str]) -> None:
    source = (
        forward(f"return {call}") + "\n    def pick(self, items, n):\n        return items[n]\n"
    )
    assert [code for code in codes(source) if code in TOLD] == expected
