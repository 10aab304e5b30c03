"""A dtype that may be None: torch then takes that of the tensor, or of the value."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\n"


def rewritten(signature: str, call: str) -> str:
    """The value that a function with ``signature`` gives back."""
    text = fixed(f"{HEADER}def f(x: torch.Tensor, {signature}):\n    return {call}\n")
    return text.rpartition("return ")[2].strip()


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("x.to(dtype=dtype)", "x.astype(dtype)"),
        ("torch.full((2,), 0.5, dtype=dtype)", "ops.full((2,), 0.5, dtype=dtype)"),
        ("x.new_zeros(3, dtype=dtype)", "ops.zeros((3,), dtype=dtype)"),
    ],
)
def test_leaves_alone_a_dtype_that_is_one(call: str, after: str) -> None:
    assert rewritten("dtype: torch.dtype", call) == after
    assert rewritten("dtype: torch.dtype = torch.float32", call) == after


@pytest.mark.parametrize(
    "signature",
    [
        "dtype=None",
        "*, dtype: torch.dtype | None = None",
        "dtype: torch.dtype | None",
        "dtype: Optional[torch.dtype]",
    ],
)
@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("x.to(dtype=dtype)", "x.to(dtype)"),
        ("x.to(x.device, dtype)", "x.to(dtype)"),
        ("torch.full((2,), 0.5, dtype=dtype)", "ops.full((2,), 0.5, dtype=dtype or ms.float32)"),
        (
            "torch.full((2,), 7, dtype=dtype)",
            "ops.full((2,), 7, dtype=dtype or ms.tensor(7).dtype)",
        ),
        ("x.new_zeros(3, dtype=dtype)", "ops.zeros((3,), dtype=dtype or x.dtype)"),
        ("x.new_full((3,), 2, dtype=dtype)", "ops.full((3,), 2, dtype=dtype or x.dtype)"),
        ("torch.hann_window(4, dtype=dtype)", "ops.hann_window(4, dtype=dtype or ms.float32)"),
    ],
)
def test_none_stands_for_torchs_own_choice(signature: str, call: str, after: str) -> None:
    assert rewritten(signature, call) == after


@pytest.mark.parametrize(
    ("field", "after"),
    [
        ("torch.dtype", "x.astype(config.dtype)"),
        ("torch.dtype = torch.float32", "x.astype(config.dtype)"),
        ("torch.dtype = None", "x.to(config.dtype)"),
        ("Optional[torch.dtype] = None", "x.to(config.dtype)"),
        ("torch.dtype | None", "x.to(config.dtype)"),
    ],
)
def test_a_field_of_a_class_may_be_none(field: str, after: str) -> None:
    head = f"{HEADER}@dataclass\nclass Config:\n    dtype: {field}\n\n\n"
    text = fixed(
        f"{head}def f(x: torch.Tensor, config: Config):\n    return x.to(dtype=config.dtype)\n"
    )
    assert text.rpartition("return ")[2].strip() == after
