"""Prints what the knowledge base holds: entries by status, examples, and what their runs showed.

``--unproved`` lists the entries with an equivalent that no run showed equal, with the reason;
``--usage TABLE`` takes a CSV file with the column ``symbol``, the most used first, and tells the
share of the 500 most used that are proved.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from mindport.knowledge.schema import Entry, Samples  # noqa: E402
from mindport.knowledge.store import Store, load  # noqa: E402
from mindport.symbols import torch_api  # noqa: E402

MOST_USED = 500


def add_samples(table: Table, title: str, samples: Sequence[Samples]) -> None:
    total = sum(item.total for item in samples)
    table.add_row(f"{title}, {len(samples)} entries", str(total))
    for kind in ("equal", "marked", "raises", "wrong"):
        count = sum(getattr(item, kind) for item in samples)
        name = {"raises": "raise unmarked", "wrong": "silently wrong"}.get(kind, kind)
        table.add_row(f"    {name}", f"{count} ({count / max(1, total):.2%})")


def is_proved(entry: Entry) -> bool:
    return any(entry.is_proved(equivalent) for equivalent in entry.equivalents)


def why_unproved(entry: Entry) -> str:
    """Why no equivalent of an entry was shown equal on the CPU."""
    if not any("CPU" in equivalent.devices for equivalent in entry.equivalents):
        return "not on CPU"
    failed = [run for run in entry.evidence if run.outcome in ("error", "differs")]
    if failed:
        return f"{failed[0].outcome}: {failed[0].reason or failed[0].example}"
    if entry.unverified is not None:
        return entry.unverified.en
    return "left with a finding" if entry.evidence else "not run"


def most_used(store: Store, table: Path) -> list[Entry]:
    """The entries with an equivalent among the most used symbols."""
    api = torch_api.load()
    with table.open(encoding="utf-8", newline="") as file:
        names = [row["symbol"] for row in csv.DictReader(file)][:MOST_USED]
    found = (store.entry(api.canonical(name) or name) for name in names)
    unique = {entry.symbol: entry for entry in found if entry is not None and entry.equivalents}
    return list(unique.values())


def share(proved: int, total: int) -> str:
    return f"{proved} of {total} ({proved / max(1, total):.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unproved", action="store_true")
    parser.add_argument("--usage", type=Path, metavar="TABLE")
    options = parser.parse_args()
    store = load()
    entries = [entry for symbol in store.plain if (entry := store.entry(symbol)) is not None]
    runs = [run for entry in entries for run in entry.evidence]
    reasons = Counter(
        (run.reason or "").partition(":")[0] for run in runs if run.outcome == "error"
    )
    mapped = [entry for entry in entries if entry.equivalents]
    proved = [entry for entry in mapped if is_proved(entry)]
    there = [e for e in mapped if any("CPU" in item.devices for item in e.equivalents)]
    table = Table("what", "number", show_header=False)
    table.add_row("entries", str(len(entries)))
    for status, count in Counter(entry.status for entry in entries).most_common():
        table.add_row(f"  {status}", str(count))
    title = "mapped or conditional, with an equivalent proved by runs"
    table.add_row(title, share(len(proved), len(mapped)))
    table.add_row("  of those that CPU has", share(len(proved), len(there)))
    if options.usage is not None:
        used = most_used(store, options.usage)
        count = sum(map(is_proved, used))
        table.add_row(f"  of the {MOST_USED} most used", share(count, len(used)))
    table.add_row("examples", str(sum(len(entry.examples) for entry in entries)))
    table.add_row("runs (an example with each equivalent that takes it)", str(len(runs)))
    for outcome, count in Counter(run.outcome for run in runs).most_common():
        table.add_row(f"  {outcome}", str(count))
    for reason, count in reasons.most_common():
        table.add_row(f"    error of kind {reason}", str(count))
    samples = [entry.samples for entry in entries if entry.samples is not None]
    claimed = [e.samples for e in entries if e.samples is not None and e.equivalents]
    add_samples(table, "torch's own samples", samples)
    add_samples(table, "  of entries with an equivalent", claimed)
    traps = Counter(d.code for e in entries for d in e.differences if d.code)
    table.add_row("traps (differences with a code)", str(sum(traps.values())))
    Console().print(table)
    if options.unproved:
        for entry in mapped:
            if not is_proved(entry):
                print(f"{entry.symbol}: {why_unproved(entry)}")


if __name__ == "__main__":
    main()
