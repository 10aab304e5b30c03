"""The catalogue of traps: each rename was seen to differ, and people are told the trap."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.knowledge.reading import KnowledgeError
from mindport.knowledge.store import load
from mindport.knowledge.traps import Trap, read_trap_evidence, read_traps
from mindport.runtime.snippets import body_of
from mindport.runtime.traps import complaint, migration_of

ROOT = Path(__file__).resolve().parents[2]
TRAPS = read_traps(ROOT / "knowledge/traps")
EVIDENCE = read_trap_evidence(ROOT / "knowledge/evidence/traps")

GOOD = """
- trap: conv2d-padding
  code: MP201
  en: It pads.
  zh: 会补零。
  torch: nn.Conv2d(3, 4, 3)(x4)
  naive: nn.Conv2d(3, 4, 3)(x4)
"""


def complaints(folder: Path, text: str) -> str:
    (folder / "layers.yaml").write_text(dedent(text), encoding="utf-8")
    try:
        read_traps(folder)
    except KnowledgeError as error:
        return str(error)
    return ""


def test_a_good_trap_is_left_in_peace(tmp_path: Path) -> None:
    assert complaints(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        pytest.param(("naive", "rename"), 7, "unknown field", id="misspelt field"),
        pytest.param(("  zh: 会补零。\n", ""), 2, "a trap needs zh", id="one language"),
        pytest.param(("MP201", "MP101"), 3, "not a trap's code", id="code of no trap"),
        pytest.param(("MP201", "MP299"), 3, "not a trap's code", id="unknown code"),
        pytest.param(("3)(x4)\n  naive", "3\n  naive"), 6, "does not parse", id="source"),
        pytest.param(("  code", "  compare: sign\n  code"), 3, "distribution", id="compare"),
    ],
)
def test_errors_name_line_and_remedy(
    tmp_path: Path, change: tuple[str, str], line: int, words: str
) -> None:
    said = complaints(tmp_path, GOOD.replace(*change, 1))
    assert f"layers.yaml:{line}: conv2d-padding:" in said
    assert words in said


def test_two_traps_of_one_name(tmp_path: Path) -> None:
    assert "second trap of this name" in complaints(tmp_path, GOOD + GOOD)


def test_every_trap_was_run_and_nothing_else_is_recorded() -> None:
    assert {trap.name for trap in TRAPS} == set(EVIDENCE)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_the_rename_differs_and_the_finding_says_so(trap: Trap) -> None:
    """Run scripts/verify_traps.py NAME after a change of the trap or of what it concerns."""
    record = EVIDENCE[trap.name]
    made = migration_of(trap, load())
    assert (record["torch"], record["naive"]) == (trap.torch, trap.naive)
    assert complaint(record, made.codes) is None
    assert all(text.en and text.zh for text in made.messages)
    migrated = None if made.source is None else body_of(made.source)
    assert (record["fix"], record["migrated"]) == (made.fix, migrated)


def test_the_pages_are_those_of_the_catalogue() -> None:
    paths = [ROOT / "docs/traps.md", ROOT / "docs/traps.zh-CN.md"]
    before = [path.read_text(encoding="utf-8") for path in paths]
    script = ROOT / "scripts/generate_trap_pages.py"
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    after = [path.read_text(encoding="utf-8") for path in paths]
    for path, text in zip(paths, before, strict=True):
        path.write_text(text, encoding="utf-8")
    assert after == before
