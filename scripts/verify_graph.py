"""Runs the catalogue of graph mode in torch and in both of MindSpore's modes, and writes what it saw
to knowledge/evidence/graph/."""

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
from mindport.knowledge.demonstrations import (  # noqa: E402
    Demonstration,
    read_demonstrations,
    read_graph_evidence,
    trained_demonstrations,
)
from mindport.knowledge.reading import KnowledgeError  # noqa: E402
from mindport.runtime.demonstrations import complaint, graph_codes, run_demonstrations  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402

KNOWLEDGE = ROOT / "knowledge"
EVIDENCE = KNOWLEDGE / "evidence/graph"
INDEX = ROOT / "server/mindport/knowledge/index.jsonl"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--family", "families", multiple=True, help="All of a file, e.g. syntax.")
@click.option("--jobs", default=1, show_default=True, help="Processes a framework.")
@click.option(
    "--trained",
    is_flag=True,
    help="Run those that show values alone with a loss, to see that their gradients are right; write "
    "nothing.",
)
@click.option("--check", is_flag=True, help="Write nothing.")
@click.option("--verbose", is_flag=True, help="Also show what is as it should be.")
def main(
    names: tuple[str, ...],
    families: tuple[str, ...],
    jobs: int,
    trained: bool,
    check: bool,
    verbose: bool,
) -> None:
    """Run the demonstrations NAMES, or --family NAME, or all."""
    try:
        content = compile_index(KNOWLEDGE, INDEX)
        read = trained_demonstrations if trained else read_demonstrations
        every = read(KNOWLEDGE / "graph")
    except KnowledgeError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    wanted = chosen(every, names, families, "demonstration")
    with Pool("torch", jobs) as torch_pool, Pool("mindspore", jobs) as mindspore_pool:
        version = content["mindspore"][-1]
        records = run_demonstrations(wanted, torch_pool, mindspore_pool, version)
    if trained:
        sys.exit(1 if lost(wanted, records) else 0)
    wrong = show(wanted, records, verbose)
    if not check:
        before = read_graph_evidence(EVIDENCE)
        found = {one.name: item for one, item in zip(wanted, records, strict=True)}
        write(EVIDENCE, every, before | found)
    sys.exit(1 if wrong else 0)


def lost(wanted: list[Demonstration], records: list[dict[str, Any]]) -> int:
    """Print what trains otherwise in graph mode alone, with nothing told; returns how many do."""
    found = 0
    for one, record in zip(wanted, records, strict=True):
        is_ours = record["pynative"] == "equal" and record["graph"] != "equal"
        if is_ours and not graph_codes(record["migrated"]):
            found += 1
            print(f"{one.family}/{one.name}: graph mode gives {record['graph']} {record['seen']}")
    print(f"{len(wanted)} demonstrations, {found} that lose what they are trained by")
    return found


def show(wanted: list[Demonstration], records: list[dict[str, Any]], verbose: bool) -> int:
    """Print what does not show what it should; returns how many do not."""
    wrong = 0
    for one, record in zip(wanted, records, strict=True):
        reason = complaint(one, record)
        wrong += reason is not None
        if reason is not None or verbose:
            print(f"{one.family}/{one.name} {one.code or ''}: {reason or 'ok'}")
            print(f"    graph: {record['graph']} {record.get('seen', '')}")
    print(f"{len(wanted)} demonstrations, {wrong} that do not show what they should")
    return wrong


if __name__ == "__main__":
    main()
