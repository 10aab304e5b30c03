"""Runs the knowledge base's examples in torch and, migrated by the real engine, in MindSpore,
and writes what they showed to knowledge/evidence/."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import Progress  # noqa: E402

from mindport.knowledge.compile import api_names, compile_index, read_evidence  # noqa: E402
from mindport.knowledge.reading import KnowledgeError  # noqa: E402
from mindport.knowledge.schema import Entry, entry_of  # noqa: E402
from mindport.knowledge.store import store_of  # noqa: E402
from mindport.runtime.evidence import (  # noqa: E402
    Trial,
    as_expected,
    assume_proved,
    plain,
    run_trials,
    trials_of,
)
from mindport.runtime.pool import Pool  # noqa: E402

KNOWLEDGE = ROOT / "knowledge"
INDEX = ROOT / "server/mindport/knowledge/index.json"
console = Console(stderr=True)


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--file", "files", multiple=True, help="All entries of a YAML file, e.g. torch.nn.")
@click.option("--helper", "helpers", multiple=True, help="All entries that use a helper.")
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
@click.option("--check", is_flag=True, help="Compare with the recorded evidence; write nothing.")
@click.option("--stale", is_flag=True, help="Only entries whose examples changed since they ran.")
@click.option("--verbose", is_flag=True, help="Also show what was equal.")
def main(
    symbols: tuple[str, ...],
    files: tuple[str, ...],
    helpers: tuple[str, ...],
    jobs: int,
    check: bool,
    stale: bool,
    verbose: bool,
) -> None:
    """Verify SYMBOLS, or --file NAME, or --helper NAME, or everything."""
    try:
        content = compile_index(KNOWLEDGE, INDEX)
    except KnowledgeError as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        sys.exit(1)
    store = store_of(content)
    homes = file_of_symbols()
    wanted = [
        entry_of(item)
        for symbol, item in content["entries"].items()
        if not (symbols or files or helpers)
        or symbol in symbols
        or homes[symbol] in files
        or any(f"helper.{helper}" in api_names(item) for helper in helpers)
    ]
    if unknown := [symbol for symbol in symbols if symbol not in content["entries"]]:
        console.print(f"No entry for {', '.join(unknown)}", style="red")
        sys.exit(1)
    if stale:
        wanted = [entry for entry in wanted if is_stale(entry)]
    version = content["mindspore"][-1]
    with console.status("migrating"):
        assumed = assume_proved(store)
        trials = [trial for entry in wanted for trial in trials_of(entry, assumed, version)]
    found = run(trials, jobs, version)
    unexpected = show(trials, found, verbose)
    if not check:
        write(wanted, found, trials, homes)
        compile_index(KNOWLEDGE, INDEX)
    sys.exit(1 if unexpected else 0)


def run(trials: list[Trial], jobs: int, version: str) -> list[dict[str, object]]:
    with (
        Pool("torch", jobs) as torch_pool,
        Pool("mindspore", jobs) as mindspore_pool,
        Progress(console=console, transient=True) as progress,
    ):
        task = progress.add_task("running", total=sum(not trial.marked for trial in trials))
        evidence = run_trials(
            trials, torch_pool, mindspore_pool, version, lambda *_: progress.advance(task)
        )
    return [
        plain(item) | {"_ok": as_expected(t.example, item)}
        for t, item in zip(trials, evidence, strict=True)
    ]


def show(trials: list[Trial], found: list[dict[str, object]], verbose: bool) -> int:
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
    print(f"{symbols} entries, {len(found)} runs: {counts or 'none'}; {unexpected} unexpected")
    return unexpected


def write(
    entries: list[Entry], found: list[dict[str, object]], trials: list[Trial], homes: dict[str, str]
) -> None:
    """Merge the results into knowledge/evidence/, one file a YAML file."""
    recorded = read_evidence(KNOWLEDGE)
    changed = {entry.symbol for entry in entries}
    for symbol in changed:
        recorded[symbol] = [
            {name: value for name, value in item.items() if name != "_ok"}
            for trial, item in zip(trials, found, strict=True)
            if trial.entry.symbol == symbol
        ]
    folder = KNOWLEDGE / "evidence"
    folder.mkdir(exist_ok=True)
    for home in {homes[symbol] for symbol in changed}:
        mine = {s: recorded[s] for s in sorted(recorded) if homes.get(s) == home and recorded[s]}
        path = folder / f"{home}.json"
        if mine:
            text = json.dumps(mine, ensure_ascii=False, indent=1)
            path.write_text(text + "\n", encoding="utf-8")
        elif path.exists():
            path.unlink()


def is_stale(entry: Entry) -> bool:
    """Whether an example never ran, or a recorded run has no example any more."""
    return {example.code for example in entry.examples} != {run.example for run in entry.evidence}


def file_of_symbols() -> dict[str, str]:
    import yaml

    homes = {}
    for path in sorted(KNOWLEDGE.glob("*.yaml")):
        for item in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader) or ():
            homes[item["symbol"]] = path.stem
    return homes


if __name__ == "__main__":
    main()
