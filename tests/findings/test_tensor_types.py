"""Questions for torch's tensor types: MindSpore has one tensor class, its dtype is asked for."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\n"
TENSOR = "isinstance(x, ms.Tensor)"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("y = type(x) == torch.LongTensor", id="the very class"),
        pytest.param("y = type(x) in (torch.LongTensor, torch.FloatTensor)", id="very classes"),
        pytest.param("y = isinstance(next(x), torch.LongTensor)", id="read once"),
        pytest.param("kinds = torch.LongTensor,\ny = isinstance(x, kinds)", id="by a name"),
    ],
)
def test_leaves_alone_and_tells(source: str) -> None:
    text = HEADER + source + "\n"
    assert source in fixed(text, unsafe=True)
    assert "error" in {finding.severity for finding in findings(text)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "isinstance(x, torch.LongTensor)", f"{TENSOR} and x.dtype == ms.int64", id="one"
        ),
        pytest.param(
            "isinstance(x, (torch.FloatTensor, torch.LongTensor))",
            f"{TENSOR} and x.dtype in (ms.float32, ms.int64)",
            id="two",
        ),
        pytest.param(
            "isinstance(x, (torch.ByteTensor, torch.cuda.ByteTensor))",
            f"{TENSOR} and x.dtype == ms.uint8",
            id="on both devices",
        ),
        pytest.param(
            "isinstance(x, (int, torch.BoolTensor))",
            f"isinstance(x, int) or ({TENSOR} and x.dtype == ms.bool_)",
            id="a number or a tensor",
        ),
        pytest.param("isinstance(x, (torch.Tensor, torch.LongTensor))", TENSOR, id="any tensor"),
        pytest.param(
            "not isinstance(x, torch.LongTensor)",
            f"not ({TENSOR} and x.dtype == ms.int64)",
            id="negated",
        ),
        pytest.param(
            "x.a and isinstance(x, torch.LongTensor)",
            f"x.a and {TENSOR} and x.dtype == ms.int64",
            id="behind and",
        ),
        pytest.param("x.type() == 'torch.LongTensor'", "x.dtype == ms.int64", id="a text"),
        pytest.param(
            "x.type() not in ('torch.LongTensor', 'torch.IntTensor')",
            "x.dtype not in (ms.int64, ms.int32)",
            id="texts",
        ),
    ],
)
def test_asks_for_the_dtype(before: str, after: str) -> None:
    text = fixed(f"{HEADER}def f(x):\n    return {before}\n")
    assert f"return {after}\n" in text
    assert "torch" not in text


@pytest.mark.parametrize(
    "test", ["isinstance(x, torch.cuda.HalfTensor)", "x.type() == 'torch.cuda.HalfTensor'"]
)
def test_types_of_a_device_alone_are_unsafe(test: str) -> None:
    source = f"{HEADER}def f(x):\n    return {test}\n"
    assert test in fixed(source)
    assert "x.dtype == ms.float16" in fixed(source, unsafe=True)
