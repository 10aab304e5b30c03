"""Which files are taken: names, folders, .gitignore, exclude, links."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mindport.cli.discover import discover
from mindport.config import Config
from mindport.texts import Text

from .conftest import Folder


def found(*names: str, config: Config | None = None) -> list[str]:
    items = discover(names or (".",), lambda _: config or Config())
    return [item.en if isinstance(item, Text) else item.as_posix() for item in items]


def test_folders_give_their_python_files_in_order(folder: Folder) -> None:
    for name in ("b.py", "a/z.py", "a/b.py", "a.txt", "c.pyi", "d.ipynb", "py", ".hidden/x.py"):
        folder.write(name)
    assert found() == [".hidden/x.py", "a/b.py", "a/z.py", "b.py", "d.ipynb"]
    assert found("a") == ["a/b.py", "a/z.py"]
    assert found(str(folder.path / "a")) == [
        (folder.path / "a" / name).as_posix() for name in ("b.py", "z.py")
    ]


def test_what_is_named_is_always_taken(folder: Folder) -> None:
    for name in ("build/x.py", "notes.txt", "gen.py"):
        folder.write(name)
    folder.write(".gitignore", "gen.py\nbuild\n")
    assert found("gen.py", "notes.txt", "build/x.py", "build") == [
        "gen.py",
        "notes.txt",
        "build/x.py",
    ]
    assert found("build") == ["build/x.py"]
    assert found() == []


def test_a_file_named_twice_is_taken_once(folder: Folder) -> None:
    folder.write("a.py")
    assert found("a.py", "./a.py", ".", str(folder.path)) == ["a.py"]


def test_a_folder_called_like_a_file_is_a_folder(folder: Folder) -> None:
    folder.write("x.py/y.py")
    assert found() == ["x.py/y.py"]
    assert found("x.py") == ["x.py/y.py"]


def test_usual_environments_and_builds_are_left_out(folder: Folder) -> None:
    for name in (".venv/a.py", "node_modules/a.py", "build/lib/a.py", "__pycache__/a.py", "b.py"):
        folder.write(name)
    assert found() == ["b.py"]


def test_a_package_among_installed_ones_can_be_named(folder: Folder) -> None:
    folder.write("site-packages/timm/layers/a.py")
    folder.write("site-packages/timm/build/a.py")
    assert found("site-packages/timm") == ["site-packages/timm/layers/a.py"]


def test_exclude_is_relative_to_the_project(folder: Folder) -> None:
    for name in ("gen/a.py", "sub/gen/a.py", "sub/x_pb2.py", "sub/a.py", "docs/conf.py"):
        folder.write(name)
    config = Config(exclude=("/gen", "*_pb2.py", "docs/*.py"), root=folder.path)
    assert found(config=config) == ["sub/a.py", "sub/gen/a.py"]
    assert found("sub", config=config) == ["sub/a.py", "sub/gen/a.py"]
    assert found("sub/gen", config=Config(exclude=("gen",), root=folder.path)) == ["sub/gen/a.py"]


def test_gitignore_files_are_nested(folder: Folder) -> None:
    folder.write(".gitignore", "*.gen.py\n/top.py\nskip/\n")
    folder.write("sub/.gitignore", "!keep.gen.py\nlocal.py\n")
    for name in (
        "top.py",
        "a.gen.py",
        "skip/a.py",
        "sub/top.py",
        "sub/keep.gen.py",
        "sub/other.gen.py",
        "sub/local.py",
        "sub/deep/local.py",
        "sub/skip/a.py",
        "local.py",
    ):
        folder.write(name)
    assert found() == ["local.py", "sub/keep.gen.py", "sub/top.py"]


def test_gitignore_above_the_named_folder_counts_within_a_repository(folder: Folder) -> None:
    folder.write("repo/.gitignore", "gen.py\n/sub/deep/x.py\n")
    for name in ("gen.py", "a.py", "deep/x.py"):
        folder.write(f"repo/sub/{name}")
    assert found("repo/sub") == ["repo/sub/a.py", "repo/sub/deep/x.py", "repo/sub/gen.py"]
    (folder.path / "repo/.git").mkdir()
    assert found("repo/sub") == ["repo/sub/a.py"]


def test_what_git_ignores_is_what_is_left_out(folder: Folder) -> None:
    folder.write(".gitignore", "# comment\n\nlogs/**/x.py\n**/tmp\na[0-9].py\n\\#b.py\n*.py~\n")
    folder.write("keep/.gitignore", "*\n!*.py\n!*/\n")
    names = ["logs/a/b/x.py", "logs/x.py", "q/tmp/y.py", "a1.py", "ab.py", "#b.py", "keep/k/c.py"]
    for name in names:
        folder.write(name)
    subprocess.run(["git", "init", "-q"], check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard", "*.py"],
        check=True,
        capture_output=True,
    )
    assert found() == sorted(name for name in listed.stdout.decode().split("\0") if name)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
class TestLinks:
    def test_loops_end(self, folder: Folder) -> None:
        folder.write("a/b/x.py")
        (folder.path / "a/b/up").symlink_to(folder.path / "a")
        (folder.path / "self").symlink_to("self")
        assert found() == ["a/b/x.py"]

    def test_links_are_followed_and_files_keep_their_own_path(self, folder: Folder) -> None:
        folder.write("z/real.py")
        outside = folder.path.parent / f"{folder.path.name}-outside"
        outside.mkdir()
        (outside / "o.py").write_text("")
        (folder.path / "a").symlink_to("z")
        (folder.path / "b.py").symlink_to("z/real.py")
        (folder.path / "out").symlink_to(outside)
        assert found() == ["out/o.py", "z/real.py"]
        assert found("b.py") == ["b.py"]

    def test_a_link_to_nowhere_is_reported_but_not_an_editors_lock(self, folder: Folder) -> None:
        (folder.path / "gone.py").symlink_to("nowhere")
        (folder.path / ".#lock.py").symlink_to("user@host")
        (folder.path / "gone.txt").symlink_to("nowhere")
        assert found() == ["gone.py"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_folder_that_may_not_be_entered_is_named(folder: Folder) -> None:
    folder.write("a.py")
    closed = folder.path / "closed"
    closed.mkdir(mode=0)
    try:
        assert found() == ["a.py", "closed: Permission denied"]
    finally:
        closed.chmod(0o700)


def test_names_that_are_not_unicode_are_taken(folder: Folder) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        folder.write(name)
    except OSError:
        pytest.skip("this file system takes Unicode only")
    assert [Path(item).name for item in found()] == [name]
