"""The inputs that every knowledge example may use by name, the same numbers in both frameworks.

Needs numpy, so it belongs in workers.

=====  =============================================================================
x1     float32 (6,)                normal
x2     float32 (3, 4)              normal
x3     float32 (2, 5, 8)           normal
x4     float32 (2, 3, 8, 8)        normal
x5     float32 (2, 3, 4, 8, 8)     normal
y1-y5  as x1-x5, other values
p1-p4  as x1-x4, between 0.05 and 0.95
m2     float32 (4, 5), so that x2 @ m2 works
s2     float32 (4, 4), square and well-conditioned
i1     int64 (6,), 0 to 5, each once
i2     int64 (3, 4), 0 to 3
i3     int64 (2, 5, 8), 0 to 4
b1-b4  bool, as x1-x4
t1     int64 (3,), class labels 0 to 3 for the rows of x2
d2     float64 (3, 4)
c2     complex64 (3, 4)
ids    int64 (2, 5), 0 to 9
n0     float32, no dimensions
e0     float32 (0, 4), no elements
=====  =============================================================================
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import numpy as np

from .plain import Array

SHAPES = {
    "1": (6,),
    "2": (3, 4),
    "3": (2, 5, 8),
    "4": (2, 3, 8, 8),
    "5": (2, 3, 4, 8, 8),
}

_Maker = Callable[[np.random.RandomState], Array]


def _normal(shape: tuple[int, ...]) -> _Maker:
    return lambda random: random.standard_normal(shape).astype(np.float32)


def _positive(shape: tuple[int, ...]) -> _Maker:
    return lambda random: random.uniform(0.05, 0.95, shape).astype(np.float32)


def _bools(shape: tuple[int, ...]) -> _Maker:
    return lambda random: random.random_sample(shape) < 0.5


def _whole(shape: tuple[int, ...], below: int) -> _Maker:
    return lambda random: random.randint(0, below, shape, dtype=np.int64)


_MAKERS: Mapping[str, _Maker] = {
    **{f"x{rank}": _normal(shape) for rank, shape in SHAPES.items()},
    **{f"y{rank}": _normal(shape) for rank, shape in SHAPES.items()},
    **{f"p{rank}": _positive(shape) for rank, shape in SHAPES.items() if rank != "5"},
    **{f"b{rank}": _bools(shape) for rank, shape in SHAPES.items() if rank != "5"},
    "m2": _normal((4, 5)),
    "s2": lambda random: (random.standard_normal((4, 4)) + 4 * np.eye(4)).astype(np.float32),
    "i1": lambda random: random.permutation(6).astype(np.int64),
    "i2": _whole((3, 4), 4),
    "i3": _whole((2, 5, 8), 5),
    "t1": _whole((3,), 4),
    "d2": lambda random: random.standard_normal((3, 4)),
    "c2": lambda random: (
        random.standard_normal((3, 4)) + 1j * random.standard_normal((3, 4))
    ).astype(np.complex64),
    "ids": _whole((2, 5), 10),
    "n0": lambda random: np.array(random.standard_normal(), dtype=np.float32),
    "e0": lambda _: np.zeros((0, 4), dtype=np.float32),
}

NAMES = frozenset(_MAKERS)
GREATEST = 300_000  # elements of an enlarged input, unless it is as it was

# New axes in front, and how often what is there is repeated along the first axis and the others.
_SIZES = (((), 2, 1), ((), 2, 2), ((), 300, 1), ((), 4, 4), ((), 20, 20), ((10, 100), 1, 1))


def make_inputs(names: Collection[str], to_tensor: Callable[[Array], Any]) -> dict[str, Any]:
    """The inputs among ``names``, as tensors; a name always stands for the same numbers."""
    return {
        name: to_tensor(maker(np.random.RandomState(zlib.crc32(name.encode()))))
        for name, maker in _MAKERS.items()
        if name in names
    }


def enlarged(inputs: Mapping[str, Array]) -> Iterator[dict[str, Array]]:
    """The inputs in other sizes that still go together: with more rows, longer along all axes, with
    two more axes.

    What they hold is repeated, so that indices stay within their bounds; what has no axes stays.
    """
    for front, rows, columns in _SIZES:
        yield {name: _enlarged(array, front, rows, columns) for name, array in inputs.items()}


def _enlarged(array: Array, front: tuple[int, ...], rows: int, columns: int) -> Array:
    if not array.ndim:
        return array
    times = (*front, rows, *(columns,) * (array.ndim - 1))
    return np.tile(array, times) if array.size * math.prod(times) <= GREATEST else array


def fixed_gradient(key: str, step: int, shape: tuple[int, ...]) -> Array:
    """The gradient that an optimizer is fed for the parameter ``key`` in one step."""
    random = np.random.RandomState(zlib.crc32(f"{key}:{step}".encode()))
    return random.standard_normal(shape).astype(np.float32)
