"""Torch's own samples: how they are written, what is counted, what is named as the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mindport.runtime.samples import Kind, Sample, Seen, record

torch = pytest.importorskip("torch")

from mindport.runtime.sample_source import (  # noqa: E402
    UnwritableError,
    symbols_of,
    written,
)

X = torch.zeros(2, 3)
Y = torch.zeros(3)


def source(symbol: str, name: str, *args: Any, **kwargs: Any) -> str:
    return written(symbol, name, args[0], args[1:], kwargs).source


WRITTEN = {
    "a function": (("torch.add", "add", X, Y), {"alpha": 2}, "torch.add(x, y, alpha=2)"),
    "a functional": (
        ("torch.nn.functional.relu", "nn.functional.relu", X),
        {"inplace": True},
        "F.relu(x, inplace=True)",
    ),
    "a method": (("torch.Tensor.add", "add", X, Y), {}, "x.add(y)"),
    "in place": (
        ("torch.Tensor.add_", "add", X, Y),
        {},
        "x = x.clone()\nx.add_(y)\nx",
    ),
    "several results": (
        ("torch.sort", "sort", torch.arange(3), 0),
        {},
        "values, indices = torch.sort(x, 0)\nvalues, indices",
    ),
    "indices that torch leaves open": (
        ("torch.sort", "sort", X, 0),
        {},
        "values, indices = torch.sort(x, 0)\nvalues",
    ),
    "an order that torch promises": (
        ("torch.sort", "sort", X),
        {"stable": True},
        "values, indices = torch.sort(x, stable=True)\nvalues, indices",
    ),
    "one result of a function that may have several": (
        ("torch.Tensor.max", "max", X),
        {},
        "x.max()",
    ),
    "indices asked for": (
        ("torch.nn.functional.max_pool1d", "nn.functional.max_pool1d", X, 2),
        {"return_indices": True},
        "output, indices = F.max_pool1d(x, 2, return_indices=True)\noutput, indices",
    ),
    "what gives its receiver": (
        ("torch.Tensor.resolve_conj", "resolve_conj", X),
        {},
        "result = x.resolve_conj()",
    ),
    "an operator": (("torch.Tensor.__add__", "add", X, Y), {}, "x + y"),
    "a negative operand": (("torch.Tensor.__pow__", "pow", X, -2), {}, "x ** (-2)"),
    "a reflected operator": (("torch.Tensor.__rsub__", "__rsub__", X, 3), {}, "3 - x"),
    "an augmented operator": (("torch.Tensor.__iadd__", "add", X, Y), {}, "x += y\nx"),
    "the same tensor twice": (("torch.mul", "mul", X, X), {}, "torch.mul(x, x)"),
    "a list of tensors": (("torch.cat", "cat", [X, X]), {"dim": -1}, "torch.cat([x, x], dim=-1)"),
    "infinity": (
        ("torch.nan_to_num", "nan_to_num", X),
        {"posinf": float("inf")},
        "torch.nan_to_num(x, posinf=float('inf'))",
    ),
    "an index": (
        ("torch.Tensor.__getitem__", "__getitem__", X, (slice(0, 1), ..., None)),
        {},
        "x[0:1, ..., None]",
    ),
}


@pytest.mark.parametrize(("call", "keywords", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_written_as_a_person_would(
    call: tuple[Any, ...], keywords: dict[str, Any], expected: str
) -> None:
    assert source(*call, **keywords) == expected


@pytest.mark.parametrize(
    "value",
    [lambda item: item, torch.eye(2).to_sparse(), X.bfloat16()],
    ids=["lambda", "sparse", "bfloat16"],
)
def test_leaves_out_what_no_source_can_name(value: Any) -> None:
    with pytest.raises(UnwritableError):
        source("torch.add", "add", X, value)


def test_symbols_of_an_operator() -> None:
    assert symbols_of("add") == [
        "torch.add",
        "torch.Tensor.add",
        "torch.Tensor.add_",
        "torch.Tensor.__add__",
        "torch.Tensor.__iadd__",
    ]
    assert symbols_of("linalg.svd") == ["torch.linalg.svd"]
    assert symbols_of("__rsub__") == ["torch.Tensor.__rsub__"]


def seen(kind: Kind, source: str, dtype: str = "float32", size: int = 1) -> Seen:
    sample = Sample(
        "torch.f", source, (("x", "x1"),), f"x {dtype}", (), size, dtype, "value", Path(), size
    )
    return Seen(sample, kind, "value: expected 1, got 2" if kind == "wrong" else "")


def test_counts_and_the_smallest_case() -> None:
    found = [
        seen("equal", "torch.f(x)"),
        seen("wrong", "torch.f(x, 2)", size=9),
        seen("wrong", "torch.f(x, 1)", size=3),
        seen("marked", "torch.f(x, out=x)"),
    ]
    item = record(found)["torch.f"]
    assert (item["equal"], item["wrong"], item["marked"]) == (1, 2, 1)
    assert [case["source"] for case in item["cases"]] == ["torch.f(x, out=x)", "torch.f(x, 1)"]


def test_names_the_argument_that_all_of_them_share() -> None:
    found = [
        seen("equal", f"torch.f(x, k={size}, ceil_mode=False)", size=size) for size in range(5)
    ]
    found += [seen("wrong", f"torch.f(x, k={size}, ceil_mode=True)", size=size) for size in (1, 2)]
    (case,) = record(found)["torch.f"]["cases"]
    assert case["where"] == "ceil_mode=True"


def test_names_the_dtype_that_all_of_them_share() -> None:
    found = [seen("equal", "torch.f(x)", size=size) for size in range(5)]
    found += [seen("raises", "torch.f(x)", "int64", size) for size in (1, 2)]
    (case,) = record(found)["torch.f"]["cases"]
    assert case["where"] == "int64"
