"""Numbers that float32 does not hold become float64 tensors beside float64 tensors."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import math\nimport numpy as np\nimport torch\nx: torch.Tensor\nd = x.double()\n"


def told(source: str) -> list[str]:
    return [f.message.en for f in findings(HEADER + source) if "rounds a number" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        "x * 0.1",
        "d.float() * 0.1",
        "d * 0.5",
        "d + 3",
        "d / 1e8",
        "d * float('inf')",
        "d * factor",
        "d * torch.tensor(0.1, dtype=torch.float64)",
        "np.zeros(3, dtype=np.float64) * 0.1",
        "0.1 * 0.2",
        "d * (1 / 0)",
        "d // 0.1",
        "d % 0.1",
        "d //= 0.1",
        "0.1 in d",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source", ["d % 3", "d // 2", "d.float() % 0.1", "x // 0.1", "7 % 0.1", "'%s' % 0.1"]
)
def test_leaves_quotients_alone(source: str) -> None:
    assert not any("takes a quotient" in f.message.en for f in findings(HEADER + source))


@pytest.mark.parametrize(
    "source",
    ["d % 0.1", "d // (2 * math.pi)", "d %= 0.7", "d % d[0]", "d.remainder(0.1)", "7.0 % d"],
)
def test_quotients_that_round_to_whole_ones_are_told(source: str) -> None:
    assert any("1.0 // 0.1 is" in f.message.en for f in findings(HEADER + source))


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("y = d * 0.1\n", "y = d * ms.tensor(0.1, ms.float64)\n"),
        ("y = 1e-3 / d\n", "y = ms.tensor(1e-3, ms.float64) / d\n"),
        ("y = d - -0.1\n", "y = d - ms.tensor(-0.1, ms.float64)\n"),
        ("y = 2 * math.pi * d\n", "y = ms.tensor(2 * math.pi, ms.float64) * d\n"),
        ("y = d > 0.3\n", "y = d > ms.tensor(0.3, ms.float64)\n"),
        ("d += 0.7\n", "d += ms.tensor(0.7, ms.float64)\n"),
        ("y = d * 1e300\n", "y = d * ms.tensor(1e300, ms.float64)\n"),
        (
            "y = torch.ones(3, dtype=torch.float64) ** 0.3\n",
            "y = mint.ones((3,), dtype=ms.float64) ** ms.tensor(0.3, ms.float64)\n",
        ),
    ],
)
def test_keeps_all_digits(source: str, after: str) -> None:
    assert fixed(HEADER + source).endswith(after)
