"""Runs the examples of torch's own docstrings in torch and, migrated, in MindSpore, and tells what
became of each program.

equal: with the safe fixes alone nothing is left, and the results are torch's. unsafe: so with all
fixes. marked: a finding is left. raises, wrong: nothing is left, and it does not run or computes
something else.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import Progress as Bar  # noqa: E402

from mindport.config import Config  # noqa: E402
from mindport.document import Document  # noqa: E402
from mindport.fixes.apply import fix_document  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402
from mindport.runtime.examples import Example, ExampleResult, run_examples  # noqa: E402
from mindport.runtime.jobs import Job  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.snippets import HEADER  # noqa: E402
from mindport.symbols.workspace import Workspace  # noqa: E402
from mindport.target import Target  # noqa: E402

CALL = "mindport.runtime.documentation_job"
KINDS = ("equal", "unsafe", "marked", "raises", "wrong")
RTOL, ATOL = 1e-4, 1e-5
TIMEOUT = 90.0
TOGETHER = 200
console = Console(stderr=True)


@dataclass(frozen=True, slots=True)
class Migrated:
    """A program's text after the fixes, and what is left in it: message and line."""

    text: str
    left: tuple[str, ...]


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--jobs", default=2, show_default=True, help="Processes a framework.")
@click.option("--device", "devices", multiple=True, help="Of the target; Ascend and CPU if none.")
@click.option(
    "--output", type=click.Path(path_type=Path), help="Write what was seen, as JSON lines."
)
@click.option("--verbose", is_flag=True, help="Show every program that is not equal.")
def main(
    symbols: tuple[str, ...],
    jobs: int,
    devices: tuple[str, ...],
    output: Path | None,
    verbose: bool,
) -> None:
    """Run the documentation of SYMBOLS, or of everything that the knowledge base holds."""
    config = Config(target=replace(Target(), devices=devices) if devices else Target())
    seen = look(symbols, jobs, config)
    if output is not None:
        output.write_text("".join(f"{json.dumps(item)}\n" for item in seen), encoding="utf-8")
    if verbose:
        show(seen)
    counts = Counter(str(item["kind"]) for item in seen)
    total = max(1, counts.total())
    shares = ", ".join(f"{counts[kind]} {kind} ({counts[kind] / total:.1%})" for kind in KINDS)
    print(f"{total} programs: {shares}")


def look(symbols: Sequence[str], jobs: int, config: Config) -> list[dict[str, object]]:
    """What became of each program, by kind."""
    wanted = list(symbols or (name for name in load().plain if name.startswith("torch.")))
    with (
        Pool("torch", jobs) as torch_pool,
        Pool("mindspore", jobs) as mindspore_pool,
        Bar(console=console, transient=True) as bar,
    ):
        batches = [wanted[start : start + TOGETHER] for start in range(0, len(wanted), TOGETHER)]
        asked = [
            Job(f"{CALL}:documented", {"symbols": batch}, timeout=TIMEOUT) for batch in batches
        ]
        named = [name for result in torch_pool.map(asked) for name in result.value or ()]
        task = bar.add_task("torch", total=len(named))
        made = torch_pool.map(
            [Job(f"{CALL}:program", {"symbol": name}, timeout=TIMEOUT) for name in named],
            lambda *_: bar.advance(task),
        )
        programs = {
            name: result.value
            for name, result in zip(named, made, strict=True)
            if result.outcome == "ok" and result.value
        }
        task = bar.add_task("migrating", total=len(programs))
        found: dict[str, tuple[Migrated, Migrated]] = {}
        with ProcessPoolExecutor(jobs) as workers:
            for name, pair in zip(
                programs,
                workers.map(partial(_migrated, config=config), programs.values(), chunksize=8),
                strict=True,
            ):
                found[name] = pair
                bar.advance(task)
        examples = [
            Example(source, _runnable(found[name]), rtol=RTOL, atol=ATOL, timeout=TIMEOUT)
            for name, source in programs.items()
        ]
        task = bar.add_task("mindspore", total=len(examples))
        results = run_examples(
            examples,
            torch_pool,
            mindspore_pool,
            device="CPU",
            on_result=lambda *_: bar.advance(task),
        )
    return [
        _judged(name, programs[name], *found[name], result)
        for name, result in zip(programs, results, strict=True)
        if result.outcome != "torch-error"
    ]


def _runnable(pair: tuple[Migrated, Migrated]) -> str:
    safe, unsafe = pair
    return unsafe.text if safe.left else safe.text


def _migrated(source: str, config: Config) -> tuple[Migrated, Migrated]:
    """The program after the safe fixes alone, and after all."""
    safe, unsafe = (_fixed(source, config, unsafe=unsafe) for unsafe in (False, True))
    return safe, unsafe


def _fixed(source: str, config: Config, *, unsafe: bool) -> Migrated:
    document = Document("example.py", f"{HEADER}{source}\n")
    result = fix_document(document, config, Workspace(), unsafe=unsafe, store=load())
    fixed = result.report.document
    left = tuple(
        f"{finding.code} {finding.message.en} [{fixed.line_text(fixed.line_of(finding.span.start))}]"
        for finding in result.report.findings
        if finding.severity in ("error", "warning")
    )
    return Migrated(result.document.text, left)


def _judged(
    name: str, source: str, safe: Migrated, unsafe: Migrated, result: ExampleResult
) -> dict[str, object]:
    if not safe.left:
        kind = {"equal": "equal", "error": "raises"}.get(result.outcome, "wrong")
    elif not unsafe.left and result.outcome == "equal":
        kind = "unsafe"
    else:
        kind = "marked"
    return {
        "symbol": name,
        "kind": kind,
        "outcome": result.outcome,
        "seen": result.reason or result.where,
        "expected": result.expected,
        "actual": result.actual,
        "left": safe.left,
        "left_unsafe": unsafe.left,
        "source": source,
        "migrated": _runnable((safe, unsafe)),
    }


def show(seen: Sequence[dict[str, object]]) -> None:
    """Print what is not equal."""
    for item in seen:
        if item["kind"] != "equal":
            print(f"{item['kind']:6} {item['symbol']}: {item['outcome']} {item['seen']}")
            for line in item["left"] if isinstance(item["left"], tuple) else ():
                print(f"    {line}")


if __name__ == "__main__":
    main()
