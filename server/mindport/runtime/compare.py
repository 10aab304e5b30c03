"""Compares two plain values: what torch computed and what MindSpore computed. Needs numpy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from .plain import Array, Leaf, Name, Plain

Verdict = Literal["equal", "dtype", "value", "shape", "structure"]
Mode = Literal["value", "shape", "distribution"]

_SEVERITY: tuple[Verdict, ...] = ("equal", "dtype", "value", "shape", "structure")
TINY = 1e-30
ENOUGH_SAMPLES = 1000
# Kolmogorov and Smirnov's distance of two samples of one distribution stays below this factor
# times sqrt(2 / n) in 9,999 of 10,000 draws; four standard errors hold as often for a mean.
SMIRNOV = 2.23
STANDARD_ERRORS = 4.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The worst verdict of all places compared.

    ``greatest_absolute`` is max|a - b|, ``greatest_relative`` is max|a - b| / max|a| of the worst
    tensor, a being what was expected. ``where`` names the place of the verdict and says what was
    there; it is empty for "equal".
    """

    outcome: Verdict
    greatest_relative: float = 0.0
    greatest_absolute: float = 0.0
    where: str = ""


def compare(
    expected: Plain,
    actual: Plain,
    rtol: float = 1e-5,
    atol: float = 1e-6,
    mode: Mode = "value",
) -> Comparison:
    """Compare two plain values.

    "value": a tensor is equal when max|a - b| <= atol + rtol * max|a|; NaN equals NaN, an infinity
    equals itself, whole numbers and bools are exact. "shape": structure, shape and dtype alone.
    "distribution": mean, spread and the empirical distribution of random values; ``rtol`` is what
    may differ beyond chance, and a tensor needs 1,000 samples at least.
    """
    worst = Comparison("equal")
    relative = absolute = 0.0
    for found in _places(expected, actual, "", rtol, atol, mode):
        relative = max(relative, found.greatest_relative)
        absolute = max(absolute, found.greatest_absolute)
        if _SEVERITY.index(found.outcome) > _SEVERITY.index(worst.outcome):
            worst = found
    return Comparison(worst.outcome, relative, absolute, worst.where)


def _places(
    expected: Plain, actual: Plain, where: str, rtol: float, atol: float, mode: Mode
) -> Iterator[Comparison]:
    if isinstance(expected, Leaf) and isinstance(actual, Leaf):
        if expected.kind != actual.kind:
            yield _parted("structure", where, expected.kind, actual.kind)
        yield _leaf(expected, actual, where, rtol, atol, mode)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield _parted("structure", where, f"{len(expected)} items", f"{len(actual)} items")
            return
        for index, pair in enumerate(zip(expected, actual, strict=True)):
            yield from _places(*pair, f"{where}[{index}]", rtol, atol, mode)
    elif isinstance(expected, dict) and isinstance(actual, dict):
        if expected.keys() != actual.keys():
            yield _parted("structure", where, f"keys {sorted(expected)}", f"{sorted(actual)}")
            return
        for key, item in expected.items():
            yield from _places(item, actual[key], f"{where}[{key!r}]", rtol, atol, mode)
    elif _is_number(expected) and _is_number(actual):
        yield _number(expected, actual, where, rtol, atol, mode)
    elif type(expected) is not type(actual):
        yield _parted("structure", where, _describe(expected), _describe(actual))
    elif expected != actual:
        verdict: Verdict = "structure" if _is_object(expected) else "value"
        yield _parted(verdict, where, _describe(expected), _describe(actual))


def _is_number(value: Plain) -> bool:
    return isinstance(value, (int, float, complex))


def _is_object(value: Plain) -> bool:
    return isinstance(value, Name) and value.kind != "dtype"


def _number(
    expected: Any, actual: Any, where: str, rtol: float, atol: float, mode: Mode
) -> Comparison:
    if type(expected) is not type(actual):
        return _parted("dtype", where, _describe(expected), _describe(actual))
    if mode != "value":
        return Comparison("equal")
    return _values(np.asarray(expected), np.asarray(actual), where, rtol, atol)


def _leaf(
    expected: Leaf, actual: Leaf, where: str, rtol: float, atol: float, mode: Mode
) -> Comparison:
    if expected.array.shape != actual.array.shape:
        shapes = (f"shape {list(leaf.array.shape)}" for leaf in (expected, actual))
        return _parted("shape", where, *shapes)
    measured = Comparison("equal")
    if mode == "value":
        measured = _values(expected.array, actual.array, where, rtol, atol)
    elif mode == "distribution":
        measured = _distribution(expected.array, actual.array, where, rtol)
    if measured.outcome == "equal" and expected.dtype != actual.dtype:
        parted = _parted("dtype", where, expected.dtype, actual.dtype)
        return Comparison(
            "dtype", measured.greatest_relative, measured.greatest_absolute, parted.where
        )
    return measured


def _values(expected: Array, actual: Array, where: str, rtol: float, atol: float) -> Comparison:
    if expected.size == 0:
        return Comparison("equal")
    if expected.dtype.kind not in "biufc" or actual.dtype.kind not in "biufc":
        same = bool(np.array_equal(expected, actual))
        return Comparison("equal") if same else _parted("value", where, "the data", "other data")
    wide = np.complex128 if "c" in expected.dtype.kind + actual.dtype.kind else np.float64
    exact = expected.dtype.kind in "biu" and actual.dtype.kind in "biu"
    a, b = expected.astype(wide), actual.astype(wide)
    # float64 does not hold every int64: whole numbers are compared as they are, and differ by one
    # at least.
    same = expected == actual if exact else (a == b) | (np.isnan(a) & np.isnan(b))
    finite = np.isfinite(a) & np.isfinite(b)
    with np.errstate(invalid="ignore", over="ignore"):
        difference = np.where(
            same, 0.0, np.where(finite, np.maximum(np.abs(a - b), float(exact)), np.inf)
        )
    absolute = float(difference.max())
    scale = float(np.abs(np.where(np.isfinite(a), a, 0.0)).max())
    relative = absolute / max(scale, TINY) if absolute else 0.0
    allowed = 0.0 if exact else atol + rtol * scale
    if bool(same.all()) or absolute <= allowed:
        return Comparison("equal", relative, absolute)
    worst = np.unravel_index(int(difference.argmax()), difference.shape)
    place = f"{where}[{', '.join(map(str, worst))}]" if worst else where
    return Comparison(
        "value", relative, absolute, _parted("value", place, expected[worst], actual[worst]).where
    )


def _distribution(expected: Array, actual: Array, where: str, rtol: float) -> Comparison:
    if expected.dtype.kind not in "biuf":
        return _parted("structure", where, "real numbers", str(expected.dtype))
    a = np.sort(expected.astype(np.float64), axis=None)
    b = np.sort(actual.astype(np.float64), axis=None)
    if a.size < ENOUGH_SAMPLES:
        return _parted("structure", where, f"{ENOUGH_SAMPLES} samples or more", str(a.size))
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return _parted("value", where, "finite samples", "others")
    chance = math.sqrt(2.0 / a.size)
    spread = float(a.std())
    absolute = max(abs(float(a.mean() - b.mean())), abs(spread - float(b.std())))
    relative = absolute / max(spread, TINY) if absolute else 0.0
    points = np.concatenate([a, b])
    distance = float(
        np.abs(
            np.searchsorted(a, points, "right") / a.size
            - np.searchsorted(b, points, "right") / b.size
        ).max()
    )
    if relative > rtol + STANDARD_ERRORS * chance or distance > rtol + SMIRNOV * chance:
        parted = _parted("value", where, _moments(a), _moments(b))
        return Comparison("value", relative, absolute, parted.where)
    return Comparison("equal", relative, absolute)


def _moments(samples: Array) -> str:
    figures = (samples.mean(), samples.std(), samples.min(), samples.max())
    return "mean {:.4g}, std {:.4g}, min {:.4g}, max {:.4g}".format(*map(float, figures))


def _parted(outcome: Verdict, where: str, expected: object, actual: object) -> Comparison:
    prefix = f"{where}: " if where else ""
    return Comparison(outcome, where=f"{prefix}expected {expected}, got {actual}")


def _describe(value: Plain) -> str:
    if isinstance(value, Leaf):
        return f"a {value.kind} of shape {list(value.array.shape)}"
    if isinstance(value, Name):
        return f"{value.kind} {value.name}".strip()
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__} of {len(value)}"
    return f"{type(value).__name__} {value!r}"[:80]
