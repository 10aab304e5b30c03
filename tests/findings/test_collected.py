"""What a list holds when torch changes it in place by ``+=`` (MP209)."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings


def told(body: str) -> bool:
    head = "import torch\n\n\ndef f(xs: list, h: torch.Tensor, n: int):\n    y = h * 2\n"
    return any(f.code == "MP209" for f in findings(head + indent(body, "    ") + "\n"))


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(n):\n    y += h\nxs.append(y)\nreturn xs",
        "for i in range(n):\n    y = y + h\n    xs.append(y)\nreturn xs",
        "for i in range(n):\n    y = h * i\n    y += h\n    xs.append(y)\nreturn xs",
        "for i in range(n):\n    y += h\n    xs.append(y.clone())\nreturn xs",
        "for i in range(n):\n    y += h\n    xs.append(y.mean().item())\nreturn xs",
        "for i in range(n):\n    xs.append(i)\n    y += h\nreturn xs, y",
        "total = 0\nfor i in range(n):\n    total += h.mean().item()\n    xs.append(total)\nreturn xs",
        "for i in range(n):\n    total = 0\n    total += h\n    xs.append(total)\nreturn xs",
        "xs.append(y)\ny = h + 1\ny += h\nreturn xs, y",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert not told(body)


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(n):\n    y += h\n    xs.append(y)\nreturn xs",
        "for i in range(n):\n    xs.append(y)\n    y *= 2\nreturn xs",
        "xs.append(y)\ny += h\nreturn xs, y",
        "while n:\n    n -= 1\n    y += h\n    yield y, n",
        "total = 0\nfor i in range(n):\n    total += h\n    xs.append(total)\nreturn xs",
        "total = 0.0\nfor i in range(n):\n    total += h * i\n    xs.insert(0, {'total': total})\nreturn xs",
    ],
)
def test_what_a_list_holds_changes_in_torch(body: str) -> None:
    assert told(body)
