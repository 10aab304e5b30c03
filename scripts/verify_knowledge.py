"""Runs the knowledge base's examples in torch and, migrated by the real engine, in MindSpore,
and writes what they showed to knowledge/evidence/."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import Progress  # noqa: E402

from mindport.knowledge.compile import (  # noqa: E402
    compile_index,
    read_evidence,
    read_older,
    used_helpers,
)
from mindport.knowledge.reading import KnowledgeError  # noqa: E402
from mindport.knowledge.schema import Entry  # noqa: E402
from mindport.knowledge.store import Store, store_of  # noqa: E402
from mindport.knowledge.versions import differing, fingerprint, version_key  # noqa: E402
from mindport.runtime.evidence import (  # noqa: E402
    Trial,
    as_expected,
    assume_proved,
    plain,
    run_trials,
    trials_of,
)
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.snippets import body_of  # noqa: E402

KNOWLEDGE = ROOT / "knowledge"
INDEX = ROOT / "server/mindport/knowledge/index.jsonl"
THEIRS = ("torchvision_source", "torchaudio_source")  # what the torch side alone may import
MANY = 100  # entries for which other processes are worth their start
console = Console(stderr=True)


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--file", "files", multiple=True, help="All entries of a YAML file, e.g. torch.nn.")
@click.option("--helper", "helpers", multiple=True, help="All entries that use a helper.")
@click.option(
    "--mindspore-version", "versions", multiple=True, help="Another than the newest, e.g. 2.9.0."
)
@click.option("--all-versions", is_flag=True, help="Every version of knowledge/mindspore/.")
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
@click.option("--check", is_flag=True, help="Compare with the recorded evidence; write nothing.")
@click.option(
    "--stale",
    is_flag=True,
    help="Only entries with an example that never ran as it is written today.",
)
@click.option("--verbose", is_flag=True, help="Also show what was equal.")
def main(
    symbols: tuple[str, ...],
    files: tuple[str, ...],
    helpers: tuple[str, ...],
    versions: tuple[str, ...],
    all_versions: bool,
    jobs: int,
    check: bool,
    stale: bool,
    verbose: bool,
) -> None:
    """Verify SYMBOLS, or --file NAME, or --helper NAME, or everything.

    An older MindSpore runs in an environment of its own, which is made where there is none
    (scripts/mindspore_environment); of its runs, those that differ from the newest's are recorded.
    """
    content = compiled()
    homes = file_of_symbols()
    if unknown := [symbol for symbol in symbols if symbol not in content["entries"]]:
        console.print(f"No entry for {', '.join(unknown)}", style="red")
        sys.exit(1)
    newest = content["mindspore"][-1]
    if lacking := set(versions) - set(content["mindspore"]):
        console.print(f"No harvest of MindSpore {', '.join(sorted(lacking))}", style="red")
        sys.exit(1)
    chosen = content["mindspore"] if all_versions else versions or (newest,)
    unexpected = 0
    with tempfile.TemporaryDirectory(prefix="mindport-examples-") as kept:
        for version in sorted(chosen, key=version_key, reverse=True):
            content = compiled()  # an older version is compared with the newest's new runs
            store = store_of(content).at(version)
            entries = [
                entry
                for symbol, item in content["entries"].items()
                if not (symbols or files or helpers)
                or symbol in symbols
                or homes[symbol] in files
                or not set(helpers).isdisjoint(used_helpers(item, content["helpers"]))
                if (entry := store.entry(symbol)) is not None
            ]
            if stale and version != newest:  # whose runs are recorded without their text
                entries = [entry for entry in entries if other_examples(entry)]
            trials = migrate_all(entries, assume_proved(store), version, jobs)
            if stale and version == newest:
                entries = written_otherwise(entries, trials)
                names = {entry.symbol for entry in entries}
                trials = [trial for trial in trials if trial.entry.symbol in names]
            again = Path(kept) if len(chosen) > 1 else None
            found = run(trials, jobs, version, newest, again)
            wrong = show(trials, found, verbose and version == newest, version)
            unexpected += wrong if version == newest else 0
            if not check:
                record = write if version == newest else write_older
                record(entries, found, trials, homes, content, version)
                compiled()
    sys.exit(1 if unexpected else 0)


def compiled() -> dict[str, Any]:
    try:
        return compile_index(KNOWLEDGE, INDEX, check_runs=False)
    except KnowledgeError as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        sys.exit(1)


def migrate_all(entries: list[Entry], assumed: Store, version: str, jobs: int) -> list[Trial]:
    """The entries' trials, in order; ``jobs`` processes share the work where there is much of it."""
    if len(entries) < MANY:
        return [trial for entry in entries for trial in trials_of(entry, assumed, version)]
    console.print(f"migrating for {version}")
    with ProcessPoolExecutor(jobs, get_context("fork"), _prepare, (assumed, version)) as pool:
        made = pool.map(_trials, (entry.symbol for entry in entries), chunksize=32)
        return [
            replace(trial, entry=entry)
            for entry, trials in zip(entries, made, strict=True)
            for trial in trials
        ]


_prepared: list[tuple[Store, str]] = []


def _prepare(assumed: Store, version: str) -> None:
    _prepared.append((assumed, version))


def _trials(symbol: str) -> list[Trial]:
    assumed, version = _prepared[-1]
    entry = assumed.entry(symbol)
    return [] if entry is None else list(trials_of(entry, assumed, version))


def interpreter_of(version: str, newest: str) -> str:
    """A Python that has this MindSpore."""
    if version == newest:
        return sys.executable
    script = ROOT / "scripts" / "mindspore_environment"
    made = subprocess.run([script, version], stdout=subprocess.PIPE, text=True, check=True)
    return made.stdout.strip()


def search_path(trials: list[Trial], *scripts: str) -> dict[str, str]:
    """Where packages that no test installs are found, as far as an example names them.

    ``scripts`` are called after the package: ``torchvision_source`` puts torchvision there.
    """
    fetch = os.environ | {"PYTHON": sys.executable}
    folders = []
    for script in scripts:
        if any(script.partition("_")[0] in trial.example.code for trial in trials):
            made = subprocess.run(
                [ROOT / "scripts" / script],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                env=fetch,
            )
            folders.append(made.stdout.strip())
    return {"PYTHONPATH": os.pathsep.join(folders)} if folders else {}


def run(
    trials: list[Trial], jobs: int, version: str, newest: str, kept: Path | None
) -> list[dict[str, object]]:
    common = ("tensorboard_packages", "onnx_packages")
    theirs, ours = search_path(trials, *THEIRS, *common), search_path(trials, *common)
    theirs |= {"TORCHDYNAMO_DISABLE": "1"}  # torchvision compiles what stands for its operators
    with (
        Pool("torch", jobs, env=theirs) as torch_pool,
        Pool("mindspore", jobs, interpreter_of(version, newest), env=ours) as mindspore_pool,
        Progress(console=console, transient=True) as progress,
    ):
        if trials and (loaded := mindspore_pool.versions["mindspore"]) != version:
            console.print(f"This is MindSpore {loaded}, not {version}", style="red")
            sys.exit(1)
        task = progress.add_task("running", total=sum(not trial.marked for trial in trials))
        evidence = run_trials(
            trials, torch_pool, mindspore_pool, version, lambda *_: progress.advance(task), kept
        )
    return [
        plain(item) | {"_ok": as_expected(t.example, item)}
        for t, item in zip(trials, evidence, strict=True)
    ]


def show(trials: list[Trial], found: list[dict[str, object]], verbose: bool, version: str) -> int:
    """Print what came out otherwise than the entries say; returns how many did."""
    unexpected = 0
    for trial, item in zip(trials, found, strict=True):
        if item["_ok"] and not verbose:
            continue
        unexpected += not item["_ok"]
        mark = "ok" if item["_ok"] else "UNEXPECTED"
        print(f"{trial.entry.symbol}: {mark}: {item['outcome']} {item.get('reason', '')}")
        print(f"    torch:     {trial.example.code}")
        print(f"    mindspore: {item.get('migrated', 'nothing; a finding is left')}")
    outcomes = Counter(str(item["outcome"]) for item in found)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    symbols = len({trial.entry.symbol for trial in trials})
    print(
        f"MindSpore {version}: {symbols} entries, {len(found)} runs: {counts or 'none'}; {unexpected} unexpected"
    )
    return unexpected


def write(
    entries: list[Entry],
    found: list[dict[str, object]],
    trials: list[Trial],
    homes: dict[str, str],
    content: dict[str, Any],
    version: str,
) -> None:
    """Merge the newest version's results into knowledge/evidence/, one file a YAML file."""
    recorded = read_evidence(KNOWLEDGE)
    for entry in entries:
        recorded[entry.symbol] = runs_of(entry, found, trials)
    for home in {homes[entry.symbol] for entry in entries}:
        mine = {s: recorded[s] for s in sorted(recorded) if homes.get(s) == home and recorded[s]}
        text = json.dumps(mine, ensure_ascii=False, indent=1) + "\n" if mine else ""
        put(KNOWLEDGE / "evidence" / f"{home}.json", text)


def write_older(
    entries: list[Entry],
    found: list[dict[str, object]],
    trials: list[Trial],
    homes: dict[str, str],
    content: dict[str, Any],
    version: str,
) -> None:
    """Merge an older version's results into knowledge/evidence/VERSION/: what they were compared
    with, and where they differ; a symbol a line."""
    newest, helpers = read_evidence(KNOWLEDGE), content["helpers"]
    recorded = read_older(KNOWLEDGE, [version])[version]
    for entry in entries:
        runs = newest.get(entry.symbol, [])
        item = content["entries"][entry.symbol]
        there = {
            e.api or e.to or "" for e in entry.equivalents if e.has_version(version_key(version))
        }
        differs = differing(runs, runs_of(entry, found, trials), there)
        stamp = fingerprint(runs, used_helpers(item, helpers).values())
        recorded[entry.symbol] = {"runs": stamp} | ({"differs": differs} if differs else {})
        if not runs:
            del recorded[entry.symbol]
    for home in {homes[entry.symbol] for entry in entries}:
        lines = [
            f"{json.dumps(symbol)}: {json.dumps(recorded[symbol], ensure_ascii=False)}"
            for symbol in sorted(recorded)
            if homes.get(symbol) == home
        ]
        text = "{\n" + ",\n".join(lines) + "\n}\n" if lines else ""
        put(KNOWLEDGE / "evidence" / version / f"{home}.json", text)


def put(path: Path, text: str) -> None:
    """Write the file, or remove it where there is nothing to say."""
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


def runs_of(
    entry: Entry, found: list[dict[str, object]], trials: list[Trial]
) -> list[dict[str, object]]:
    return [
        {name: value for name, value in item.items() if name != "_ok"}
        for trial, item in zip(trials, found, strict=True)
        if trial.entry.symbol == entry.symbol
    ]


def other_examples(entry: Entry) -> bool:
    """Whether an example never ran on this version, or a recorded run has no example any more."""
    return {example.code for example in entry.examples} != {run.example for run in entry.evidence}


def written_otherwise(entries: list[Entry], trials: list[Trial]) -> list[Entry]:
    """The entries with an example that never ran on the newest version as it is written today."""
    today: dict[str, set[tuple[str, str | None]]] = {entry.symbol: set() for entry in entries}
    for trial in trials:
        text = trial.migrated and body_of(trial.migrated)
        today[trial.entry.symbol].add((trial.example.code, text))
    ran = {
        symbol: {(run["example"], run.get("migrated")) for run in runs}
        for symbol, runs in read_evidence(KNOWLEDGE).items()
    }
    return [entry for entry in entries if today[entry.symbol] != ran.get(entry.symbol, set())]


def file_of_symbols() -> dict[str, str]:
    import yaml

    homes = {}
    for path in sorted(KNOWLEDGE.glob("*.yaml")):
        for item in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader) or ():
            homes[item["symbol"]] = path.stem
    return homes


if __name__ == "__main__":
    main()
