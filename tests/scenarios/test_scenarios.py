"""Whole torch programs, migrated without a touch by hand, train as they did.

Each file in ``programs`` is a plain torch program with a global list ``losses``. It is run in torch,
migrated with all fixes, and run in MindSpore from the same weights, on the same data. A program
whose first line is ``# stays marked: CODE`` is one that has to be left alone with that finding; one
whose first line is ``# two processes`` is run by two at once in both frameworks.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

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
PROCESSES = "# two processes\n"
MARKED = re.compile(r"# stays marked: (MP\d+)")
ROOT = Path(__file__).parents[2]
CPU = Config(target=Target(devices=("CPU",)))
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"))
SEEN_IN_GRAPH = Path(__file__).with_name("graph.json")
LIVE = ("accumulation_script", "mlp_script")


def source_of(package: str) -> str:
    """The folder that a package which torch's side alone needs is in, fetched when it is missing."""
    command = [str(ROOT / "scripts" / f"{package}_source")]
    made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return made.stdout.strip()


def torch_environment() -> dict[str, str]:
    """Variables for torch's side of the programs, some of which import torchaudio or torchvision."""
    folders = (str(ROOT), *map(source_of, ("torchaudio", "torchvision")))
    return {"PYTHONPATH": os.pathsep.join(folders)}


@pytest.fixture(scope="session")
def torch_pool() -> Iterator[Pool]:
    with Pool("torch", 1, env=torch_environment()) as pool:
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
    left = [f"{f.code} {f.message.en}" for f in fixed.report.findings if f.severity == "error"]
    assert left == []
    trains(path, fixed.document.text, tmp_path, (torch_pool, mindspore_pool))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_trains_in_graph_mode_or_is_marked(
    path: Path, tmp_path: Path, torch_pool: Pool, mindspore_pool: Pool
) -> None:
    text = for_graph_mode(path)
    if text is None:
        return
    seen = json.loads(SEEN_IN_GRAPH.read_text(encoding="utf-8"))
    if path.stem in LIVE or seen.get(path.stem) != fingerprint(text):
        trains(path, text, tmp_path, (torch_pool, mindspore_pool), graph=True)


def for_graph_mode(path: Path) -> str | None:
    """A program's text for graph mode; None where something is left to do, or it is of processes."""
    source = path.read_text(encoding="utf-8")
    fixed = migrate(source, GRAPH)
    left = [f for f in fixed.report.findings if f.severity == "error" or f.code.startswith("MP4")]
    if left or source.startswith(PROCESSES):
        return None
    return fixed.document.text


def fingerprint(text: str) -> str:
    """What tells a migrated text from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def trains(
    path: Path, text: str, tmp_path: Path, pools: tuple[Pool, Pool], graph: bool = False
) -> None:
    """Run the program in torch and ``text`` in MindSpore; losses and weights must be equal."""
    torch_pool, mindspore_pool = pools
    program = tmp_path / path.name
    program.write_text(text, encoding="utf-8")
    count = 2 if path.read_text(encoding="utf-8").startswith(PROCESSES) else 1
    folders = [tmp_path] if count == 1 else [tmp_path / f"rank{rank}" for rank in range(count)]
    theirs = torch_pool.submit(job("torch", path, folders))
    assert theirs.outcome == "ok", ended(theirs)
    ours = mindspore_pool.submit(job("mindspore", program, folders, graph))
    assert ours.outcome == "ok", f"{ended(ours)}\n{text}"
    for folder, expected, actual in zip(folders, runs(theirs), runs(ours), strict=True):
        assert len(expected["losses"]) >= 20
        found = compare(*(values(run["losses"]) for run in (expected, actual)), rtol=1e-4)
        assert found.outcome == "equal", f"{found}\n{text}"
        assert expected["networks"] == actual["networks"] > 0
        trained = zip(saved(folder, "start"), saved(folder, "end"), strict=True)
        assert any(changed(*pair) for pair in trained), "nothing was trained"
        for before, after in zip(saved(folder, "end"), saved(folder, "mindspore"), strict=True):
            found = compare(leaves(before), leaves(after), rtol=1e-3, atol=1e-6)
            assert found.outcome == "equal", found


def migrate(source: str, config: Config = CPU) -> FixResult:
    return fix_document(Document("program.py", source), config, Workspace(), unsafe=True)


def job(
    framework: str,
    program: Path,
    folders: Sequence[Path],
    graph: bool = False,
    timeout: float | None = None,
) -> Job:
    arguments: dict[str, Any] = {"program": str(program)}
    if graph:
        arguments["graph"] = True
    call = f"tests.scenarios.recorder:run_{framework}"
    if len(folders) == 1:
        seconds = timeout or (300 if graph else 120)
        return Job(call, {**arguments, "folder": str(folders[0])}, timeout=seconds)
    arguments |= {"framework": framework, "folders": [str(folder) for folder in folders]}
    return Job("tests.scenarios.recorder:run_in_processes", arguments, timeout=180)


def runs(result: JobResult) -> list[dict[str, Any]]:
    """What each process recorded."""
    return result.value if isinstance(result.value, list) else [result.value]


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
