"""The catalogue of graph mode: each form was run, and the findings say what came out."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.knowledge.demonstrations import (
    Demonstration,
    read_demonstrations,
    read_graph_evidence,
)
from mindport.knowledge.reading import KnowledgeError
from mindport.rules import RULES
from mindport.runtime.demonstrations import complaint

ROOT = Path(__file__).resolve().parents[2]
EVERY = read_demonstrations(ROOT / "knowledge/graph")
EVIDENCE = read_graph_evidence(ROOT / "knowledge/evidence/graph")

GOOD = """
- graph: try-except
  code: MP401
  forward: |
    try:
        return x
    except ValueError:
        return self.fc(x)
"""


def complaints(folder: Path, text: str) -> str:
    (folder / "syntax.yaml").write_text(dedent(text), encoding="utf-8")
    try:
        read_demonstrations(folder)
    except KnowledgeError as error:
        return str(error)
    return ""


def test_a_good_demonstration_is_left_in_peace(tmp_path: Path) -> None:
    assert complaints(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(("forward", "construct"), "unknown field", id="misspelt field"),
        pytest.param(("MP401", "MP201"), "no code of graph mode", id="another code"),
        pytest.param(("except ValueError:", "except"), "does not parse", id="source"),
    ],
)
def test_errors_name_the_remedy(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    said = complaints(tmp_path, GOOD.replace(*change, 1))
    assert "try-except" in said and words in said


def test_every_demonstration_was_run_and_nothing_else_is_recorded() -> None:
    assert {one.name for one in EVERY} == set(EVIDENCE)


def test_every_code_of_graph_mode_has_one() -> None:
    codes = {code for code in RULES if code.startswith("MP4")}
    assert {one.code for one in EVERY if one.code is not None} == codes


@pytest.mark.parametrize("family", sorted({one.family for one in EVERY}))
def test_findings_are_where_graph_mode_parts(family: str) -> None:
    """Run scripts/verify_graph.py NAME after a change of a demonstration or of what it concerns."""
    wrong = {}
    for one in EVERY:
        if one.family == family and (said := reason(one)) is not None:
            wrong[one.name] = said
    assert wrong == {}


def reason(one: Demonstration) -> str | None:
    record = EVIDENCE[one.name]
    if record["torch"] != one.torch:
        return "it was not run since it changed"
    return complaint(one, record)
