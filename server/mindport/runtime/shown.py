"""A plain value in one line, for people. Needs numpy."""

from __future__ import annotations

import numpy as np

from .plain import Array, Leaf, Name, Plain

FEW = 12  # elements that are written out
FIRST = 4  # elements of a larger tensor
MANY = 1000  # elements from which on their distribution says more
LONGEST = 300


def shown(value: Plain) -> str:
    """``float32 [2, 2]: [[1, 0.5], [0, 2]]``; of large tensors the first elements, of very large
    ones mean, deviation and limits."""
    text = _shown(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _shown(value: Plain) -> str:
    if isinstance(value, Leaf):
        return f"{value.dtype} {list(value.array.shape)}: {_elements(value.array)}"
    if isinstance(value, Name):
        return f"{value.kind} {value.name}".strip()
    if isinstance(value, list):
        return f"({', '.join(map(_shown, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(item)}' for key, item in value.items())}}}"
    return _number(value) if isinstance(value, float) else repr(value)


def _elements(array: Array) -> str:
    if array.size >= MANY and array.dtype.kind in "fiu":
        wide = array.astype(np.float64)
        figures = (wide.mean(), wide.std(), wide.min(), wide.max())
        return "mean {}, std {}, min {}, max {}".format(*map(_number, map(float, figures)))
    if array.size > FEW:
        return f"{', '.join(map(_number, array.ravel()[:FIRST].tolist()))}, …"
    return _nested(array.tolist())


def _nested(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_nested, value))}]"
    return _number(value)


def _number(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, (float, complex)) else repr(value)
