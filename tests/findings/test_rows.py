"""Values with a leading axis of length 1 that are written to a row."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\n\ndef gae(net, last, rewards, n):\n    found = torch.zeros((n, 4))\n"


@pytest.mark.parametrize(
    "body",
    [
        "found[0] = last.reshape(-1)",
        "found[:1] = last.reshape(1, -1)",
        "found[0] = last.reshape(1, -1).sum(0)",
        "other = torch.zeros((n, 1, 4))\n    other[0] = last.reshape(1, -1)",
        "found[rewards > 0] = last.reshape(1, -1)",
        "value, other = last, last.reshape(1, -1)\n    found[0] = 0.9 * value",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert not [f for f in findings(f"{HEAD}    {body}\n") if f.code == "MP102"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "found[0] = last.reshape(1, -1)",
            "found[0] = last.reshape(1, -1).reshape(-1)",
        ),
        (
            "value = last.view(1, -1)\n    for t in reversed(range(n)):\n"
            "        found[t] = rewards[t] + 0.9 * value",
            "found[t] = (rewards[t] + 0.9 * value).reshape(-1)",
        ),
        (
            "value = last.view(1, -1)\n    for t in range(n):\n"
            "        found[t] = value = rewards[t] + value",
            "        value = rewards[t] + value\n        found[t] = value.reshape(-1)\n",
        ),
        (
            "value = last.view(1, -1)\n    for t in range(n):\n"
            "        found[t] = value = (rewards[t] + value)",
            "        value = (rewards[t] + value)\n        found[t] = value.reshape(-1)\n",
        ),
        (
            "value = last.view(1, -1)\n    for t in range(n):\n"
            "        new = value if t == 0 else rewards[t]\n        found[t] = old = new * 0.9",
            "        found[t] = old.reshape(-1)\n",
        ),
        (
            "value, other = last.view(1, -1), last\n    found[0] = 0.9 * value",
            "found[0] = (0.9 * value).reshape(-1)",
        ),
    ],
)
def test_a_row_of_one_axis_takes_the_value_as_one_axis(before: str, after: str) -> None:
    assert after in fixed(f"{HEAD}    {before}\n")


@pytest.mark.parametrize("made", ["rewards", "torch.zeros(n)"])
def test_any_other_row_gives_the_value_its_shape(made: str) -> None:
    source = f"{HEAD}    found = {made}\n    found[0] = last.reshape(1, -1)\n"
    assert ".reshape(1, -1)\n" in fixed(source)
    assert "last.reshape(1, -1).reshape(found[0].shape)" in fixed(source, unsafe=True)


def test_the_shape_of_what_is_made_alike() -> None:
    source = f"{HEAD}    alike = torch.zeros_like(found)\n    alike[0] = last.reshape(1, -1)\n"
    assert "alike[0] = last.reshape(1, -1).reshape(-1)\n" in fixed(source)
