"""Unified diffs: ``git apply`` makes of them what the fixed text is."""

from __future__ import annotations

import random
import subprocess

import pytest

from mindport.cli.diff import unified

from .conftest import Folder


def diff(before: str, after: str, origins: list[int]) -> str:
    return "".join(unified("a.py", before, after, origins))


def test_equal_texts_have_none() -> None:
    assert diff("a\nb\n", "a\nb\n", [1, 2]) == ""
    assert diff("", "", [1]) == ""


def test_one_changed_line_with_its_context() -> None:
    before = "".join(f"{number}\n" for number in range(1, 10))
    after = before.replace("5\n", "five\nand more\n")
    assert diff(before, after, [1, 2, 3, 4, 5, 5, 6, 7, 8, 9]) == (
        "--- a.py\n+++ a.py\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+and more\n 6\n 7\n 8\n"
    )


def test_changes_far_from_each_other_are_apart() -> None:
    before = "".join(f"{number}\n" for number in range(1, 31))
    after = before.replace("\n5\n", "\nx\n").replace("\n25\n", "\ny\n")
    text = diff(before, after, list(range(1, 31)))
    assert [line for line in text.splitlines() if line.startswith("@@")] == [
        "@@ -2,7 +2,7 @@",
        "@@ -22,7 +22,7 @@",
    ]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("seed", range(8))
def test_git_makes_of_it_what_was_meant(folder: Folder, seed: int, ending: str) -> None:
    """Random edits, with random claims about where lines came from, on top of true ones."""
    chance = random.Random(seed)
    old = [f"line {chance.randrange(20)}\x0c" for _ in range(60)]
    new, origins = [], []
    for number, line in enumerate(old, 1):
        kind = chance.randrange(8)
        if kind == 0:
            continue
        added = [f"new {chance.randrange(5)}"] * chance.randrange(3) if kind == 1 else []
        for text in [*added, "changed" if kind == 2 else line]:
            new.append(text)
            origins.append(chance.randrange(1, 61) if kind == 3 else number)
    last = chance.choice(["", ending])
    before, after = ending.join(old) + ending, ending.join(new) + last
    folder.write("a.py", before)
    subprocess.run(
        ["git", "apply", "-p0", "--whitespace=nowarn", "-"],
        input=diff(before, after, origins).encode(),
        check=True,
    )
    assert folder.read("a.py").decode() == after
