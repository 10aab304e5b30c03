"""Lists of dependencies on the command line."""

from __future__ import annotations

from .conftest import Folder, Run, findings, paths


def test_a_list_without_torch_is_not_reported(folder: Folder, lsp_check: Run) -> None:
    folder.write("requirements.txt", "numpy\n")
    folder.write("pyproject.toml", "[project]\nname = 'torch'\n")
    result = lsp_check("--output-format", "json")
    assert result.exit_code == 0
    assert paths(result) == []


def test_fix_writes_mindspore_and_leaves_what_it_cannot_replace(
    folder: Folder, lsp_check: Run
) -> None:
    path = folder.write("requirements.txt", b"torch==2.0  # a\r\ntimm\r\n")
    found = findings(lsp_check("--output-format", "json"), "requirements.txt")
    assert [(one["code"], one["fix"], one["line"]) for one in found] == [
        ("MP906", "safe", 1),
        ("MP906", "none", 2),
    ]
    result = lsp_check("--fix")
    assert path.read_bytes() == b"mindspore==2.10  # a\r\ntimm\r\n"
    assert result.exit_code == 1
    assert "requirements.txt:2:1: MP906 timm" in result.stdout


def test_a_diff_writes_nothing(folder: Folder, lsp_check: Run) -> None:
    path = folder.write("requirements.txt", "torch\n")
    assert "-torch\n+mindspore\n" in lsp_check("--diff").stdout
    assert path.read_text() == "torch\n"


def test_migrate_moves_the_copy(folder: Folder, umbrella: Run) -> None:
    folder.write("src/requirements.txt", "torch\nnumpy\n")
    folder.write("src/requirements-dev.txt", b"pytest\n\xff")
    result = umbrella("migrate", "src", "-o", "out")
    assert result.exit_code == 0
    assert (folder.path / "out/requirements.txt").read_text() == "mindspore\nnumpy<2\n"
    assert (folder.path / "out/requirements-dev.txt").read_bytes() == b"pytest\n\xff"


def test_the_code_can_be_ignored(folder: Folder, lsp_check: Run) -> None:
    folder.write("requirements.txt", "torch\n")
    assert lsp_check("--ignore", "MP906").exit_code == 0
