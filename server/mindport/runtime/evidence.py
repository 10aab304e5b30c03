"""Turns knowledge examples into pairs of programs, and what they computed into evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from mindport.config import Config
from mindport.knowledge.schema import Entry, Equivalent, Evidence, Example
from mindport.knowledge.store import Store
from mindport.rewrites.calls import takes_all
from mindport.runtime import examples as runs
from mindport.runtime.pool import Pool
from mindport.runtime.snippets import body_of, migrated
from mindport.target import MODES, Mode, Target

INPUT = re.compile(r"\b(?:[xyp][1-5]|m2|s2|i[123]|b[1-5]|t1|d2|c2|ids|n0|e0)\b")
# What in a condition asks for something that an example may show of its tensors.
SHOWN = ("dtype(", "rank(", "shape(", "empty(", "imaginary(", "arrays(", "tensors(")
RTOL, ATOL = 1e-5, 1e-6
ALONE, SEVERAL = 90.0, 120.0  # seconds for an example of one process, and of several
TOGETHER = 48  # examples that share a process, as far as they can


@dataclass(frozen=True, slots=True)
class Trial:
    """One example, migrated with one equivalent of its entry (None: nothing could be done).

    ``mode`` is the one in which it is run: graph mode for an equivalent that is there for it alone.
    """

    entry: Entry
    example: Example
    equivalent: Equivalent | None
    migrated: str | None
    mode: Mode = "PYNATIVE"

    @property
    def marked(self) -> bool:
        return self.migrated is None


def inputs_of(example: Example) -> set[str]:
    """The prepared inputs that the example names."""
    return set(INPUT.findall(example.code))


def trials_of(entry: Entry, store: Store, version: str) -> Iterator[Trial]:
    """Every example with every equivalent that CPU has and that takes the example's form; none
    behind one that is there for the dtype, or the shape, that the example shows, and none that
    is passed over where a class is only named, for one that takes all of torch's arguments.

    Args:
        store: with everything assumed to be proved (``assume_proved``).
    """
    configs = {
        mode: Config(target=Target(mindspore=version, devices=("CPU",), mode=mode))
        for mode in MODES
    }
    config = configs["PYNATIVE"]
    runnable = [
        item
        for item in entry.equivalents
        if "CPU" in item.devices and item.has_version(config.target.version)
    ]
    # Where a helper gives the items as torch does, they are only taken apart where that is safe.
    whole = any(item.helper is not None and not item.items for item in runnable)
    takers = [i for i, item in enumerate(runnable) if takes_all(entry.symbol, item, store)]
    for example in entry.examples:
        found = False
        for place, item in enumerate(runnable):
            apart = whole and bool(item.items)
            mode: Mode = "PYNATIVE" if "PYNATIVE" in item.modes else "GRAPH"
            text = migrate(entry, example, (item,), store, configs[mode], unsafe=not apart)
            if text is not None and takers and place < takers[0]:
                pair = (item, runnable[takers[0]])
                if migrate(entry, example, pair, store, configs[mode]) != text:
                    continue
            if text is not None:
                found = found or mode == "PYNATIVE"
                yield Trial(entry, example, item, text, mode)
                if mode == "PYNATIVE" and _is_for_its_tensors(entry, example, item, store, config):
                    break
        if not found and len(runnable) > 1 and example.expect != "marked":
            several = _together(entry, example, runnable, store, config)
            found = several is not None
            if several is not None:
                yield several
        if found or entry.status in ("dropped", "manual", "unsupported"):
            if not found:
                yield Trial(entry, example, None, migrate(entry, example, (), store, config))
            continue
        yield Trial(entry, example, None, None)


def _together(
    entry: Entry, example: Example, runnable: Sequence[Equivalent], store: Store, config: Config
) -> Trial | None:
    """The example where its calls of the symbol need several equivalents, ``x.type(y.type())``; it
    shows the last of them that it cannot do without."""
    text = migrate(entry, example, runnable, store, config)
    if text is None:
        return None
    for item in reversed(runnable):
        others = [other for other in runnable if other is not item]
        if migrate(entry, example, others, store, config) is None:
            return Trial(entry, example, item, text)
    return None


def _is_for_its_tensors(
    entry: Entry, example: Example, item: Equivalent, store: Store, config: Config
) -> bool:
    """Whether ``item`` asks for a dtype or a shape, and the example shows that it has it."""
    if not any(asked in (item.when or "") for asked in SHOWN):
        return False
    only = with_only(store, entry, (item,))
    shown = migrated(example.code, inputs_of(example), config, only, unsafe=False)
    return shown is not None


def migrate(
    entry: Entry,
    example: Example,
    equivalents: Sequence[Equivalent],
    store: Store,
    config: Config,
    *,
    unsafe: bool = True,
) -> str | None:
    """The example in MindSpore by the real engine; None when a finding is left.

    Args:
        store: with everything assumed to be proved, as the run is to show that it is.
    """
    assumed = with_only(store, entry, equivalents)
    unsafe = unsafe and example.expect != "marked"
    return migrated(example.code, inputs_of(example), config, assumed, unsafe=unsafe)


def assume_proved(store: Store) -> Store:
    """The store as it would be if every run had been equal."""
    found = (store.entry(symbol) for symbol in store.plain)
    entries = {entry.symbol: _proved(entry) for entry in found if entry is not None}
    return replace(store, _own=entries, _entries={})


def with_only(store: Store, entry: Entry, equivalents: Sequence[Equivalent]) -> Store:
    """``store``, in which ``entry`` has no other equivalents than these."""
    only = _proved(replace(entry, equivalents=tuple(equivalents)) if equivalents else entry)
    entries = {**store._own, entry.symbol: only}
    return replace(store, _own=entries, _entries={})


def _proved(entry: Entry) -> Entry:
    made = tuple(
        Evidence("", "equal", "", "CPU", equivalent=item.api or item.to)
        for item in entry.equivalents
    )
    return replace(entry, evidence=made)


def run_trials(
    trials: Sequence[Trial],
    torch_pool: Pool,
    mindspore_pool: Pool,
    version: str,
    on_result: runs.OnExample | None = None,
    kept: Path | None = None,
) -> list[Evidence]:
    """What each trial showed, in order; ``kept`` as ``run_examples`` has it."""
    found: list[Evidence | None] = [None] * len(trials)
    todo: list[int] = []
    for index, trial in enumerate(trials):
        if trial.migrated is None:
            found[index] = Evidence(trial.example.code, "marked", version, "CPU")
        else:
            todo.append(index)
    results = runs.run_examples(
        [_example_of(trials[index]) for index in todo],
        torch_pool,
        mindspore_pool,
        device="CPU",
        on_result=on_result,
        kept=kept,
        together=TOGETHER,
    )
    for index, result in zip(todo, results, strict=True):
        found[index] = _evidence(trials[index], result, version)
    return [item for item in found if item is not None]


def _example_of(trial: Trial) -> runs.Example:
    example = trial.example
    return runs.Example(
        torch_source=example.code,
        mindspore_source=trial.migrated or "",
        compare=example.compare,
        rtol=example.rtol if example.rtol is not None else RTOL,
        atol=example.atol if example.atol is not None else ATOL,
        processes=example.processes,
        timeout=ALONE if example.processes == 1 else SEVERAL,
    )


def _evidence(trial: Trial, result: runs.ExampleResult, version: str) -> Evidence:
    name = trial.equivalent and (trial.equivalent.api or trial.equivalent.to)
    common: dict[str, Any] = {
        "example": trial.example.code,
        "mindspore": version,
        "device": "CPU",
        "equivalent": name,
        "migrated": body_of(trial.migrated or ""),
        "processes": trial.example.processes if trial.example.processes > 1 else None,
    }
    if result.outcome == "equal":
        return Evidence(
            outcome="equal", greatest=float(f"{result.greatest_relative:.1e}"), **common
        )
    if result.outcome in ("error", "torch-error"):
        reason = f"{result.kind}: {result.reason}"
        return Evidence(outcome=result.outcome, reason=reason, **common)
    reason = f"{result.outcome}: {result.where}" if result.where else result.outcome
    return Evidence(
        outcome="differs",
        reason=reason,
        greatest=float(f"{result.greatest_relative:.1e}"),
        **common,
    )


def as_expected(example: Example, evidence: Evidence) -> bool:
    """Whether a run came out as its example says."""
    return evidence.outcome == example.expect


def plain(evidence: Evidence) -> dict[str, Any]:
    """The record as it is written: without the fields that say nothing."""
    return {name: value for name, value in asdict(evidence).items() if value is not None}
