"""Both frameworks, each running all programs of a module in one job."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.runtime.jobs import Framework, Job
from mindport.runtime.pool import Pool
from mindport.symbols.workspace import Workspace
from mindport.target import Target

ROOT = str(Path(__file__).parents[2])
CPU = Config(target=Target(devices=("CPU",)))


@dataclass(frozen=True)
class Outcome:
    """A program's migration, and the numbers that it gave in both frameworks, or how it ended."""

    migrated: FixResult
    torch: list[float] | str
    mindspore: list[float] | str

    @property
    def errors(self) -> list[str]:
        found = self.migrated.report.findings
        return [f"{one.code} {one.message.en}" for one in found if one.severity == "error"]


Outcomes = Mapping[str, Outcome]


@pytest.fixture(scope="module")
def run_both() -> Callable[[Mapping[str, str]], Outcomes]:
    def both(programs: Mapping[str, str]) -> Outcomes:
        migrated = {
            name: fix_document(Document("program.py", source), CPU, Workspace(), unsafe=True)
            for name, source in programs.items()
        }
        texts = {name: one.document.text for name, one in migrated.items()}
        theirs, ours = _run("torch", programs), _run("mindspore", texts)
        return {name: Outcome(migrated[name], theirs[name], ours[name]) for name in programs}

    return both


def _run(framework: Framework, programs: Mapping[str, str]) -> dict[str, Any]:
    with Pool(framework, 1, env={"PYTHONPATH": ROOT}) as pool:
        arguments = {"programs": dict(programs)}
        result = pool.submit(Job("tests.optimizers.batch:run", arguments, timeout=400))
    assert result.outcome == "ok", f"{result.error} {result.stderr[-2000:]}"
    return dict(result.value)
