"""What the other files around one do, as far as it matters in it; each is asked when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mindport.symbols.turns import Freezing


@dataclass(frozen=True)
class Beside:
    """Whether a file around one differentiates a derivative again, and what they freeze."""

    differentiates_twice: Callable[[], bool] = bool
    freezing: Callable[[], Freezing] = Freezing
