"""Prints what the knowledge base holds: entries by status, examples, and what their runs showed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from mindport.knowledge.schema import Samples  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402


def add_samples(table: Table, title: str, samples: Sequence[Samples]) -> None:
    total = sum(item.total for item in samples)
    table.add_row(f"{title}, {len(samples)} entries", str(total))
    for kind in ("equal", "marked", "raises", "wrong"):
        count = sum(getattr(item, kind) for item in samples)
        name = {"raises": "raise unmarked", "wrong": "silently wrong"}.get(kind, kind)
        table.add_row(f"    {name}", f"{count} ({count / max(1, total):.2%})")


def main() -> None:
    store = load()
    entries = [entry for symbol in store.plain if (entry := store.entry(symbol)) is not None]
    runs = [run for entry in entries for run in entry.evidence]
    reasons = Counter(
        (run.reason or "").partition(":")[0] for run in runs if run.outcome == "error"
    )
    mapped = [entry for entry in entries if entry.equivalents]
    proved = [e for e in mapped if any(e.is_proved(item) for item in e.equivalents)]
    table = Table("what", "number", show_header=False)
    table.add_row("entries", str(len(entries)))
    for status, count in Counter(entry.status for entry in entries).most_common():
        table.add_row(f"  {status}", str(count))
    table.add_row("mapped or conditional, with an equivalent proved by runs", str(len(proved)))
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


if __name__ == "__main__":
    main()
