"""Whether a torch program that nobody prepared trains in MindSpore as it did, or is marked."""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.runtime.compare import compare
from mindport.runtime.jobs import JobResult
from mindport.runtime.pool import Pool
from mindport.symbols.workspace import Workspace

from . import test_scenarios as scenarios

LOSSES, LOSSES_NEAR_ZERO, WEIGHTS, WEIGHTS_NEAR_ZERO = 1e-3, 1e-5, 3e-3, 1e-5


@dataclass(frozen=True)
class Migrated:
    """A file's text in MindSpore, and ``left``, what is still marked in it."""

    document: Document
    left: tuple[Finding, ...]


@dataclass(frozen=True)
class Verdict:
    """``outcome`` is torch stops, marked, equal, wrong or raises."""

    outcome: str
    about: str
    files: tuple[Migrated, ...] = ()

    @property
    def left(self) -> tuple[Finding, ...]:
        return tuple(finding for file in self.files for finding in file.left)


def judge(
    text: str,
    folder: Path,
    pools: tuple[Pool, Pool],
    *,
    graph: bool = False,
    runs_marked: bool = False,
) -> Verdict:
    """The verdict on ``text`` as a project of one file."""
    program = folder / "theirs" / "program.py"
    program.parent.mkdir()
    program.write_text(text, encoding="utf-8")
    return judge_project(program, folder, pools, graph=graph, runs_marked=runs_marked)


def judge_project(
    program: Path,
    folder: Path,
    pools: tuple[Pool, Pool],
    *,
    graph: bool = False,
    runs_marked: bool = False,
    timeout: float | None = None,
) -> Verdict:
    """Migrate what is in a program's folder to ``folder/ours``, and run it in both frameworks.

    ``program`` has a global list ``losses``. ``pools`` run torch and MindSpore. Losses may differ by
    1e-3 and weights by 3e-3 of the greatest. With ``runs_marked`` a marked program is run, too: one
    that trains equally was marked without need. ``timeout``, in seconds, is that of each run.
    """
    job = partial(scenarios.job, timeout=timeout)
    theirs = pools[0].submit(job("torch", program, [folder]))
    if theirs.outcome != "ok" or not all(map(math.isfinite, theirs.value["losses"])):
        return Verdict("torch stops", _ended(theirs))
    project, target = program.parent, folder / "ours"
    shutil.copytree(project, target)
    config = scenarios.GRAPH if graph else scenarios.CPU
    files = tuple(_migrate(path, project, target, config) for path in sorted(project.rglob("*.py")))
    verdict = Verdict("marked", "", files)
    if verdict.left and not runs_marked:
        return verdict
    ours = pools[1].submit(job("mindspore", target / program.name, [folder], graph))
    if ours.outcome != "ok":
        return Verdict("raises", _ended(ours), files)
    wrong = _difference(theirs, ours, folder)
    return Verdict("wrong" if wrong else "equal", wrong, files)


def _migrate(path: Path, project: Path, target: Path, config: Config) -> Migrated:
    document = Document(str(path), path.read_text(encoding="utf-8"))
    fixed = fix_document(document, config, Workspace([project]), unsafe=True)
    (target / path.relative_to(project)).write_text(fixed.document.text, encoding="utf-8")
    graph = config.target.mode == "GRAPH"
    left = tuple(
        finding
        for finding in fixed.report.findings
        if finding.severity in ("error", "warning") or (graph and finding.code.startswith("MP4"))
    )
    return Migrated(fixed.document, left)


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
