"""What the names of a snippet hold when it has run: whether an operation changed its inputs.

A result may be torch's while the tensor that it was computed from is not, because one framework
writes into it and the other does not. Needs numpy, so it belongs in workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from .compare import Comparison, Mode, compare
from .plain import Leaf


def held_tensors(
    namespace: Mapping[str, Any],
    names: Iterable[str],
    kind: type,
    leaf_of: Callable[[Any], Leaf],
) -> dict[str, Leaf]:
    """The tensors that ``names`` stand for, without those that have no dense data."""
    found = {}
    for name in names:
        value = namespace.get(name)
        if isinstance(value, kind):
            with suppress(RuntimeError, TypeError, ValueError, NotImplementedError):
                found[name] = leaf_of(value)
    return found


def compare_held(
    before: Mapping[str, Leaf],
    expected: Mapping[str, Leaf],
    actual: Mapping[str, Leaf],
    rtol: float,
    atol: float,
    mode: Mode,
) -> Comparison:
    """Compare what the inputs' names hold afterwards in torch and in MindSpore.

    ``before`` is what they held. Of random values it counts whether they are new. A dtype counts
    for nothing: a name that the snippet binds again may hold what goes on from there.
    """
    for name in sorted(before.keys() & expected.keys() & actual.keys()):
        wanted, found = expected[name], actual[name]
        parted = Comparison("equal")
        if mode == "value":
            parted = compare(wanted, replace(found, dtype=wanted.dtype), rtol, atol)
        elif _same(before[name], wanted) != _same(before[name], found):
            new, old = "new numbers", "what it held"
            texts = (old, new) if _same(before[name], wanted) else (new, old)
            parted = Comparison("value", where="expected {}, got {}".format(*texts))
        if parted.outcome != "equal":
            return replace(parted, where=f"{name} afterwards: {parted.where}")
    return Comparison("equal")


def _same(before: Leaf, after: Leaf) -> bool:
    equal_nan = before.array.dtype.kind in "fc" and after.array.dtype.kind in "fc"
    return np.array_equal(before.array, after.array, equal_nan=equal_nan)
