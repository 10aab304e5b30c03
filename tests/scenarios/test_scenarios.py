"""Whole torch programs, migrated without a touch by hand, train as they did.

Each file in ``programs`` is a plain torch program with a global list ``losses``. It is run in torch,
migrated with all fixes, and run in MindSpore from the same weights, on the same data. A program
whose first line is ``# stays marked: CODE`` is one that has to be left alone with that finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.runtime.compare import compare
from mindport.runtime.jobs import Job, JobResult
from mindport.runtime.plain import Leaf, Plain
from mindport.runtime.pool import Pool
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .recorder import Arrays, saved

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))
MARKED = re.compile(r"# stays marked: (MP\d+)")
ROOT = Path(__file__).parents[2]
CPU = Config(target=Target(devices=("CPU",)))


@pytest.fixture(scope="session")
def torch_pool() -> Iterator[Pool]:
    with Pool("torch", 1, env={"PYTHONPATH": str(ROOT)}) as pool:
        yield pool


@pytest.fixture(scope="session")
def mindspore_pool() -> Iterator[Pool]:
    with Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as pool:
        yield pool


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_trains_as_it_did(
    path: Path, tmp_path: Path, torch_pool: Pool, mindspore_pool: Pool
) -> None:
    source = path.read_text(encoding="utf-8")
    fixed = migrate(source)
    marked = MARKED.match(source)
    if marked is not None:
        told = [f for f in fixed.report.findings if f.code == marked[1]]
        assert {f.severity for f in told} == {"error"}
        assert "value_and_grad" not in fixed.document.text
        return
    program = tmp_path / path.name
    program.write_text(fixed.document.text, encoding="utf-8")
    left = [f"{f.code} {f.message.en}" for f in fixed.report.findings if f.severity == "error"]
    assert left == []
    ours = mindspore_job(program, tmp_path)
    theirs = Job("tests.scenarios.recorder:run_torch", _arguments(path, tmp_path), timeout=120)
    expected = torch_pool.submit(theirs)
    assert expected.outcome == "ok", ended(expected)
    actual = mindspore_pool.submit(ours)
    assert actual.outcome == "ok", f"{ended(actual)}\n{fixed.document.text}"
    assert len(expected.value["losses"]) >= 20
    found = compare(*(values(run.value["losses"]) for run in (expected, actual)), rtol=1e-4)
    assert found.outcome == "equal", f"{found}\n{fixed.document.text}"
    assert expected.value["networks"] == actual.value["networks"] > 0
    trained = zip(saved(tmp_path, "start"), saved(tmp_path, "end"), strict=True)
    assert any(changed(*pair) for pair in trained), "nothing was trained"
    for before, after in zip(saved(tmp_path, "end"), saved(tmp_path, "mindspore"), strict=True):
        found = compare(leaves(before), leaves(after), rtol=1e-3, atol=1e-6)
        assert found.outcome == "equal", found


def migrate(source: str) -> FixResult:
    return fix_document(Document("program.py", source), CPU, Workspace(), unsafe=True)


def _arguments(program: Path, folder: Path) -> dict[str, str]:
    return {"program": str(program), "folder": str(folder)}


def mindspore_job(program: Path, folder: Path) -> Job:
    return Job("tests.scenarios.recorder:run_mindspore", _arguments(program, folder), timeout=120)


def values(losses: list[float]) -> Leaf:
    """The losses as one array: differences are measured by the greatest."""
    return Leaf("array", "float64", np.array(losses))


def leaves(arrays: Arrays) -> Plain:
    return {
        name: Leaf("array", "", array)
        for name, array in arrays.items()
        if not name.endswith("num_batches_tracked")
    }


def changed(before: Arrays, after: Arrays) -> bool:
    return any(not np.array_equal(before[name], after[name]) for name in before)


def ended(result: JobResult) -> str:
    return f"{result.outcome} {result.error} {result.stderr[-3000:]}"
