"""The worker's half of repeated examples: runs a migrated one again and again in one process.

MindSpore keeps kernels from call to call, and what one of them keeps of a call may come out in the
next: each run begins with the same inputs and random numbers, so that all are to give the same.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from . import plain
from .compare import compare
from .errors import describe
from .example_job import evaluate_mindspore
from .inputs import make_inputs
from .shown import shown

# Sums of several threads are not rounded alike.
RTOL, ATOL = 1e-4, 1e-5


def repeated(source: str, names: Collection[str], times: int, seconds: float) -> dict[str, Any]:
    """Run a migrated example up to ``times`` times, for ``seconds`` at most.

    Returns:
        "runs", and where one came out unlike the first: "run" (its number, from 1), and what each
        gave ("first", "other").
    """
    import mindspore

    def once() -> plain.Plain:
        inputs = make_inputs(names, mindspore.Tensor)
        try:
            value, _ = evaluate_mindspore(source, inputs, {}, "value", [])
            return plain.from_mindspore(value)
        except (KeyboardInterrupt, MemoryError):
            raise
        except BaseException as error:
            return describe(error)

    begun = time.monotonic()
    first = once()
    runs = 1
    while runs < times and time.monotonic() - begun < seconds:
        other = once()
        runs += 1
        found = compare(first, other, RTOL, ATOL)
        if found.outcome != "equal":
            return {"runs": runs, "run": runs, "first": shown(first), "other": shown(other)}
    return {"runs": runs}
