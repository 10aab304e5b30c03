"""Runs the knowledge base's migrated examples many times in one process each, with larger inputs
between: what MindSpore gives must not hang on the calls before. Prints those that came out otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "scripts")]

import click  # noqa: E402
from rich.progress import Progress  # noqa: E402

from mindport.knowledge.store import load  # noqa: E402
from mindport.runtime.evidence import Trial, assume_proved, inputs_of  # noqa: E402
from mindport.runtime.jobs import Job, JobResult  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from verify_knowledge import console, interpreter_of, migrate_all, search_path  # noqa: E402

CALL = "mindport.runtime.repeat_job:repeated"
GRACE = 60.0  # seconds that the last run may take


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--times", default=60, show_default=True, help="Runs of an example.")
@click.option("--seconds", default=4.0, show_default=True, help="At most this long for one.")
@click.option("--mindspore-version", "version", help="Another than the newest, e.g. 2.9.0.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
def main(
    symbols: tuple[str, ...], times: int, seconds: float, version: str | None, jobs: int
) -> None:
    """Repeat the examples of SYMBOLS, or of everything that the knowledge base holds."""
    store = load()
    newest = store.versions[-1]
    version = version or newest
    assumed = assume_proved(store.at(version))
    entries = [
        entry for name in symbols or store.plain if (entry := assumed.entry(name)) is not None
    ]
    trials = [t for t in migrate_all(entries, assumed, version, jobs) if _repeats(t)]
    work = [
        Job(
            CALL,
            {
                "source": trial.migrated,
                "names": sorted(inputs_of(trial.example)),
                "times": times,
                "seconds": seconds,
            },
            timeout=seconds + GRACE,
        )
        for trial in trials
    ]
    env = search_path(trials, "tensorboard_packages", "onnx_packages")
    with (
        Pool("mindspore", jobs, interpreter_of(version, newest), env=env) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("repeating", total=len(work))

        def tell(index: int, result: JobResult) -> None:
            bar.advance(task)
            if said := _said(trials[index], result):
                print(said, flush=True)

        results = pool.map(work, tell)
    runs = sum(result.value["runs"] for result in results if result.outcome == "ok")
    unlike = sum(bool(_said(*pair)) for pair in zip(trials, results, strict=True))
    print(f"MindSpore {version}: {len(trials)} examples, {runs} runs: {unlike} came out otherwise")
    sys.exit(1 if unlike else 0)


def _repeats(trial: Trial) -> bool:
    """Whether it is to give the same each time: no random numbers, one process, run eagerly."""
    return (
        trial.migrated is not None
        and trial.mode == "PYNATIVE"
        and trial.example.compare == "value"
        and trial.example.processes == 1
    )


def _said(trial: Trial, result: JobResult) -> str:
    """What is to be told of one example; nothing where all runs gave the same."""
    head = f"{trial.entry.symbol}: {trial.migrated}"
    if result.outcome in ("timeout", "memory"):
        return ""  # what larger inputs take tells nothing
    if result.outcome != "ok":
        return f"{head}\n    {result.outcome} {result.error.message if result.error else ''}"
    if "run" not in result.value:
        return ""
    value = result.value
    return f"{head}\n    run 1: {value['first']}\n    run {value['run']}: {value['other']}"


if __name__ == "__main__":
    main()
