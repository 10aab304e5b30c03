"""The worker's half of torch's own samples in MindSpore: runs them migrated and compares."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from . import plain
from .compare import Mode, compare
from .errors import describe
from .example_job import Weights, run_mindspore
from .held import compare_held
from .shown import shown

# Relative to the greatest value of a tensor; the second is absolute.
TOLERANCES: Mapping[str, tuple[float, float]] = {
    "float64": (1e-7, 1e-8),
    "float16": (2e-3, 1e-4),
}
TOLERANCE = (2e-5, 1e-6)
RESULTS = "results.jsonl"


def mindspore_samples(folder: str, tasks: Sequence[Mapping[str, Any]], device: str) -> None:
    """Run migrated samples one after the other; a line of results.jsonl for each.

    A task is ``{"index", "source", "mode", "dtype"}``. Whoever reads the results knows by what is
    missing which sample took the process down.
    """
    import mindspore

    mindspore.set_device(device)
    # An error of one sample must not reach the next.
    mindspore.set_context(pynative_synchronize=True)
    with Path(folder, RESULTS).open("a", encoding="utf-8") as results:
        for task in tasks:
            json.dump({"index": task["index"], **_mindspore_result(folder, task)}, results)
            results.write("\n")
            results.flush()


def _mindspore_result(folder: str, task: Mapping[str, Any]) -> dict[str, Any]:
    import mindspore

    stored = cast("dict[str, Any]", plain.load(Path(folder, f"{task['index']}.npz")))
    inputs = {name: built(item, mindspore.Tensor) for name, item in stored["inputs"].items()}
    mode = task["mode"]
    try:
        ran = run_mindspore(task["source"], inputs, cast(Weights, stored["weights"]), mode)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        return {"error": describe(error)}
    rtol, atol = TOLERANCES.get(task["dtype"], TOLERANCE)
    how: Mode = "shape" if mode == "shape" else "value"
    found = compare(stored["expected"], ran.value, rtol, atol, how)
    if found.outcome == "equal":
        found = compare_held(stored["before"], stored["held"], ran.held, rtol, atol, how)
    if found.outcome == "equal":
        return {"outcome": found.outcome}
    where = "; ".join(ran.notes) or found.where
    both = [shown(stored["expected"]), shown(ran.value)]
    return {"outcome": found.outcome, "where": where, "shown": both}


def built(item: Mapping[str, Any], to_tensor: Callable[[Any], Any]) -> Any:
    """A tensor as it was stored, with its place in memory."""
    tensor = to_tensor(np.ascontiguousarray(item["data"].array).reshape(item["data"].array.shape))
    if item["layout"] == "permuted":
        return tensor.permute(*item["axes"])
    return tensor[..., ::2] if item["layout"] == "gaps" else tensor
