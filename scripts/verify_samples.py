"""Runs the samples of torch's own tests in torch and, with the safe fixes alone, in MindSpore, and
writes to knowledge/evidence/samples/ how many came out equal."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import Progress as Bar  # noqa: E402

from mindport.knowledge.compile import compile_index, read_samples  # noqa: E402
from mindport.knowledge.reading import KnowledgeError  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.samples import (  # noqa: E402
    KINDS,
    Progress,
    Seen,
    collect,
    find_groups,
    migrate,
    record,
    run,
    run_shown,
)
from mindport.symbols.torch_api import load as load_torch  # noqa: E402

KNOWLEDGE = ROOT / "knowledge"
INDEX = ROOT / "server/mindport/knowledge/index.jsonl"
OPERATOR = "torch.Tensor.__"
console = Console(stderr=True)


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
@click.option("--check", is_flag=True, help="Compare with what is recorded; write nothing.")
@click.option("--verbose", is_flag=True, help="Show every sample that raises or differs.")
def main(symbols: tuple[str, ...], jobs: int, check: bool, verbose: bool) -> None:
    """Run torch's samples of SYMBOLS, or of everything that the knowledge base holds."""
    try:
        content = compile_index(KNOWLEDGE, INDEX)
    except KnowledgeError as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
    found = look(symbols, set(content["entries"]), jobs)
    if verbose:
        show(found)
    recorded = record(found)
    print(summary(recorded))
    before = read_samples(KNOWLEDGE)
    parted = [symbol for symbol, item in recorded.items() if item != before.get(symbol)]
    if check:
        for symbol in parted:
            print(f"{symbol}: recorded {before.get(symbol)}, now {recorded[symbol]}")
        sys.exit(1 if parted else 0)
    kept = before if symbols else {}
    write({**kept, **recorded})
    compile_index(KNOWLEDGE, INDEX)


def look(symbols: Sequence[str], known: set[str], jobs: int) -> list[Seen]:
    """Run the samples of ``symbols``, or of all ``known`` ones and the operators."""
    api = load_torch()

    def canonical(name: str) -> str:
        return name if name.startswith(OPERATOR) else api.canonical(name) or name

    def wanted(symbol: str) -> bool:
        if symbols:
            return symbol in symbols
        return symbol in known or symbol.startswith(OPERATOR)

    folder = Path(tempfile.mkdtemp(prefix="mindport-samples-"))
    try:
        with (
            Pool("torch", jobs) as torch_pool,
            Pool("mindspore", jobs) as mindspore_pool,
            Bar(console=console, transient=True) as bar,
        ):
            groups = find_groups(torch_pool, canonical, wanted)
            collecting = bar.add_task("torch", total=len(groups))
            migrating = bar.add_task("migrating", total=None)
            running = bar.add_task("mindspore", total=None)
            progress = Progress(
                lambda: bar.advance(collecting),
                lambda: bar.advance(migrating),
                lambda count: bar.advance(running, count),
            )
            samples = collect(groups, torch_pool, folder, progress)
            texts = {(sample.source, sample.names) for sample in samples}
            bar.update(migrating, total=len(texts))
            bar.update(running, total=len(samples))
            migrated = migrate(samples, jobs, progress)
            found = run(samples, migrated, mindspore_pool, progress)
            return run_shown(found, jobs, mindspore_pool, Progress())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def show(found: Sequence[Seen]) -> None:
    """Print what raises and what is silently wrong."""
    for item in found:
        if item.kind in ("raises", "wrong"):
            sample = item.sample
            print(f"{item.kind:6} {sample.symbol} [{sample.inputs}]")
            print(f"    torch:     {sample.source!r}")
            print(f"    mindspore: {item.migrated!r}")
            print(f"    {item.seen}")


def counted(found: Sequence[Seen]) -> str:
    """How many samples came out in which way."""
    counts = Counter(item.kind for item in found)
    return ", ".join(f"{count} {kind}" for kind, count in counts.most_common())


def summary(recorded: dict[str, dict[str, object]]) -> str:
    """The counts of all symbols in one line."""
    counts: Counter[str] = Counter()
    for item in recorded.values():
        counts.update({kind: int(str(item.get(kind, 0))) for kind in KINDS})
    total = max(1, counts.total())
    shares = ", ".join(f"{counts[kind]} {kind} ({counts[kind] / total:.2%})" for kind in KINDS)
    return f"{len(recorded)} symbols, {counts.total()} samples: {shares}"


def write(recorded: dict[str, dict[str, object]]) -> None:
    """Write everything, one file for each namespace, one line for each symbol."""
    folder = KNOWLEDGE / "evidence/samples"
    folder.mkdir(parents=True, exist_ok=True)
    homes: dict[str, list[str]] = {}
    for symbol in sorted(recorded):
        home = symbol.rpartition(".")[0] if symbol.count(".") > 1 else "torch"
        homes.setdefault(home, []).append(symbol)
    for path in folder.glob("*.json"):
        if path.stem not in homes:
            path.unlink()
    for home, symbols in homes.items():
        lines = (
            f"{json.dumps(symbol)}: {json.dumps(recorded[symbol], ensure_ascii=False)}"
            for symbol in symbols
        )
        text = ",\n".join(lines)
        (folder / f"{home}.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
