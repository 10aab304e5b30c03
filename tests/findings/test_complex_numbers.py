"""Complex numbers of Python's that tensors are given, or made of."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nimport numpy as np\nx: torch.Tensor\n"


def told(source: str) -> list[str]:
    said = [f.message.en for f in findings(HEADER + source)]
    return [message for message in said if "takes no complex number" in message]


@pytest.mark.parametrize(
    "source",
    [
        "x.mul(2)",
        "x == 1",
        "x[0] = 1.5",
        "torch.full((2,), 1j)",
        "x.fill_(1j)",
        "z = [1j]\nz[0] = 2j",
        "1j == complex(0, 1)",
        "torch.tensor([1j])",
        "np.mean([1j])",
        "torch.device('cpu')\nprint(1j)",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "x.mul(1j)",
        "torch.add(x, 1 + 2j)",
        "torch.pow(x, exponent=2j)",
        "z = 2j\nx.sub(z)",
        "x == 1j",
        "x[0] = 3j",
        "x.mul(1.j)",
        "torch.masked_fill(x, x > 0, complex(0, 1))",
    ],
)
def test_is_told(source: str) -> None:
    assert len(told(source)) == 1


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("torch.tensor([1 + 2j, 3])", "ms.tensor([1 + 2j, 3], dtype=ms.complex64)"),
        ("torch.tensor([1, 3])", "ms.tensor([1, 3])"),
        ("y = x.masked_fill(x > 0, 2.j)", "x.masked_fill(x > 0, ms.tensor(2.j, dtype=x.dtype))"),
        ("y = x.masked_fill(x > 0, 2.0)", "y = x.masked_fill(x > 0, 2.0)"),
        ("torch.tensor([1j], dtype=torch.complex128)", "ms.tensor([1j], dtype=ms.complex128)"),
        ("torch.tensor([np.ones(3)])", "ms.tensor(np.array([np.ones(3)]))"),
        ("torch.tensor(range(3))", "ms.tensor(list(range(3)))"),
        ("z = 2j\ny = x * z", "y = complex_product(x, z)"),
        ("abs(torch.tensor([3 + 4j]))", "ops.ComplexAbs()(ms.tensor([3 + 4j]"),
    ],
)
def test_what_is_made_of_numbers(source: str, after: str) -> None:
    assert after in fixed(HEADER + source + "\n")


def test_what_may_be_an_array_is_left_to_a_person() -> None:
    source = "y = torch.tensor(1j * k)\n"
    assert source in fixed(HEADER + source)
    assert "dtype=ms.complex64" in fixed(HEADER + source, unsafe=True)
