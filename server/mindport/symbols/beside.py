"""What the other files around one do, as far as it matters in it; each is asked when it is needed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mindport.symbols.turns import Freezing


@dataclass(frozen=True)
class Beside:
    """Whether a file around one differentiates a derivative again, what they freeze, and their calls of
    a function of the file, each with the tree that it stands in; None where they may call more."""

    differentiates_twice: Callable[[], bool] = bool
    freezing: Callable[[], Freezing] = Freezing
    calls: Callable[[str], Sequence[tuple[ast.Module, ast.Call]] | None] = lambda name: ()
