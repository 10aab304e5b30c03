"""Proves a migrated model: both frameworks, the same weights, the same inputs."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mindport.target import Mode

from .compare import Comparison
from .jobs import GIGABYTE, Job, JobResult
from .pool import Worker
from .verify_job import BUILD

EVALUATION, TRAINING = False, True


class VerificationError(Exception):
    """One of the frameworks could not run the model; ``side`` says which.

    ``places`` are the user's files that the error came through and their lines, as they ran, the
    innermost last.
    """

    def __init__(self, side: str, message: str, places: Sequence[tuple[str, int]] = ()) -> None:
        super().__init__(message)
        self.side = side
        self.places = tuple(places)


@dataclass(frozen=True, slots=True)
class Verification:
    """What came out: one comparison of the outputs for each mode that was asked for.

    ``carried`` weights found their parameter; ``lacking`` names those of either side that did not.
    """

    comparisons: Mapping[bool, Comparison]
    carried: int
    lacking: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs by more than was allowed."""
        return not self.lacking and all(c.outcome == "equal" for c in self.comparisons.values())


def with_builder(source: str, expression: str) -> str:
    """``source`` with a function at its end that makes the model, so that it is migrated too."""
    return f"{source.rstrip()}\n\n\ndef {BUILD}():\n    return {expression}\n"


def verify(
    path: str,
    source: str,
    migrated: Mapping[str, str],
    inputs: Sequence[str],
    *,
    modes: Sequence[bool] = (EVALUATION,),
    device: str = "CPU",
    execution: Mode = "PYNATIVE",
    rtol: float = 1e-5,
    atol: float = 1e-6,
    torch_python: str = sys.executable,
    mindspore_python: str = sys.executable,
    timeout: float = 600.0,
    memory: int = 8 * GIGABYTE,
) -> Verification:
    """Run the model that ``source`` builds (see ``with_builder``) and its migrated text.

    ``migrated`` holds the texts of ``path`` and of what it imports, by absolute path; ``inputs``
    are torch expressions. The migrated model gets the weights of the first, and runs in MindSpore's
    mode ``execution``. Dropout layers are switched off. ``timeout`` in seconds, for each framework.

    Raises FrameworkError where a framework is missing, VerificationError where a run fails.
    """
    with tempfile.TemporaryDirectory(prefix="mindport-verify-") as folder:
        shared = {"path": path, "modes": list(modes), "folder": folder}
        first = {"source": source, "inputs": list(inputs), **shared}
        chosen = {"device": device, "execution": execution, "rtol": rtol, "atol": atol}
        second = {"texts": dict(migrated), **chosen, **shared}
        call = "mindport.runtime.verify_job"
        with Worker.start("torch", torch_python) as worker:
            job = Job(f"{call}:torch_side", first, timeout=timeout, memory=memory)
            _value("torch", worker.submit(job), migrated)
        with Worker.start("mindspore", mindspore_python) as worker:
            job = Job(f"{call}:mindspore_side", second, timeout=timeout, memory=memory)
            answer = _value("mindspore", worker.submit(job), migrated)
    found = (Comparison(**one) for one in answer["comparisons"])
    plan = answer["plan"]
    lacking = [*plan["missing"], *plan["unexpected"], *(one[0] for one in plan["mismatched"])]
    return Verification(dict(zip(modes, found, strict=True)), len(plan["pairs"]), tuple(lacking))


def _value(side: str, result: JobResult, files: Collection[str]) -> Any:
    if result.outcome == "ok":
        return result.value
    if result.error is None:
        raise VerificationError(side, f"{result.outcome}. {result.stderr[-500:]}")
    places = [(frame["path"], frame["line"]) for frame in result.error.frames]
    own = [place for place in places if place[0] in files]
    message = f"{result.error.type}: {result.error.message}"
    raise VerificationError(side, message, own)
