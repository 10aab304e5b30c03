"""Which numbers that are written out have imaginary parts."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import find
from mindport.symbols.imaginary import is_imaginary

REAL = ["[1, 2.5]", "n", "[]", "n = 3; n", "complex", "cmath.exp(1)", "a + b", "'1j'"]
COMPLEX = [
    "1j",
    "-1j",
    "1 + 2j",
    "[1, 2j]",
    "((1, 2), (3, 4j))",
    "complex(1, 2)",
    "[1j] * 3",
    "2j * math.pi / 4",
    "[complex(n, 1) for n in values]",
    "z = 1j; [z, 2]",
    "n = 3; 1j / n",
    "1j if wanted else 2j",
]
OPEN = ["1j * k", "1j * np.arange(3)", "1j if wanted else 2", "[1j * k, 2]"]


def asked(source: str) -> bool | None:
    tree = ast.parse(source)
    last = list(find(tree, ast.Expr))[-1]
    return is_imaginary(last.value, tree)


@pytest.mark.parametrize("source", REAL)
def test_no_complex_number(source: str) -> None:
    assert asked(source) is False


@pytest.mark.parametrize("source", COMPLEX)
def test_a_complex_number(source: str) -> None:
    assert asked(source) is True


@pytest.mark.parametrize("source", OPEN)
def test_what_may_be_an_array_decides_the_dtype(source: str) -> None:
    assert asked(source) is None
