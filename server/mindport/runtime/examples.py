"""Runs knowledge examples in both frameworks and tells how far they agree."""

from __future__ import annotations

import hashlib
import math
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
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
    r"\bset_(?!train|data|dtype|requires_grad|extra_state|child|layer|submodule|seed)"
    r"|backends|default_(?:dtype|device|generator)|environ|deterministic|\.enable\(|\bjit\b|compile|threads"
    r"|distributed|multiprocessing\.|register_module|get_context|_context\.|summary|profiler|hub\b"
)
_PROSE = re.compile(r'"""[^"]*"""')
LONGEST_REASON = 300
BLOCK = 480  # torch snippets in a row that are dealt out to the processes that some share
SHARE = 10.0  # seconds more for each example of a process that several share
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
    """Run each example in torch, then in MindSpore; the results are in the examples' order.

    A torch snippet that several examples have is run once. ``device`` is what MindSpore runs on,
    its own choice by default. ``on_result`` hears of each example as it is settled, with its
    index, from another thread. ``kept`` is a folder that keeps torch's results for another call.
    Up to ``together`` torch snippets share a process, as far as they leave nothing behind in it;
    one that is not equal there runs again in a process of its own, and what that shows counts.
    """
    folder = kept or Path(tempfile.mkdtemp(prefix="mindport-examples-"))
    results: dict[int, ExampleResult] = {}

    def settle(index: int, result: ExampleResult) -> None:
        results[index] = result
        if on_result is not None:
            on_result(index, result)

    runs = _Runs(examples, folder, torch_pool, mindspore_pool, device, settle)

    def run(batch: Sequence[_Group]) -> None:
        left = (
            runs.shared(batch) if together > 1 and all(map(runs.leaves_nothing, batch)) else batch
        )
        for group in left:
            runs.alone(group)
        for group in batch if kept is None else ():
            shutil.rmtree(group.place, ignore_errors=True)

    batches = _batches(runs.groups(), runs.leaves_nothing, together)
    lanes = ThreadPoolExecutor(max(torch_pool.size, mindspore_pool.size) + 1)
    try:  # with a lane more than processors: some examples wait for other processes
        for done in [lanes.submit(run, batch) for batch in batches]:
            done.result()
    finally:
        lanes.shutdown(cancel_futures=True)
        if kept is None:
            shutil.rmtree(folder, ignore_errors=True)
    return [results[index] for index in range(len(examples))]


@dataclass(frozen=True, slots=True)
class _Group:
    """The examples that have one torch snippet, by index, the folder of what it computed, and
    whether several processes run it."""

    place: Path
    indexes: tuple[int, ...]
    is_of_several: bool = False

    @property
    def has_torch(self) -> bool:
        return (self.place / EXPECTED).exists()


def _batches(
    groups: Sequence[_Group], leaves_nothing: Callable[[_Group], bool], together: int
) -> list[list[_Group]]:
    """What is run in one process each, from the last on, where the networks are.

    Neighbours need the same packages and the same time, so that the heavy ones are dealt out.
    What runs apart stands among the others, and by itself what is of several processes: that
    mostly waits.
    """
    able = [group for group in groups if leaves_nothing(group)] if together > 1 else []
    apart = [[group] for group in groups if together == 1 or not leaves_nothing(group)]
    several = [batch for batch in apart if batch[0].is_of_several]
    alone = [batch for batch in apart if not batch[0].is_of_several]
    dealt = []
    for start in range(0, len(able), BLOCK):
        block = able[start : start + BLOCK]
        count = math.ceil(len(block) / together)
        dealt += [block[first::count] for first in range(count)]
    parts = (several, alone, dealt[::-1])
    shares = [(at / len(part), batch) for part in parts for at, batch in enumerate(part, start=1)]
    return [batch for _, batch in sorted(shares, key=lambda share: share[0])]


@dataclass(frozen=True, slots=True)
class _Runs:
    """Runs the examples of a group, or of several in one process, and settles them."""

    examples: Sequence[Example]
    folder: Path
    torch_pool: Pool
    mindspore_pool: Pool
    device: str | None
    settle: OnExample

    def groups(self) -> list[_Group]:
        found: dict[Path, list[int]] = {}
        for index, example in enumerate(self.examples):
            found.setdefault(self.folder / _key(example), []).append(index)
        return [
            _Group(place, tuple(indexes), self.examples[indexes[0]].processes > 1)
            for place, indexes in found.items()
        ]

    def leaves_nothing(self, group: _Group) -> bool:
        return all(_leaves_nothing(self.examples[index]) for index in group.indexes)

    def alone(self, group: _Group) -> None:
        """Settle each of the group's examples in processes of its own."""
        if not group.has_torch:
            group.place.mkdir(parents=True, exist_ok=True)
            ran = self.torch_pool.submit(_torch_job(self.examples[group.indexes[0]], group.place))
            if ran.outcome != "ok":
                shutil.rmtree(group.place, ignore_errors=True)
                for index in group.indexes:
                    self.settle(index, _failed("torch-error", ran))
                return
        for index in group.indexes:
            job = _mindspore_job(self.examples[index], group.place, self.device)
            ran = self.mindspore_pool.submit(job)
            good = ran.outcome == "ok"
            self.settle(index, _compared(ran.value, ran.seconds) if good else _failed("error", ran))

    def shared(self, batch: Sequence[_Group]) -> list[_Group]:
        """Settle what is equal in processes that the batch shares; the rest is given back.

        Equal is believed: nothing that leaves something behind (``_STATEFUL``) shares a process.
        Of a group in which nothing is equal, what torch made there is not kept.
        """
        new = [group for group in batch if not group.has_torch]
        for group in new:
            group.place.mkdir(parents=True, exist_ok=True)
        if new:
            jobs = [_torch_job(self.examples[group.indexes[0]], group.place) for group in new]
            self.torch_pool.submit(_together("torch_sides", jobs))
        places = {i: g.place for g in batch if g.has_torch for i in g.indexes}
        equal = set()
        if places:
            jobs = [_mindspore_job(self.examples[i], p, self.device) for i, p in places.items()]
            ran = self.mindspore_pool.submit(_together("mindspore_sides", jobs))
            for index, value in zip(places, ran.value if ran.outcome == "ok" else (), strict=False):
                if value is not None and value["comparison"]["outcome"] == "equal":
                    equal.add(index)
                    self.settle(index, _compared(value, round(ran.seconds / len(jobs), 3)))
        for group in new:
            if equal.isdisjoint(group.indexes):
                shutil.rmtree(group.place, ignore_errors=True)
        left = [replace(g, indexes=tuple(i for i in g.indexes if i not in equal)) for g in batch]
        return [group for group in left if group.indexes]


def _together(call: str, jobs: Sequence[Job]) -> Job:
    return Job(
        f"mindport.runtime.example_job:{call}",
        {"calls": [dict(job.arguments) for job in jobs]},
        timeout=max(job.timeout for job in jobs) + SHARE * len(jobs),
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
