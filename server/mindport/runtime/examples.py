"""Runs knowledge examples in both frameworks and tells how far they agree."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from .jobs import GIGABYTE, Job, JobResult
from .pool import Pool

ExampleMode = Literal["value", "shape", "distribution", "optimizer"]
ErrorKind = Literal["kernel", "type", "attribute", "crash", "timeout", "other"]
ExampleOutcome = Literal["equal", "dtype", "value", "shape", "structure", "error", "torch-error"]

# What MindSpore says when the device lacks an operator, a type of it, or a mode of it.
_KERNEL = re.compile(
    r"unregistered|Kernel select failed|Create kernelmod for op \w+ failed|Not found op \w+ on device"
    r"|Unsupported op|Select \w+ operator\[?\w*\]? fail"
    r"|not support(?:ed)?\b.{0,80}\b(?:CPU|GPU|Ascend|backend|platform|device)"
    r"|(?:CPU|GPU|Ascend|backend|platform|device)\b.{0,80}\b(?:not support|unsupported)"
    r"|Unsupported (?:data ?type|device)|[Nn]ot implemented on"
    r"|only support(?:s|ed)? (?:on )?(?:the )?(?:Ascend|GPU)",
    re.DOTALL,
)
# What an example may leave behind in its framework: it runs in a process of its own.
_STATEFUL = re.compile(
    r"\bset_(?!train|data|dtype|requires_grad|extra_state|child|layer|submodule)|(?<![\w.])seed|_seed\b"
    r"|backends|default_(?:dtype|device|generator)|environ|deterministic|\.enable\(|\bjit\b|compile|threads"
    r"|distributed|multiprocessing\.|register_module|get_context|_context\.|summary|profiler|hub\b"
)
_PROSE = re.compile(r'"""[^"]*"""')
LONGEST_REASON = 300
EXPECTED = "expected.npz"  # the last file that example_job.torch_side writes


@dataclass(frozen=True, slots=True)
class Example:
    """A torch snippet and its migrated form.

    Both may use the inputs that ``mindport.runtime.inputs`` names; the torch snippet also torch, nn,
    F, np and math, the migrated one np and math beside its own imports. The value of the last
    statement, an expression or an assignment, is compared. Modules bound to top-level names get
    torch's weights; "distribution" leaves each framework its own. "optimizer": the last expression
    is an optimizer, which takes five steps with fixed gradients before the parameters are compared.
    Of several ``processes``, in which both find the variables that their launchers set, the values
    of all are compared.
    With ``graph`` MindSpore runs in graph mode.
    """

    torch_source: str
    mindspore_source: str
    compare: ExampleMode = "value"
    rtol: float = 1e-5
    atol: float = 1e-6
    timeout: float = 30.0
    memory: int = 4 * GIGABYTE
    processes: int = 1
    graph: bool = False


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What both sides made of an example.

    "error" is MindSpore's, of a ``kind`` and with a one-line ``reason``; "torch-error" says that
    the torch snippet itself fails. ``notes`` holds weights that had no counterpart, ``expected``
    and ``actual`` what torch and MindSpore computed, in a line each.
    """

    outcome: ExampleOutcome
    greatest_relative: float = 0.0
    greatest_absolute: float = 0.0
    where: str = ""
    kind: ErrorKind | None = None
    reason: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    expected: str = ""
    actual: str = ""


OnExample = Callable[[int, ExampleResult], None]


def run_example(
    example: Example, torch_pool: Pool, mindspore_pool: Pool, *, device: str | None = None
) -> ExampleResult:
    """Run one example; see ``run_examples``."""
    return run_examples([example], torch_pool, mindspore_pool, device=device)[0]


def run_examples(
    examples: Sequence[Example],
    torch_pool: Pool,
    mindspore_pool: Pool,
    *,
    device: str | None = None,
    on_result: OnExample | None = None,
    kept: Path | None = None,
    together: int = 1,
) -> list[ExampleResult]:
    """Run all torch sides, then all MindSpore sides; the results are in the examples' order.

    A torch snippet that several examples have is run once. ``device`` is what MindSpore runs on,
    its own choice by default. ``on_result`` hears of each example as it is settled, with its
    index, from a pool's thread. ``kept`` is a folder that keeps torch's results for another call.
    Up to ``together`` examples share a process, as far as they leave nothing behind in it; one
    that is not equal there runs again in a process of its own, and what that shows counts.
    """
    folder = kept or Path(tempfile.mkdtemp(prefix="mindport-examples-"))
    results: dict[int, ExampleResult] = {}

    def settle(index: int, result: ExampleResult) -> None:
        results[index] = result
        if on_result is not None:
            on_result(index, result)

    places = [folder / _key(example) for example in examples]
    wanted: list[tuple[Path, list[int]]] = []

    def after_torch(position: int, result: JobResult) -> None:
        if result.outcome != "ok":
            place, indexes = wanted[position]
            shutil.rmtree(place, ignore_errors=True)
            for index in indexes:
                settle(index, _failed("torch-error", result))

    try:
        if together > 1:
            shared = Shared(examples, places, device, together)
            shared.run(torch_pool, mindspore_pool, settle)
        wanted.extend(_without_torch(places, results))
        for place, _ in wanted:
            place.mkdir(parents=True, exist_ok=True)
        jobs = [_torch_job(examples[indexes[0]], place) for place, indexes in wanted]
        torch_pool.map(jobs, after_torch)
        left = [index for index in range(len(examples)) if index not in results]

        def after_mindspore(position: int, result: JobResult) -> None:
            ran = result.outcome == "ok"
            made = _compared(result.value, result.seconds) if ran else _failed("error", result)
            settle(left[position], made)

        mindspore_pool.map(
            [_mindspore_job(examples[index], places[index], device) for index in left],
            after_mindspore,
        )
    finally:
        if kept is None:
            shutil.rmtree(folder, ignore_errors=True)
    return [results[index] for index in range(len(examples))]


def _without_torch(places: Sequence[Path], results: Container[int]) -> list[tuple[Path, list[int]]]:
    """The places in which torch has not run yet, each with the unsettled examples that have it."""
    found: dict[Path, list[int]] = {}
    for index, place in enumerate(places):
        if index not in results and not (place / EXPECTED).exists():
            found.setdefault(place, []).append(index)
    return list(found.items())


@dataclass(frozen=True, slots=True)
class Shared:
    """Runs of several examples in one process, for what they cost is mostly the process.

    Equal is believed: nothing that an example leaves behind (``_STATEFUL``) is shared.
    """

    examples: Sequence[Example]
    places: Sequence[Path]
    device: str | None
    size: int

    def run(self, torch_pool: Pool, mindspore_pool: Pool, settle: OnExample) -> None:
        """Settle what is equal; of the others nothing is kept but what torch made before."""
        able = [index for index, item in enumerate(self.examples) if _leaves_nothing(item)]
        new = {self.places[i]: i for i in able if not (self.places[i] / EXPECTED).exists()}
        for place in new:
            place.mkdir(parents=True, exist_ok=True)
        torch_pool.map(
            [self._job("torch_sides", batch, _torch_job) for batch in self._batches(new.values())]
        )
        batches = self._batches(i for i in able if (self.places[i] / EXPECTED).exists())
        equal: set[Path] = set()

        def after(position: int, result: JobResult) -> None:
            values = result.value if result.outcome == "ok" else ()
            for index, value in zip(batches[position], values, strict=False):
                if value is not None and value["comparison"]["outcome"] == "equal":
                    equal.add(self.places[index])
                    seconds = round(result.seconds / len(batches[position]), 3)
                    settle(index, _compared(value, seconds))

        mindspore_pool.map(
            [self._job("mindspore_sides", batch, self._mindspore_job) for batch in batches], after
        )
        for place in new.keys() - equal:
            shutil.rmtree(place, ignore_errors=True)

    def _batches(self, indexes: Iterable[int]) -> list[list[int]]:
        every = list(indexes)
        return [every[start : start + self.size] for start in range(0, len(every), self.size)]

    def _mindspore_job(self, example: Example, place: Path) -> Job:
        return _mindspore_job(example, place, self.device)

    def _job(self, call: str, batch: Sequence[int], one: Callable[[Example, Path], Job]) -> Job:
        jobs = [one(self.examples[index], self.places[index]) for index in batch]
        return Job(
            f"mindport.runtime.example_job:{call}",
            {"calls": [dict(job.arguments) for job in jobs]},
            timeout=max(job.timeout for job in jobs) + len(jobs),
            memory=max(job.memory for job in jobs),
        )


def _leaves_nothing(example: Example) -> bool:
    """Whether the next example in the process finds it as this one did."""
    alone = example.processes > 1 or example.graph
    text = _PROSE.sub("", f"{example.torch_source}\n{example.mindspore_source}")
    return not alone and not _STATEFUL.search(text)


def _key(example: Example) -> str:
    """A folder's name for what torch makes of the example."""
    text = f"{example.compare} {example.processes}\n{example.torch_source}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _torch_job(example: Example, place: Path) -> Job:
    arguments: dict[str, Any] = {
        "source": example.torch_source,
        "folder": str(place),
        "mode": example.compare,
        "processes": example.processes,
    }
    call = "mindport.runtime.example_job:torch_side"
    return Job(call, arguments, timeout=example.timeout, memory=example.memory)


def _mindspore_job(example: Example, place: Path, device: str | None) -> Job:
    arguments: dict[str, Any] = {
        "source": example.mindspore_source,
        "folder": str(place),
        "mode": example.compare,
        "rtol": example.rtol,
        "atol": example.atol,
        "device": device,
        "processes": example.processes,
        "graph": example.graph,
    }
    call = "mindport.runtime.example_job:mindspore_side"
    return Job(call, arguments, timeout=example.timeout, memory=example.memory)


def _compared(value: Mapping[str, Any], seconds: float) -> ExampleResult:
    comparison = value["comparison"]
    return ExampleResult(
        outcome=comparison["outcome"],
        greatest_relative=comparison["greatest_relative"],
        greatest_absolute=comparison["greatest_absolute"],
        where=comparison["where"],
        notes=tuple(value["notes"]),
        seconds=seconds,
        expected=value["shown"][0],
        actual=value["shown"][1],
    )


def _failed(outcome: Literal["error", "torch-error"], result: JobResult) -> ExampleResult:
    kind, reason = error_kind(result)
    return ExampleResult(outcome, kind=kind, reason=reason, seconds=result.seconds)


def error_kind(result: JobResult) -> tuple[ErrorKind, str]:
    """Why a job failed: its kind and one line."""
    if result.outcome == "timeout":
        return "timeout", f"did not end within {result.seconds:.0f} s"
    error = result.error
    if error is None:
        what = "too much memory" if result.outcome == "memory" else f"exit code {result.exit_code}"
        return "crash", what
    rows = [row.strip() for row in error.message.splitlines() if row.strip()]
    reason = f"{error.type}: {rows[0] if rows else ''}"[:LONGEST_REASON]
    if _KERNEL.search(error.message):
        return "kernel", reason
    if error.type == "AttributeError":
        return "attribute", reason
    if error.type in ("TypeError", "ValueError"):
        return "type", reason
    return "other", reason
