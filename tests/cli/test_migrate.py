"""``mindport migrate``: a fixed copy; the source is never touched."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from .conftest import CLEAN, TORCH, Folder, Run


def tree(path: Path) -> dict[str, bytes]:
    """Every file below ``path`` with its content."""
    return {
        item.relative_to(path).as_posix(): item.read_bytes()
        for item in path.rglob("*")
        if item.is_file()
    }


@pytest.fixture
def project(folder: Folder) -> Folder:
    folder.write("src/net.py")
    folder.write("src/data/labels.csv", b"a,b\r\n\xff")
    folder.write("src/pkg/__init__.py", "")
    folder.write("src/pkg/util.py", CLEAN)
    folder.write("src/broken.py", "x = (\n")
    return folder


def test_a_folder_is_copied_and_its_python_files_are_fixed(project: Folder, umbrella: Run) -> None:
    before = tree(project.path / "src")
    result = umbrella("migrate", "src", "-o", "out/new")
    after = tree(project.path / "out/new")
    assert tree(project.path / "src") == before
    assert set(after) == set(before)
    assert b"mindspore" in after["net.py"]
    assert b"torch" not in after["net.py"]
    for name in ("data/labels.csv", "pkg/util.py", "pkg/__init__.py", "broken.py"):
        assert after[name] == before[name]
    assert "out/new/broken.py:1:5: MP901" in result.stdout.replace(os.sep, "/")
    assert result.exit_code == 1


def test_a_file_is_migrated_to_a_file_or_into_a_folder(project: Folder, umbrella: Run) -> None:
    assert umbrella("migrate", "src/net.py", "-o", "new/net_ms.py").exit_code == 0
    (project.path / "there").mkdir()
    assert umbrella("migrate", "src/net.py", "-o", "there").exit_code == 0
    assert project.read("new/net_ms.py") == project.read("there/net.py") != TORCH.encode()


def test_a_place_that_is_taken_needs_force(project: Folder, umbrella: Run) -> None:
    project.write("out/mine.txt", "keep")
    result = umbrella("migrate", "src", "-o", "out")
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert tree(project.path / "out") == {"mine.txt": b"keep"}
    assert umbrella("migrate", "src", "-o", "out", "--force").exit_code == 1
    assert "net.py" in tree(project.path / "out")
    assert project.read("out/mine.txt") == b"keep"
    assert umbrella("migrate", "src/net.py", "-o", "out/net.py").exit_code == 2


def test_an_empty_folder_needs_no_force(project: Folder, umbrella: Run) -> None:
    (project.path / "out").mkdir()
    assert umbrella("migrate", "src", "-o", "out").exit_code == 1


@pytest.mark.parametrize("place", ["src", "src/out", ".", "src/../src"])
def test_places_that_overlap_are_refused(project: Folder, umbrella: Run, place: str) -> None:
    before = tree(project.path)
    for force in ([], ["--force"]):
        result = umbrella("migrate", "src", "-o", place, *force)
        assert result.exit_code == 2
        assert "overlap" in result.stderr
    assert umbrella("migrate", "src/net.py", "-o", "src", "--force").exit_code == 2
    assert tree(project.path) == before


def test_a_source_that_is_not_there(folder: Folder, umbrella: Run) -> None:
    result = umbrella("migrate", "nowhere", "-o", "out")
    assert result.exit_code == 2
    assert "nowhere: no such file" in result.stderr


def test_what_is_excluded_stays_behind(project: Folder, umbrella: Run) -> None:
    for name in (".git/config", "__pycache__/x.pyc", "big.ckpt", ".gitignore"):
        project.write(f"src/{name}", "*.ckpt\n")
    umbrella("migrate", "src", "-o", "out")
    assert not {".git/config", "__pycache__/x.pyc", "big.ckpt"} & set(tree(project.path / "out"))
    assert ".gitignore" in tree(project.path / "out")


def test_folders_without_files_are_there(project: Folder, umbrella: Run) -> None:
    for name in ("logs/first", "saved.py", "__pycache__"):
        (project.path / "src" / name).mkdir(parents=True)
    project.write("src/weights/last.ckpt", "")
    project.write("src/.gitignore", "*.ckpt\n")
    umbrella("migrate", "src", "-o", "out")
    out = project.path / "out"
    assert [(out / name).is_dir() for name in ("logs/first", "saved.py", "weights")] == [True] * 3
    assert not (out / "__pycache__").exists() and not list((out / "weights").iterdir())


@pytest.mark.skipif(os.name == "nt", reason="modes and links are other things there")
def test_permissions_and_links_are_kept(project: Folder, umbrella: Run) -> None:
    (project.path / "src/net.py").chmod(0o755)
    (project.path / "src/alias.py").symlink_to("net.py")
    (project.path / "src/pkg/up").symlink_to("..")
    (project.path / "src/gone").symlink_to("nowhere")
    project.write("outside.txt", "outside")
    (project.path / "src/pkg/out.txt").symlink_to("../../outside.txt")
    umbrella("migrate", "src", "-o", "new/out")
    out = project.path / "new/out"
    assert stat.S_IMODE((out / "net.py").stat().st_mode) == 0o755
    assert (out / "alias.py").readlink() == Path("net.py")
    assert (out / "pkg/up").resolve() == out.resolve()
    assert (out / "gone").is_symlink()
    assert (out / "pkg/out.txt").read_text() == "outside"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_the_destination_does_not_lead_into_the_source(
    project: Folder, umbrella: Run
) -> None:
    before = tree(project.path / "src")
    out = project.path / "out"
    out.mkdir()
    (out / "pkg").symlink_to(project.path / "src/pkg")
    (out / "net.py").symlink_to(project.path / "src/net.py")
    result = umbrella("migrate", "src", "-o", "out", "--force")
    assert result.exit_code == 2
    assert "leads back into SRC" in result.stderr
    assert tree(project.path / "src") == before
    assert not (out / "net.py").is_symlink()


def test_the_settings_are_those_of_the_source(project: Folder, umbrella: Run) -> None:
    project.write("src/pyproject.toml", "[tool.mindport]\nlang = 'zh'\n")
    assert "无法解析" in umbrella("migrate", "src", "-o", "out").stdout


def test_unsafe_fixes_are_applied_when_asked_for(project: Folder, umbrella: Run) -> None:
    umbrella("migrate", "src", "-o", "safe")
    umbrella("migrate", "src", "-o", "all", "--unsafe-fixes", "--jobs", "2")
    assert set(tree(project.path / "safe")) == set(tree(project.path / "all"))
