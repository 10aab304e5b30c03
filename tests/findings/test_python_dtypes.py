"""Python's types as dtypes: torch takes int for int64, float for float64."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\n\n\ndef f(x: torch.Tensor, a, kind):\n    "


@pytest.mark.parametrize(
    "statement",
    [
        "b = a.astype(int)",
        "b = np.zeros(3, dtype=float)",
        "b = int(a)",
        "b = dict(dtype=int)",
        "b = read(a, dtype=float)",
        "b = a.to(int)",
    ],
)
def test_types_of_something_else_stay(statement: str) -> None:
    assert statement in fixed(HEAD + statement + "\n    return torch.abs(x)\n")


def test_a_name_of_the_file_is_no_type() -> None:
    source = "import torch\nfloat = torch.float16\ny = torch.zeros(3, dtype=float)\n"
    assert "float = ms.float16\ny = mint.zeros((3,), dtype=float)" in fixed(source)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.zeros(3, dtype=int)", "mint.zeros((3,), dtype=ms.int64)"),
        ("torch.as_tensor(a, dtype=float)", "ms.tensor(a, dtype=ms.float64)"),
        ("torch.ones_like(x, dtype=bool)", "ops.ones_like(x, dtype=ms.bool_)"),
        ("x.to(float)", "x.astype(ms.float64)"),
        ("x.to(dtype=int)", "x.astype(ms.int64)"),
        ("x.sum(dtype=int)", "x.sum(dtype=ms.int64)"),
    ],
)
def test_types_become_dtypes(call: str, after: str) -> None:
    assert f"    return {after}\n" in fixed(f"{HEAD}return {call}\n", unsafe=True)


@pytest.mark.parametrize(
    "value", ["math.log(a)", "math.sqrt(2) * 3", "-math.exp(2)", "2 / math.cos(a)"]
)
def test_functions_of_math_give_floats(value: str) -> None:
    source = f"import math\nimport torch\n\n\ndef f(n, a):\n    return torch.full([n], {value})\n"
    assert f"ops.full([n], {value}, dtype=ms.float32)" in fixed(source)


@pytest.mark.parametrize("value", ["math.floor(a)", "math.gcd(a, 2)", "math.prod(a)"])
def test_other_functions_of_math_may_give_ints(value: str) -> None:
    source = f"import math\nimport torch\n\n\ndef f(n, a):\n    return torch.full([n], {value})\n"
    assert "dtype=ms.float32" not in fixed(source)
