"""Converts torch checkpoints (.pt, .pth, .safetensors) to MindSpore's .ckpt."""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .jobs import GIGABYTE, Job, JobResult
from .pool import Worker
from .weights import Pair, WeightPlan


class ConversionError(Exception):
    """A checkpoint that could not be converted; the message says why."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of a checkpoint.

    ``count`` entries were carried over. ``plan`` is there when a cell was named; where it has gaps,
    ``written`` is false unless they were allowed. ``left_out`` names entries that are no tensors.
    """

    written: bool
    count: int
    plan: WeightPlan | None
    left_out: tuple[str, ...]


def convert(
    path_in: str | Path,
    path_out: str | Path,
    *,
    cell: str | None = None,
    partial: bool = False,
    torch_python: str = sys.executable,
    mindspore_python: str = sys.executable,
    timeout: float = 600.0,
    memory: int = 16 * GIGABYTE,
) -> Conversion:
    """Write the weights of a torch checkpoint as a MindSpore checkpoint.

    ``cell`` names the cell that will load them, as "file.py:Net(10)" or "package.module:Net()",
    relative to the working folder; its code runs. Names and shapes become that cell's. Without it
    names and shapes stay torch's, which cells from ``mindspore.mint`` share.

    Raises FrameworkError where a framework is missing, ConversionError for everything else.
    """
    source, target = Path(path_in).absolute(), Path(path_out).absolute()
    if not source.is_file():
        raise ConversionError(f"There is no file {path_in}.")
    if target.suffix != ".ckpt":
        raise ConversionError(f"MindSpore's checkpoints end in .ckpt; {path_out} does not.")
    with tempfile.TemporaryDirectory(prefix="mindport-weights-") as folder:
        arrays, part = str(Path(folder, "weights.npz")), str(Path(folder, "out.ckpt"))
        read = Job(
            "mindport.runtime.checkpoint_job:read_torch",
            {"path": str(source), "arrays": arrays},
            timeout=timeout,
            memory=memory,
        )
        write = Job(
            "mindport.runtime.checkpoint_job:write_mindspore",
            {
                "arrays": arrays,
                "out": part,
                "cell": cell,
                "folder": str(Path.cwd()),
                "partial": partial,
            },
            timeout=timeout,
            memory=memory,
        )
        with Worker.start("torch", torch_python) as worker:
            left_out = _value(worker.submit(read))["left_out"]
        with Worker.start("mindspore", mindspore_python) as worker:
            answer = _value(worker.submit(write))
        if answer["written"]:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(part, target)
    return Conversion(answer["written"], answer["count"], _plan(answer["plan"]), tuple(left_out))


def _value(result: JobResult) -> Any:
    if result.outcome == "ok":
        return result.value
    if result.error is not None:
        raise ConversionError(f"{result.error.type}: {result.error.message}")
    raise ConversionError(f"The conversion ended early: {result.outcome}. {result.stderr[-500:]}")


def _plan(data: dict[str, Any] | None) -> WeightPlan | None:
    if data is None:
        return None
    return WeightPlan(
        pairs=tuple(Pair(p["torch"], p["parameter"], tuple(p["shape"])) for p in data["pairs"]),
        missing=tuple(data["missing"]),
        unexpected=tuple(data["unexpected"]),
        mismatched=tuple((m[0], tuple(m[1]), m[2], tuple(m[3])) for m in data["mismatched"]),
    )
