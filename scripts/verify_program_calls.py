"""Each form of call that programs of packages make, as a sample: runs the programs of
``scripts/foreign`` in torch, keeps what they ask of it with the tensors that they gave, migrates each
call by itself with the safe fixes alone, runs it in MindSpore, and prints what raises or differs."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT), str(ROOT / "scripts")]

import click  # noqa: E402

from foreign_programs import PROGRAMS, assembled, in_worker  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.samples import (  # noqa: E402
    Progress,
    Sample,
    migrate,
    run,
    run_gradients,
    run_shown,
    sample_of,
)
from mindport.symbols.torch_api import load as load_torch  # noqa: E402
from verify_samples import counted, show  # noqa: E402

WORKER = "scripts.foreign_programs:calls_in_torch"


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--most", default=40, show_default=True, help="Forms of one symbol over all programs."
)
@click.option("--gradients", is_flag=True, help="Compare gradients, too.")
@click.option("--verbose", is_flag=True, help="Show what is marked, too.")
def main(names: tuple[str, ...], most: int, gradients: bool, verbose: bool) -> None:
    """Take the calls of the programs NAMES, or of all."""
    folder = Path(tempfile.mkdtemp(prefix="mindport-calls-"))
    counts: Counter[str] = Counter()
    forms: set[str] = set()
    samples: list[Sample] = []
    try:
        for path in sorted(PROGRAMS.glob("*.py")):
            if names and path.stem not in names:
                continue
            for form, sample in calls_of(path, folder / path.stem):
                if form not in forms and counts[sample.symbol] < most:
                    forms.add(form)
                    counts[sample.symbol] += 1
                    samples.append(sample)
            print(f"{path.stem}: {len(samples)} forms so far", file=sys.stderr, flush=True)
        texts = migrate(samples, 1, Progress())
        with Pool("mindspore", 1) as pool, Pool("torch", 1) as torch_pool:
            found = run_shown(run(samples, texts, pool, Progress()), 1, pool, Progress())
            show(found)
            if verbose:
                for item in found:
                    if item.kind == "marked":
                        print(
                            f"marked {item.sample.symbol} [{item.sample.inputs}]: {item.sample.source!r}"
                        )
            print(counted(found))
            if gradients:
                found = run_gradients(samples, texts, (torch_pool, pool), Progress())
                show(found)
                print(counted(found))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def calls_of(path: Path, folder: Path) -> list[tuple[str, Sample]]:
    """The forms of call of one program, as torch ran them."""
    program, script, needs = assembled(path, folder)
    kept = folder / "calls"
    kept.mkdir()
    arguments = {"program": str(program), "script": script, "folder": str(kept)}
    result = in_worker("torch", WORKER, arguments, program, needs)
    shutil.rmtree(program.parent)
    if result.outcome != "ok":
        print(f"{path.stem}: {result.outcome} {result.error}", file=sys.stderr)
        return []
    if result.value["failed"]:
        print(f"{path.stem}: {result.value['failed']}", file=sys.stderr)
    api, calls = load_torch(), result.value["calls"]
    named = [(item, api.canonical(item["symbol"]) or item["symbol"]) for item in calls]
    return [(item["form"], sample_of(item, symbol, kept)) for item, symbol in named]


if __name__ == "__main__":
    main()
