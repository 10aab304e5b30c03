"""Proposes entries: tries MindSpore's APIs of a symbol's name on torch's own samples, and prints the
first that is equal on all of them as a draft for the YAML. People judge the rest."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402
import yaml  # noqa: E402

from mindport.knowledge.compile import read_harvest  # noqa: E402
from mindport.knowledge.schema import entry_of  # noqa: E402
from mindport.knowledge.store import Store, load  # noqa: E402
from mindport.runtime.evidence import as_expected, run_trials, trials_of  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.proposals import (  # noqa: E402
    Tried,
    candidates,
    draft_store,
    examples,
    try_out,
)
from mindport.runtime.samples import KINDS, Progress, Sample, collect, find_groups  # noqa: E402
from mindport.symbols import torch_api  # noqa: E402
from mindport.symbols.torch_api import TorchApi  # noqa: E402

MOST_EXAMPLES = 6


@click.command()
@click.argument("symbols", nargs=-1, required=True)
@click.option("--most", default=12, show_default=True, help="Candidates that are tried.")
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
def main(symbols: tuple[str, ...], most: int, jobs: int) -> None:
    """Try what MindSpore offers under the names of SYMBOLS, dotted torch names.

    The drafts go to standard output, what was tried to standard error. Exits with 1 where a symbol
    has no draft.
    """
    api, store = torch_api.load(), load()
    wanted = [canonical(symbol, api) for symbol in symbols]
    harvested = read_harvest(ROOT / "knowledge")[store.version]
    folder = Path(tempfile.mkdtemp(prefix="mindport-proposals-"))
    try:
        with Pool("torch", jobs) as torch_pool, Pool("mindspore", jobs) as mindspore_pool:
            groups = find_groups(torch_pool, lambda n: api.canonical(n) or n, wanted.__contains__)
            samples = collect(groups, torch_pool, folder, Progress())
            drafted = 0
            for symbol in wanted:
                mine = [sample for sample in samples if sample.symbol == symbol]
                drafted += propose(symbol, mine, most, store, harvested, torch_pool, mindspore_pool)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(drafted < len(wanted))


def canonical(symbol: str, api: TorchApi) -> str:
    """The name that an entry has.

    Raises:
        click.BadParameter: torch has no such symbol.
    """
    found = api.canonical(symbol)
    if found is None:
        raise click.BadParameter(f"torch {api.versions['torch']} has no {symbol}")
    return found


def propose(
    symbol: str,
    samples: Sequence[Sample],
    most: int,
    store: Store,
    harvested: dict[str, Any],
    torch_pool: Pool,
    mindspore_pool: Pool,
) -> bool:
    """Show what was tried for a symbol, and print its draft; whether there is one."""
    found = candidates(symbol, torch_api.load(), harvested)[:most]
    if not found:
        print(f"{symbol}: MindSpore has nothing of a name like this.", file=sys.stderr)
        return False
    if not samples:
        print(f"{symbol}: torch's tests have no samples of it.", file=sys.stderr)
    tried: list[Tried] = []
    for candidate in found:
        result = try_out(symbol, candidate, samples, store, harvested, mindspore_pool)
        tried.append(result)
        if result.is_equal:
            break
    show(symbol, tried)
    best = tried[-1]
    if not best.is_equal:
        return False
    print(draft(symbol, best, store, harvested, torch_pool, mindspore_pool))
    return True


def show(symbol: str, tried: Sequence[Tried]) -> None:
    """What became of torch's samples with each candidate."""
    print(symbol, file=sys.stderr)
    for item in tried:
        counts = ", ".join(f"{item.counts[kind]} {kind}" for kind in KINDS if item.counts[kind])
        lacking = ", ".join(item.candidate.lacking)
        print(f"  {item.candidate.api}{item.candidate.signature}", file=sys.stderr)
        print(f"    {counts or 'nothing ran'}{lacking and f'; has no {lacking}'}", file=sys.stderr)
        bad = [seen for seen in item.seen if seen.kind in ("wrong", "raises")]
        if bad:
            first = min(bad, key=lambda seen: (seen.kind != "wrong", seen.sample.size))
            told = f"{first.migrated.strip()} [{first.sample.inputs}] {first.seen}"
            print(f"    {told}", file=sys.stderr)


def draft(
    symbol: str,
    best: Tried,
    store: Store,
    harvested: dict[str, Any],
    torch_pool: Pool,
    mindspore_pool: Pool,
) -> str:
    """The entry as YAML, with the examples that came out as they should."""
    knowing, _ = draft_store(symbol, best.candidate, store, harvested)
    plain: dict[str, Any] = {"symbol": symbol, "equivalents": [dict(best.candidate.equivalent)]}
    if best.refused:
        plain["refuses"] = {best.candidate.first: list(best.refused)}
    written = examples(best.seen)
    entry = entry_of({**plain, "examples": written})
    trials = list(trials_of(entry, knowing, store.version))
    seen = run_trials(trials, torch_pool, mindspore_pool, store.version)
    good = {
        trial.example.code
        for trial, evidence in zip(trials, seen, strict=True)
        if as_expected(trial.example, evidence)
    }
    ran = [
        one for one, example in zip(written, entry.examples, strict=True) if example.code in good
    ]
    plain["examples"] = ran[:MOST_EXAMPLES]
    text = yaml.safe_dump([plain], sort_keys=False, allow_unicode=True, width=100)
    equal, total = best.counts["equal"], len(best.seen)
    return f"# equal on {equal} of {total} of torch's samples\n{text}"


if __name__ == "__main__":
    main()
