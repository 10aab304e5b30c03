"""Whether a torch program that nobody prepared trains in MindSpore as it did, or is marked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from mindport.document import Document
from mindport.report import Finding
from mindport.runtime.compare import compare
from mindport.runtime.jobs import JobResult
from mindport.runtime.pool import Pool

from . import test_scenarios as scenarios

LOSSES, LOSSES_NEAR_ZERO, WEIGHTS, WEIGHTS_NEAR_ZERO = 1e-3, 1e-5, 3e-3, 1e-5


@dataclass(frozen=True)
class Verdict:
    """``outcome`` is torch stops, marked, equal, wrong or raises; ``left`` what is still marked."""

    outcome: str
    about: str
    left: tuple[Finding, ...]
    migrated: Document | None


def judge(
    text: str,
    folder: Path,
    pools: tuple[Pool, Pool],
    *,
    graph: bool = False,
    runs_marked: bool = False,
) -> Verdict:
    """Migrate ``text``, a program with a global list ``losses``, and run it in both frameworks.

    ``pools`` run torch and MindSpore. Losses may differ by 1e-3 and weights by 3e-3 of the greatest.
    With ``runs_marked`` a marked program is run, too: one that trains equally was marked without need.
    """
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    theirs = pools[0].submit(scenarios.job("torch", program, [folder]))
    if theirs.outcome != "ok" or not all(map(math.isfinite, theirs.value["losses"])):
        return Verdict("torch stops", _ended(theirs), (), None)
    fixed = scenarios.migrate(text, scenarios.GRAPH if graph else scenarios.CPU)
    left = tuple(
        finding
        for finding in fixed.report.findings
        if finding.severity in ("error", "warning") or (graph and finding.code.startswith("MP4"))
    )
    if left and not runs_marked:
        return Verdict("marked", "", left, fixed.document)
    program = folder / "migrated.py"
    program.write_text(fixed.document.text, encoding="utf-8")
    ours = pools[1].submit(scenarios.job("mindspore", program, [folder], graph))
    if ours.outcome != "ok":
        return Verdict("raises", _ended(ours), left, fixed.document)
    wrong = _difference(theirs, ours, folder)
    return Verdict("wrong" if wrong else "equal", wrong, left, fixed.document)


def _ended(result: JobResult) -> str:
    return f"{result.outcome} {result.error}"


def _difference(theirs: JobResult, ours: JobResult, folder: Path) -> str:
    """What differs between two runs; empty where nothing does."""
    losses = [theirs.value["losses"], ours.value["losses"]]
    if len(losses[0]) != len(losses[1]):
        return f"{len(losses[0])} losses and {len(losses[1])}"
    found = [
        ("losses", compare(*map(scenarios.values, losses), rtol=LOSSES, atol=LOSSES_NEAR_ZERO))
    ]
    ends = [list(scenarios.saved(folder, side)) for side in ("end", "mindspore")]
    if len(ends[0]) != len(ends[1]):
        return f"{len(ends[0])} networks and {len(ends[1])}"
    for index, pair in enumerate(zip(*ends, strict=True)):
        compared = compare(*map(scenarios.leaves, pair), rtol=WEIGHTS, atol=WEIGHTS_NEAR_ZERO)
        found.append((f"network {index}", compared))
    return "; ".join(f"{name}: {one}" for name, one in found if one.outcome != "equal")
