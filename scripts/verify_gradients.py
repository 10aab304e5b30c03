"""Differentiates the samples of torch's own tests in both frameworks, where the values were equal with
the safe fixes alone, and writes to knowledge/evidence/gradients/torch.json how many came out equal."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "scripts")]

import click  # noqa: E402
from rich.progress import Progress as Bar  # noqa: E402

from mindport.knowledge.compile import compile_index  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.samples import (  # noqa: E402
    Progress,
    Seen,
    collect,
    find_groups,
    migrate,
    record,
    run,
    run_gradients,
)
from mindport.symbols.torch_api import load as load_torch  # noqa: E402
from verify_samples import INDEX, KNOWLEDGE, OPERATOR, console, show, summary  # noqa: E402

EVIDENCE = KNOWLEDGE / "evidence/gradients/torch.json"


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
def main(symbols: tuple[str, ...], jobs: int) -> None:
    """Compare the gradients of SYMBOLS, or of everything that the knowledge base holds."""
    known = set(compile_index(KNOWLEDGE, INDEX)["entries"])
    found = look(symbols, known, jobs)
    show(found)
    recorded = record(found)
    print(summary(recorded))
    before = json.loads(EVIDENCE.read_text(encoding="utf-8")) if symbols else {}
    lines = (
        f"{json.dumps(symbol)}: {json.dumps(item, ensure_ascii=False)}"
        for symbol, item in sorted({**before, **recorded}.items())
    )
    text = ",\n".join(lines)
    EVIDENCE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def look(symbols: Sequence[str], known: set[str], jobs: int) -> list[Seen]:
    """The gradients of the samples of ``symbols``, or of all ``known`` ones and the operators."""
    api = load_torch()

    def canonical(name: str) -> str:
        return name if name.startswith(OPERATOR) else api.canonical(name) or name

    def wanted(symbol: str) -> bool:
        if symbols:
            return symbol in symbols
        return symbol in known or symbol.startswith(OPERATOR)

    folder = Path(tempfile.mkdtemp(prefix="mindport-gradients-"))
    try:
        with (
            Pool("torch", jobs) as torch_pool,
            Pool("mindspore", jobs) as mindspore_pool,
            Bar(console=console, transient=True) as bar,
        ):
            groups = find_groups(torch_pool, canonical, wanted)
            collecting = bar.add_task("torch", total=len(groups))
            progress = Progress(lambda: bar.advance(collecting))
            samples = collect(groups, torch_pool, folder, progress, {"dtypes": ("float32",)})
            texts = migrate(samples, jobs, Progress())
            values = run(samples, texts, mindspore_pool, Progress())
            equal = [number for number, seen in enumerate(values) if seen.kind == "equal"]
            chosen = [samples[number] for number in equal]
            given = [texts[number] for number in equal]
            return run_gradients(chosen, given, (torch_pool, mindspore_pool), Progress())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
