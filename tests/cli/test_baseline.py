"""A baseline records what is known; only what is new is reported."""

from __future__ import annotations

import json

import pytest

from .conftest import TORCH, Folder, Run, findings


@pytest.fixture
def recorded(folder: Folder, lsp_check: Run) -> Folder:
    """A project with one torch file and its baseline."""
    folder.write("a.py")
    result = lsp_check("--baseline", "known.json")
    assert result.exit_code == 0
    assert "recorded" in result.stderr
    return folder


def test_known_findings_are_not_reported(recorded: Folder, lsp_check: Run) -> None:
    result = lsp_check("--baseline", "known.json", "--output-format", "json")
    assert result.exit_code == 0
    assert findings(result) == []
    assert result.stderr == ""


def test_known_findings_may_move(recorded: Folder, lsp_check: Run) -> None:
    recorded.write("a.py", TORCH.replace("x = ", "# a comment\nif True:\n    x = "))
    assert lsp_check("--baseline", "known.json").exit_code == 0


def test_new_findings_are_reported(recorded: Folder, lsp_check: Run) -> None:
    recorded.write("a.py", f"{TORCH}y = torch.ones(2)\n")
    result = lsp_check("--baseline", "known.json", "--output-format", "json")
    assert result.exit_code == 1
    assert {one["line"] for one in findings(result)} == {4}


def test_the_same_line_once_more_is_new(recorded: Folder, lsp_check: Run) -> None:
    recorded.write("a.py", f"{TORCH}x = torch.zeros(2, 3)\n")
    assert lsp_check("--baseline", "known.json").exit_code == 1


def test_another_file_is_new(recorded: Folder, lsp_check: Run) -> None:
    recorded.write("b.py")
    assert lsp_check("--baseline", "known.json").exit_code == 1


def test_paths_are_those_of_the_project_wherever_one_stands(
    recorded: Folder, lsp_check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (recorded.path / "sub").mkdir()
    monkeypatch.chdir(recorded.path / "sub")
    assert lsp_check("../a.py", "--baseline", "../known.json").exit_code == 0
    assert lsp_check(str(recorded.path), "--baseline", "../known.json").exit_code == 0
    [path] = {one["path"] for one in json.loads(recorded.read("known.json"))["findings"]}
    assert path == "a.py"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 9, "findings": []}', "\xff"])
def test_something_else_is_refused_and_kept(folder: Folder, lsp_check: Run, content: str) -> None:
    folder.write("a.py")
    folder.write("known.json", content.encode("latin-1"))
    result = lsp_check("--baseline", "known.json")
    assert result.exit_code == 2
    assert "known.json: this is not a baseline" in result.stderr
    assert folder.read("known.json") == content.encode("latin-1")


def test_a_baseline_that_cannot_be_written_is_a_failure(folder: Folder, lsp_check: Run) -> None:
    folder.write("a.py")
    result = lsp_check("--baseline", "missing/known.json")
    assert result.exit_code == 2
    assert "missing/known.json" in result.stderr
