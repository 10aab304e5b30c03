"""Claims and evidence: what the knowledge base says is what runs of both frameworks showed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from mindport.knowledge.schema import Entry
from mindport.knowledge.store import Store, load
from mindport.runtime.evidence import as_expected, assume_proved, run_trials, trials_of
from mindport.runtime.pool import Pool

VERSION = "2.10.0"
SAMPLE = 40  # one entry in so many is run again


def entries() -> list[Entry]:
    store = load()
    return [entry for symbol in store.plain if (entry := store.entry(symbol)) is not None]


@pytest.fixture(scope="module")
def assumed() -> Store:
    return assume_proved(load())


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[Pool, Pool]]:
    with Pool("torch", 1) as torch_pool, Pool("mindspore", 1) as mindspore_pool:
        yield torch_pool, mindspore_pool


def test_every_example_was_run() -> None:
    missing = {
        entry.symbol
        for entry in entries()
        if {example.code for example in entry.examples} != {run.example for run in entry.evidence}
    }
    assert not missing, "run scripts/verify_knowledge.py --stale"


def test_every_run_came_out_as_the_entry_says() -> None:
    wrong = [
        f"{entry.symbol}: {run.example}: {run.outcome} {run.reason or ''}"
        for entry in entries()
        for run in entry.evidence
        for example in entry.examples
        if example.code == run.example and not as_expected(example, run)
    ]
    assert wrong == []


def test_what_cannot_run_says_why() -> None:
    silent = [e.symbol for e in entries() if not e.examples and e.unverified is None]
    assert silent == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m = nn.CELU(0.5); m(x2)", ["mindspore.nn.CELU", "helper.CELU"]),
        ("layers = {'a': nn.CELU}; m = layers['a'](2.0); m(x2.clone())", ["helper.CELU"]),
    ],
    ids=["called", "named"],
)
def test_a_class_that_is_only_named_is_run_as_what_takes_all_arguments(
    code: str, expected: list[str], assumed: Store
) -> None:
    entry = assumed.entry("torch.nn.CELU")
    assert entry is not None
    trials = [trial for trial in trials_of(entry, assumed, VERSION) if trial.example.code == code]
    assert [trial.equivalent and trial.equivalent.api for trial in trials] == expected


def test_a_sample_still_comes_out_that_way(assumed: Store, pools: tuple[Pool, Pool]) -> None:
    chosen = [
        entry
        for entry in entries()
        if entry.examples and zlib.crc32(entry.symbol.encode()) % SAMPLE == 0
    ]
    trials = [trial for entry in chosen for trial in trials_of(entry, assumed, VERSION)]
    # These are fetched by scripts of their own, which tests do not ask for.
    fetched = ("torchvision", "torchaudio", "tensorboard", "onnx")
    trials = [t for t in trials if not any(name in t.example.code for name in fetched)]
    assert len(trials) > 20
    found = run_trials(trials, *pools, VERSION)
    wrong = [
        f"{trial.entry.symbol}: {trial.example.code}: {run.outcome} {run.reason or ''}"
        for trial, run in zip(trials, found, strict=True)
        if not as_expected(trial.example, run)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("api", "outcome"),
    [
        ("mindspore.mint.sin", "equal"),
        ("mindspore.mint.cos", "differs"),
        ("mindspore.mint.unfortunately_not_there", "error"),
    ],
)
def test_a_false_claim_is_found_out(
    assumed: Store, pools: tuple[Pool, Pool], api: str, outcome: str
) -> None:
    entry = assumed.entry("torch.sin")
    assert entry is not None
    claim = replace(entry.equivalents[-1], api=api, to=None, args={}, devices=("CPU",))
    false = replace(entry, equivalents=(claim,), examples=entry.examples[:1])
    trials = list(trials_of(false, assumed, VERSION))
    assert [run.outcome for run in run_trials(trials, *pools, VERSION)] == [outcome]
