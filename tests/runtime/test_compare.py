"""What counts as equal, and the worst of what does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mindport.runtime.compare import Verdict, compare
from mindport.runtime.plain import Leaf, Name, Plain, load, save


def leaf(values: object, dtype: str = "float32") -> Leaf:
    return Leaf("tensor", dtype, np.array(values, dtype=dtype))


INF, NAN = float("inf"), float("nan")
SAME: list[tuple[Plain, Plain]] = [
    (None, None),
    (True, True),
    (3, 3),
    (1.0, 1.0 + 1e-7),
    (NAN, NAN),
    (1 + 2j, 1 + 2j),
    ("mean", "mean"),
    (Name("dtype", "float32"), Name("dtype", "float32")),
    ([], []),
    (leaf([1.0, NAN, INF, -INF]), leaf([1.0, NAN, INF, -INF])),
    (leaf([1.0, 1000.0]), leaf([1.001, 1000.0])),
    (leaf([]), leaf([])),
    (leaf(2.0), leaf(2.0)),
    (leaf([1, 2], "int64"), leaf([1, 2], "int64")),
    ({"a": [leaf([1.0])], "b": None}, {"b": None, "a": [leaf([1.0])]}),
]


@pytest.mark.parametrize(("expected", "actual"), SAME)
def test_equal(expected: Plain, actual: Plain) -> None:
    found = compare(expected, actual)
    assert (found.outcome, found.where) == ("equal", "")


DIFFERENT: list[tuple[Plain, Plain, Verdict, str]] = [
    (None, False, "structure", "expected NoneType None, got bool False"),
    (leaf([1.0]), 1.0, "structure", "expected a tensor of shape [1], got float 1.0"),
    (leaf([1.0]), Leaf("array", "float32", np.ones(1)), "structure", "expected tensor, got array"),
    ([1, 2], [1], "structure", "expected 2 items, got 1 items"),
    ({"a": 1}, {"b": 1}, "structure", "expected keys ['a'], got ['b']"),
    ([leaf([1.0])], [leaf([[1.0]])], "shape", "[0]: expected shape [1], got shape [1, 1]"),
    ("mean", "sum", "value", "expected str 'mean', got str 'sum'"),
    (True, False, "value", "expected True, got False"),
    (1, 1.0, "dtype", "expected int 1, got float 1.0"),
    (leaf([1, 2], "int64"), leaf([1, 2], "int32"), "dtype", "expected int64, got int32"),
    (leaf([1, 2], "int64"), leaf([1, 3], "int32"), "value", "[1]: expected 2, got 3"),
    (leaf([1 << 60], "int64"), leaf([(1 << 60) + 1], "int64"), "value", "[0]: expected"),
    (leaf([1.0, NAN]), leaf([1.0, 0.0]), "value", "[1]: expected nan, got 0.0"),
    (leaf([INF]), leaf([-INF]), "value", "[0]: expected inf, got -inf"),
    (leaf([True], "bool"), leaf([False], "bool"), "value", "[0]: expected True, got False"),
    (Name("dtype", "float32"), Name("dtype", "float16"), "value", "expected dtype float32"),
    (Name("object", "A"), Name("object", "B"), "structure", "expected object A, got object B"),
]


@pytest.mark.parametrize(("expected", "actual", "outcome", "where"), DIFFERENT)
def test_different(expected: Plain, actual: Plain, outcome: Verdict, where: str) -> None:
    found = compare(expected, actual)
    assert found.outcome == outcome
    assert found.where.startswith(where)


def test_the_worst_place_is_named_with_its_difference() -> None:
    expected: Plain = {"out": [leaf([4.0, 2.0]), leaf([1.0])]}
    actual: Plain = {"out": [leaf([4.0, 3.0]), leaf([1.0])]}
    found = compare(expected, actual)
    assert found.outcome == "value"
    assert found.where == "['out'][0][1]: expected 2.0, got 3.0"
    assert found.greatest_absolute == 1.0
    assert found.greatest_relative == 0.25


def test_tolerances_are_the_callers() -> None:
    expected, actual = leaf([10.0]), leaf([10.1])
    assert compare(expected, actual).outcome == "value"
    assert compare(expected, actual, rtol=0.02, atol=0.0).outcome == "equal"
    assert compare(expected, actual, rtol=0.0, atol=0.2).outcome == "equal"


def test_shape_mode_ignores_values_and_nothing_else() -> None:
    assert compare(leaf([1.0]), leaf([2.0]), mode="shape").outcome == "equal"
    assert compare(leaf([1.0]), leaf([1.0, 2.0]), mode="shape").outcome == "shape"
    assert compare(leaf([1.0]), leaf([1], "int64"), mode="shape").outcome == "dtype"


def samples(kind: str, seed: int, count: int = 20000) -> Leaf:
    random = np.random.RandomState(seed)
    normal = random.standard_normal(count)
    drawn = {
        "normal": normal,
        "wider": normal * 1.2,
        "moved": normal + 0.2,
        "uniform": random.uniform(-(3**0.5), 3**0.5, count),  # mean and spread of "normal"
    }
    return Leaf("tensor", "float32", drawn[kind].astype("float32"))


def test_distribution_mode_takes_samples_of_one_distribution_as_equal() -> None:
    for seed in range(20):
        found = compare(
            samples("normal", seed), samples("normal", 100 + seed), 0.01, mode="distribution"
        )
        assert found.outcome == "equal", found


@pytest.mark.parametrize("kind", ["wider", "moved", "uniform"])
def test_distribution_mode_tells_distributions_apart(kind: str) -> None:
    found = compare(samples("normal", 1), samples(kind, 2), 0.01, mode="distribution")
    assert found.outcome == "value"
    assert "std" in found.where


def test_distribution_mode_wants_enough_samples() -> None:
    few = samples("normal", 1, 100)
    assert compare(few, few, mode="distribution").outcome == "structure"


def test_plain_values_survive_a_file(tmp_path: Path) -> None:
    value: Plain = {
        "none": None,
        "numbers": [True, 2, 0.1, NAN, INF, 1 + 2j],
        "text": "文",
        "name": Name("dtype", "int64"),
        "tensors": [leaf([[1.5, 2.0]]), leaf(3.0), leaf([]), leaf([1 + 1j], "complex64")],
        "bfloat16": Leaf("tensor", "bfloat16", np.ones(2, dtype="float32")),
    }
    save(tmp_path / "value.npz", value)
    assert compare(value, load(tmp_path / "value.npz"), 0.0, 0.0).outcome == "equal"
