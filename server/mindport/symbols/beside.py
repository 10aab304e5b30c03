"""What the other files around one do, as far as it matters in it; each is asked when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Beside:
    """Whether a file around one differentiates a derivative again, and whether a network of one
    freezes a part of itself for good."""

    differentiates_twice: Callable[[], bool] = bool
    freezes: Callable[[], bool] = bool
