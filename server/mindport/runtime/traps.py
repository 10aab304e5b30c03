"""Runs the catalogue of traps: torch's source, the plain rename, and what the engine makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.knowledge.store import Store
from mindport.knowledge.traps import Trap
from mindport.report import Finding
from mindport.runtime.evidence import INPUT
from mindport.runtime.examples import Example, ExampleResult, run_examples
from mindport.runtime.pool import Pool
from mindport.runtime.snippets import as_file, body_of, migrated
from mindport.symbols.workspace import Workspace
from mindport.texts import Text

FixKind = Literal["safe", "unsafe", "none"]
NAIVE_HEADER = (
    "import mindspore as ms\nimport mindspore\n"
    "from mindspore import Parameter, Tensor, mint, nn, ops\n"
)
PARTED = ("dtype", "value", "shape", "structure")


@dataclass(frozen=True, slots=True)
class Migration:
    """What the engine makes of a trap's torch source on Ascend and CPU together.

    ``fix`` says which fixes it takes until nothing is left to do; with "none" the source stays
    marked and ``source`` is None. ``messages`` are those of the findings with the trap's code.
    """

    fix: FixKind
    source: str | None
    codes: tuple[str, ...]
    messages: tuple[Text, ...]


def migration_of(trap: Trap, store: Store) -> Migration:
    """What people get who open the trap's torch source in their editor."""
    inputs = set(INPUT.findall(trap.torch))
    found = _findings(trap, inputs)
    codes = tuple(dict.fromkeys(finding.code for finding in found))
    messages = tuple(dict.fromkeys(f.message for f in found if f.code == trap.code))
    for fix in ("safe", "unsafe"):
        text = migrated(trap.torch, inputs, Config(), store, unsafe=fix == "unsafe")
        if text is not None:
            return Migration(fix, text, codes, messages)
    return Migration("none", None, codes, messages)


def _findings(trap: Trap, inputs: set[str]) -> list[Finding]:
    """What is found in the snippet itself, behind its imports and its declared inputs."""
    text = as_file(trap.torch, inputs)
    report = analyze(Document("example.py", text), Config(), Workspace())
    start = len(text) - len(trap.torch) - 1
    return [finding for finding in report.findings if finding.span.start >= start]


def run_traps(
    traps: Sequence[Trap],
    store: Store,
    torch_pool: Pool,
    mindspore_pool: Pool,
    version: str,
) -> list[dict[str, Any]]:
    """What each trap showed on CPU, as it is recorded."""
    made = [migration_of(trap, store) for trap in traps]
    naive = [_example(trap, NAIVE_HEADER + trap.naive) for trap in traps]
    fixed = [
        (index, _example(trap, migration.source))
        for index, (trap, migration) in enumerate(zip(traps, made, strict=True))
        if migration.source is not None
    ]
    every = [*naive, *(example for _, example in fixed)]
    results = run_examples(every, torch_pool, mindspore_pool, device="CPU")
    engine = dict(zip((index for index, _ in fixed), results[len(naive) :], strict=True))
    return [
        _record(trap, made[index], results[index], engine.get(index), version)
        for index, trap in enumerate(traps)
    ]


def _example(trap: Trap, source: str) -> Example:
    return Example(trap.torch, source, compare=trap.compare)


def _record(
    trap: Trap,
    made: Migration,
    naive: ExampleResult,
    engine: ExampleResult | None,
    version: str,
) -> dict[str, Any]:
    record: dict[str, Any] = {
        "code": trap.code,
        "torch": trap.torch,
        "naive": trap.naive,
        "mindspore": version,
        "gives": naive.expected,
        "naive_gives": naive.actual or naive.reason,
        "naive_outcome": naive.outcome,
        "naive_where": naive.where,
        "fix": made.fix,
        "migrated": None if made.source is None else body_of(made.source),
        "outcome": "marked" if engine is None else engine.outcome,
    }
    if engine is not None and engine.outcome != "equal":
        record["seen"] = engine.where or engine.reason
    return record


def complaint(record: dict[str, Any], codes: Sequence[str]) -> str | None:
    """Why a record is no demonstration of its trap; None when it is one."""
    if record["naive_outcome"] not in PARTED:
        return f"the rename must run and differ; it gives {record['naive_outcome']}"
    if record["fix"] == "safe" and record["outcome"] != "equal":
        return f"the safe fix is silently wrong: {record['outcome']} {record.get('seen', '')}"
    if record["code"] not in codes:
        return f"no finding says {record['code']}; there are {', '.join(codes) or 'none'}"
    return None
