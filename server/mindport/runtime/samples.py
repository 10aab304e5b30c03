"""Torch's own samples as evidence: chosen and run in torch, migrated, run in MindSpore, counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from mindport.config import Config
from mindport.knowledge.store import load
from mindport.runtime.examples import error_kind
from mindport.runtime.jobs import Job, JobError, JobResult
from mindport.runtime.pool import Pool
from mindport.runtime.snippets import body_of, migrated
from mindport.target import Target

Made = tuple[tuple[str, str], ...]  # names, and the expressions that make their values
Kind = Literal["equal", "marked", "raises", "wrong"]
KINDS: tuple[Kind, ...] = ("equal", "marked", "raises", "wrong")
TORCH_WORKER = "mindport.runtime.sample_database"
VALUES = "mindport.runtime.sample_job:mindspore_samples"
GRADIENTS = "mindport.runtime.gradient_job"
LONGEST = 240
TIMEOUT = 180.0
SHORTEST, EACH = 30.0, 1.0  # seconds that a job has, and more for each of its samples
FEW = 4  # samples that must be equal before an argument is named as the reason of others


@dataclass(frozen=True, slots=True)
class Group:
    """Samples that torch makes together, with the canonical names of the symbols wanted of it."""

    key: str
    symbols: Mapping[str, str]


@dataclass(frozen=True)
class Sample:
    """One sample, as torch ran it; ``place`` is the folder that keeps its inputs and its result.

    ``made`` are its inputs and torch expressions that make tensors like them.
    """

    symbol: str
    source: str
    made: Made
    inputs: str
    traits: tuple[str, ...]
    size: int
    dtype: str
    mode: str
    place: Path
    index: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.made)

    @property
    def conditions(self) -> tuple[str, ...]:
        """What its inputs are that most are not: of another dtype than float32, empty, 0-d."""
        dtype = () if self.dtype == "float32" else (self.dtype,)
        return (*dtype, *self.traits)


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a sample; ``seen`` says what MindSpore did, ``expected`` and ``actual`` what
    torch and MindSpore computed where they differ; ``shown``: it came out so only where the source
    shows the shapes and dtypes of its tensors."""

    sample: Sample
    kind: Kind
    seen: str = ""
    migrated: str = ""
    expected: str = ""
    actual: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """Hears of what has been done."""

    collected: Callable[[], None] = field(default=lambda: None)
    migrated: Callable[[], None] = field(default=lambda: None)
    ran: Callable[[int], None] = field(default=lambda _: None)


def find_groups(
    torch_pool: Pool, canonical: Callable[[str], str], wanted: Callable[[str], bool]
) -> list[Group]:
    """The groups with samples of the symbols that are ``wanted``."""
    result = torch_pool.submit(Job(f"{TORCH_WORKER}:groups", timeout=TIMEOUT))
    if result.outcome != "ok":
        raise RuntimeError(f"torch's samples cannot be read: {error_kind(result)[1]}")
    groups = []
    for item in result.value:
        named = {name: canonical(name) for name in item["symbols"]}
        symbols = {name: symbol for name, symbol in named.items() if wanted(symbol)}
        if symbols:
            groups.append(Group(item["key"], symbols))
    return groups


def collect(
    groups: Sequence[Group],
    torch_pool: Pool,
    folder: Path,
    progress: Progress,
    choice: Mapping[str, Any] = MappingProxyType({}),
) -> list[Sample]:
    """The samples of all groups, run in torch; ``choice`` may have other ``dtypes`` and ``most``
    than ``mindport.runtime.sample_database``."""
    places = [folder / str(index) for index in range(len(groups))]
    for place in places:
        place.mkdir()
    jobs = [
        Job(
            f"{TORCH_WORKER}:torch_samples",
            {"key": group.key, "symbols": list(group.symbols), "folder": str(place), **choice},
            timeout=TIMEOUT,
        )
        for group, place in zip(groups, places, strict=True)
    ]
    results = torch_pool.map(jobs, lambda *_: progress.collected())
    samples = []
    for group, place, result in zip(groups, places, results, strict=True):
        for item in result.value if result.outcome == "ok" else ():
            samples.append(sample_of(item, group.symbols[item["symbol"]], place))
    return samples


def sample_of(item: Mapping[str, Any], symbol: str, place: Path) -> Sample:
    """A sample as torch's worker describes it, which kept it in ``place``."""
    return Sample(
        symbol=symbol,
        source=item["source"],
        made=tuple(item["made"].items()),
        inputs=item["inputs"],
        traits=tuple(item["traits"]),
        size=item["size"],
        dtype=item["dtype"],
        mode=item["mode"],
        place=place,
        index=item["index"],
    )


def migrate(
    samples: Sequence[Sample], jobs: int, progress: Progress, *, shown: bool = False
) -> list[str | None]:
    """Each sample in MindSpore with the safe fixes alone; None where a finding is left.

    ``shown``: the source shows how the sample's tensors are made, and so their shapes and dtypes.
    """

    def text_of(sample: Sample) -> tuple[str, tuple[str, ...], Made]:
        return sample.source, sample.names, sample.made if shown else ()

    texts = list(dict.fromkeys(map(text_of, samples)))
    found: dict[tuple[str, tuple[str, ...], Made], str | None] = {}
    with ProcessPoolExecutor(jobs) as workers:
        for key, text in zip(texts, workers.map(_migrated, texts, chunksize=32), strict=True):
            found[key] = text
            progress.migrated()
    return [found[text_of(sample)] for sample in samples]


def _migrated(sample: tuple[str, tuple[str, ...], Made]) -> str | None:
    source, names, made = sample
    return migrated(source, names, _config(), load(), unsafe=False, made=dict(made))


@cache
def _config() -> Config:
    return Config(target=Target())


def run(
    samples: Sequence[Sample],
    texts: Sequence[str | None],
    mindspore_pool: Pool,
    progress: Progress,
    worker: str = VALUES,
) -> list[Seen]:
    """What became of each sample, in order."""
    found: dict[tuple[Path, int], Seen] = {}
    waiting: dict[Path, list[tuple[Sample, str]]] = {}
    for sample, text in zip(samples, texts, strict=True):
        if text is None:
            found[sample.place, sample.index] = Seen(sample, "marked")
            progress.ran(1)
        else:
            waiting.setdefault(sample.place, []).append((sample, text))
    while waiting:
        places = list(waiting)
        jobs = [_mindspore_job(place, waiting[place], worker) for place in places]
        results = mindspore_pool.map(
            jobs,
            lambda index, _: progress.ran(len(waiting[places[index]])),  # noqa: B023
        )
        left: dict[Path, list[tuple[Sample, str]]] = {}
        for place, result in zip(places, results, strict=True):
            rest = _take_results(place, waiting[place], result, found)
            if rest:
                left[place] = rest
        waiting = left
    return [found[sample.place, sample.index] for sample in samples]


def run_shown(
    found: Sequence[Seen], jobs: int, mindspore_pool: Pool, progress: Progress
) -> list[Seen]:
    """``found``, with what is marked or raises tried again where the source shows the shapes and
    dtypes of its tensors. What is silently wrong without that stays so."""
    again = [
        index
        for index, item in enumerate(found)
        if item.kind in ("marked", "raises") and item.sample.made
    ]
    samples = [found[index].sample for index in again]
    texts = migrate(samples, jobs, progress, shown=True)
    seen = run(samples, texts, mindspore_pool, progress)
    results = list(found)
    for index, item in zip(again, seen, strict=True):
        results[index] = replace(item, shown=item.kind != found[index].kind)
    return results


def run_gradients(
    samples: Sequence[Sample],
    texts: Sequence[str | None],
    pools: tuple[Pool, Pool],
    progress: Progress,
) -> list[Seen]:
    """What became of the gradients of those samples whose result is one number in every run and has
    gradients in torch; ``pools`` are torch's and MindSpore's."""
    torch_pool, mindspore_pool = pools
    by_place: dict[Path, list[tuple[Sample, str | None]]] = {}
    for sample, text in zip(samples, texts, strict=True):
        if sample.mode == "value":
            by_place.setdefault(sample.place, []).append((sample, text))
    jobs = [
        Job(
            f"{GRADIENTS}:torch_gradients",
            {
                "folder": str(place),
                "tasks": [{"index": one.index, "source": one.source} for one, _ in todo],
            },
            timeout=TIMEOUT,
        )
        for place, todo in by_place.items()
    ]
    results = torch_pool.map(jobs, lambda *_: progress.collected())
    chosen = [
        (sample, text)
        for todo, result in zip(by_place.values(), results, strict=True)
        for sample, text in todo
        if result.outcome == "ok" and sample.index in result.value
    ]
    kept, given = [sample for sample, _ in chosen], [text for _, text in chosen]
    return run(kept, given, mindspore_pool, progress, f"{GRADIENTS}:mindspore_gradients")


def _mindspore_job(place: Path, todo: Sequence[tuple[Sample, str]], worker: str) -> Job:
    tasks = [
        {"index": sample.index, "source": text, "mode": sample.mode, "dtype": sample.dtype}
        for sample, text in todo
    ]
    arguments = {"folder": str(place), "tasks": tasks, "device": "CPU"}
    timeout = SHORTEST + EACH * len(tasks)
    return Job(worker, arguments, timeout=timeout)


def _take_results(
    place: Path,
    todo: Sequence[tuple[Sample, str]],
    result: JobResult,
    found: dict[tuple[Path, int], Seen],
) -> list[tuple[Sample, str]]:
    """Put down what a job reported; what is left when a sample took the process down."""
    path = place / "results.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    for (sample, text), line in zip(todo, lines, strict=False):
        found[place, sample.index] = _judged(sample, text, json.loads(line))
    rest = list(todo[len(lines) :])
    if rest:
        sample, text = rest.pop(0)
        kind, reason = error_kind(result)
        seen = f"{kind}: {reason}"[:LONGEST]
        found[place, sample.index] = Seen(sample, "raises", seen, body_of(text))
    return rest


def _judged(sample: Sample, text: str, item: Mapping[str, Any]) -> Seen:
    error = item.get("error")
    if error is not None:
        failure = JobError(error["type"], error["message"])
        kind, reason = error_kind(JobResult("exception", error=failure))
        return Seen(sample, "raises", f"{kind}: {reason}"[:LONGEST], body_of(text))
    if item["outcome"] == "equal":
        return Seen(sample, "equal")
    seen = f"{item['outcome']}: {item['where']}"[:LONGEST]
    return Seen(sample, "wrong", seen, body_of(text), *item["shown"])


# ---- what is recorded


def record(found: Iterable[Seen]) -> dict[str, dict[str, Any]]:
    """By symbol the counts, of them those that ask for a source which shows shapes and dtypes
    (``shown``), and the smallest sample of each kind that is not equal."""
    by_symbol: dict[str, list[Seen]] = {}
    for item in found:
        by_symbol.setdefault(item.sample.symbol, []).append(item)
    return {symbol: _recorded(by_symbol[symbol]) for symbol in sorted(by_symbol)}


def _recorded(items: Sequence[Seen]) -> dict[str, Any]:
    content: dict[str, Any] = {kind: sum(item.kind == kind for item in items) for kind in KINDS}
    equal = [item for item in items if item.kind == "equal"]
    content["shown"] = sum(item.shown for item in items)
    content["cases"] = [_case(mine, equal) for mine in _cases(items)]
    return {name: value for name, value in content.items() if value or name == "equal"}


def _cases(items: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Samples that belong together: of a kind, and where they are wrong, of one sort of inputs."""
    for kind in KINDS[1:]:
        mine: dict[tuple[str, ...], list[Seen]] = {}
        for item in items:
            if item.kind == kind:
                sort = item.sample.conditions if kind == "wrong" else ()
                mine.setdefault(sort, []).append(item)
        yield from (mine[sort] for sort in sorted(mine))


def _case(mine: Sequence[Seen], equal: Sequence[Seen]) -> dict[str, Any]:
    smallest = min(
        mine, key=lambda item: (item.sample.size, item.sample.source, item.sample.inputs)
    )
    kind = smallest.kind
    case = {
        "kind": kind,
        "source": smallest.sample.source,
        "inputs": smallest.sample.inputs,
        "conditions": list(smallest.sample.conditions) if kind == "wrong" else [],
        "migrated": smallest.migrated if smallest.migrated != smallest.sample.source else "",
        "seen": smallest.seen,
        "where": _where(mine, equal),
    }
    return {name: value for name, value in case.items() if value}


def _where(mine: Sequence[Seen], equal: Sequence[Seen]) -> str:
    """What all of these samples have and no equal one has: ``ceil_mode=True``, ``int64``."""
    if len(equal) < FEW:
        return ""
    common = set.intersection(*(_features(item.sample) for item in mine))
    common -= set().union(*(_features(item.sample) for item in equal))
    return min(common, key=lambda text: (text.count("="), len(text), text), default="")


@cache
def _features(sample: Sample) -> set[str]:
    import ast

    found = set(sample.conditions)
    for node in ast.walk(ast.parse(sample.source)):
        if isinstance(node, ast.keyword) and not isinstance(node.value, ast.Name):
            found.add(f"{node.arg}={ast.unparse(node.value)}")
        elif isinstance(node, ast.keyword):
            found.add(f"{node.arg}=…")
    return found
