"""Runs the catalogue of traps in both frameworks and writes what it saw to
knowledge/evidence/traps/."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402

from catalogue import chosen, write  # noqa: E402
from mindport.knowledge.compile import compile_index  # noqa: E402
from mindport.knowledge.reading import KnowledgeError  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402
from mindport.knowledge.traps import Trap, read_trap_evidence, read_traps  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.traps import complaint, migration_of, run_traps  # noqa: E402

KNOWLEDGE = ROOT / "knowledge"
EVIDENCE = KNOWLEDGE / "evidence/traps"
INDEX = ROOT / "server/mindport/knowledge/index.jsonl"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--family", "families", multiple=True, help="All traps of a file, e.g. layers.")
@click.option("--jobs", default=1, show_default=True, help="Processes a framework.")
@click.option("--check", is_flag=True, help="Write nothing.")
@click.option("--verbose", is_flag=True, help="Also show what is as it should be.")
def main(
    names: tuple[str, ...], families: tuple[str, ...], jobs: int, check: bool, verbose: bool
) -> None:
    """Run the traps NAMES, or --family NAME, or all."""
    try:
        content = compile_index(KNOWLEDGE, INDEX)
        traps = read_traps(KNOWLEDGE / "traps")
    except KnowledgeError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    wanted = chosen(traps, names, families, "trap")
    with Pool("torch", jobs) as torch_pool, Pool("mindspore", jobs) as mindspore_pool:
        version = content["mindspore"][-1]
        records = run_traps(wanted, load(), torch_pool, mindspore_pool, version)
    wrong = show(wanted, records, verbose)
    if not check:
        before = read_trap_evidence(EVIDENCE)
        found = {trap.name: item for trap, item in zip(wanted, records, strict=True)}
        write(EVIDENCE, traps, before | found)
    sys.exit(1 if wrong else 0)


def show(traps: list[Trap], records: list[dict[str, Any]], verbose: bool) -> int:
    """Print what is no demonstration of its trap; returns how many are not."""
    wrong = 0
    for trap, record in zip(traps, records, strict=True):
        reason = complaint(record, migration_of(trap, load()).codes)
        wrong += reason is not None
        if reason is None and not verbose:
            continue
        print(f"{trap.family}/{trap.name}: {reason or 'ok'}")
        print(f"    torch:    {record['gives']}")
        print(f"    rename:   {record['naive_outcome']}: {record['naive_gives']}")
        print(f"    mindport: {record['fix']}, {record['outcome']}: {record['migrated']!r}")
    print(f"{len(traps)} traps, {wrong} without a demonstration")
    return wrong


if __name__ == "__main__":
    main()
