"""The worker's half of repeated examples: runs a migrated one again and again in one process.

MindSpore keeps kernels from call to call, and what one of them keeps of a call may come out in the
next, of the same shapes or of others: each run begins with the same inputs and random numbers, so
that all are to give the same, whatever ran between.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from . import plain
from .compare import compare
from .errors import describe
from .example_job import evaluate_mindspore
from .inputs import enlarged, make_inputs
from .plain import Array
from .shown import shown

# Sums of several threads are not rounded alike.
RTOL, ATOL = 1e-4, 1e-5


def repeated(source: str, names: Collection[str], times: int, seconds: float) -> dict[str, Any]:
    """Run a migrated example up to ``times`` times, for ``seconds`` at most: the first two times with
    its inputs in larger sizes behind it, where it takes those.

    Returns:
        "runs", and where one came out unlike the first of its size: "run" (its number, from 1), and
        what each gave ("first", "other").
    """
    given: dict[str, Array] = make_inputs(names, lambda array: array)
    sizes = [given, *enlarged(given)]
    begun = time.monotonic()
    firsts: list[plain.Plain] = []
    while len(firsts) < len(sizes) and (not firsts or time.monotonic() - begun < seconds / 2):
        firsts.append(_once(source, sizes[len(firsts)]))
    took = [0, *(size for size in range(1, len(firsts)) if not _failed(firsts[size]))]
    runs = 1
    while runs < times and time.monotonic() - begun < seconds:
        runs += 1
        for size in took if runs == 2 else (0,):
            other = _once(source, sizes[size])
            if _failed(other) and not _failed(firsts[0]) and len(took) < len(firsts):
                return {"runs": runs}  # an error while MindSpore differentiates breaks what follows
            if compare(firsts[size], other, RTOL, ATOL).outcome != "equal":
                both = {"first": shown(firsts[size]), "other": shown(other)}
                return {"runs": runs, "run": runs, **both}
    return {"runs": runs}


def _once(source: str, inputs: dict[str, Array]) -> plain.Plain:
    """What the example gives for these inputs; of an error its description."""
    import mindspore

    mindspore.set_context(pynative_synchronize=True)  # an error must not reach the next run
    tensors = {name: mindspore.Tensor(array) for name, array in inputs.items()}
    try:
        value, _ = evaluate_mindspore(source, tensors, {}, "value", [])
        return plain.from_mindspore(value)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        return describe(error)


def _failed(value: plain.Plain) -> bool:
    return isinstance(value, dict) and "frames" in value
