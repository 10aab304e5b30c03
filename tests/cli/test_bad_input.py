"""Files as they come: encodings, line endings, broken, huge, deep, gone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from .conftest import TORCH, Folder, Run, findings, paths


def test_an_empty_file_has_nothing_to_do(folder: Folder, lsp_check: Run) -> None:
    folder.write("a.py", "")
    assert lsp_check("a.py").exit_code == 0
    assert lsp_check("a.py", "--fix").exit_code == 0
    assert folder.read("a.py") == b""


@pytest.mark.parametrize(
    "content",
    [b"\x00\x01\x02", b"\xff\xfe\x00import", b"# coding: klingon\n", b"x = '\xe9'\n"],
    ids=["null", "utf-16", "unknown coding", "wrong coding"],
)
def test_what_is_no_python_text_is_one_finding(
    folder: Folder, lsp_check: Run, content: bytes
) -> None:
    folder.write("a.py", content)
    for arguments in ([], ["--fix"]):
        result = lsp_check("a.py", "--output-format", "json", *arguments)
        assert result.exit_code == 1
        [one] = findings(result)
        assert (one["code"], one["severity"], one["line"]) == ("MP902", "error", 1)
    assert folder.read("a.py") == content


def test_select_cannot_make_a_broken_file_look_clean(folder: Folder, lsp_check: Run) -> None:
    folder.write("a.py", "x = (\n")
    folder.write("b.py", b"\0")
    assert lsp_check("a.py", "--select", "MP2").exit_code == 1
    assert lsp_check("b.py", "--select", "MP2").exit_code == 1
    assert lsp_check("a.py", "--ignore", "MP9").exit_code == 0


def fixed_lines(folder: Folder, lsp_check: Run, content: bytes) -> list[bytes]:
    """The lines of a file after --fix, which must have changed its torch line alone."""
    folder.write("a.py", content)
    lsp_check("a.py", "--fix")
    after = folder.read("a.py")
    assert after != content
    assert b"mindspore" in after
    return after.split(b"\n")


def test_the_encoding_stays(folder: Folder, lsp_check: Run) -> None:
    text = f"# -*- coding: latin-1 -*-\n{TORCH}s = '\xe9\xff'\n"
    lines = fixed_lines(folder, lsp_check, text.encode("latin-1"))
    assert lines[0] == b"# -*- coding: latin-1 -*-"
    assert b"s = '\xe9\xff'" in lines


def test_gbk_stays(folder: Folder, lsp_check: Run) -> None:
    text = f"# coding: gbk\n{TORCH}s = '\u4e2d\u6587'\n"
    lines = fixed_lines(folder, lsp_check, text.encode("gbk"))
    assert "s = '\u4e2d\u6587'".encode("gbk") in lines


def test_the_byte_order_mark_stays(folder: Folder, lsp_check: Run) -> None:
    lines = fixed_lines(folder, lsp_check, b"\xef\xbb\xbf" + TORCH.encode())
    assert lines[0].startswith(b"\xef\xbb\xbf")
    assert b"\n".join(lines).count(b"\xef\xbb\xbf") == 1


def test_line_endings_stay(folder: Folder, lsp_check: Run) -> None:
    lines = fixed_lines(folder, lsp_check, TORCH.replace("\n", "\r\n").encode())
    assert all(line.endswith(b"\r") for line in lines[:-1])


def test_a_missing_last_line_ending_stays_missing(folder: Folder, lsp_check: Run) -> None:
    assert fixed_lines(folder, lsp_check, TORCH.rstrip("\n").encode())[-1] != b""


def test_form_feeds_stay_and_do_not_count_as_lines(folder: Folder, lsp_check: Run) -> None:
    text = "import torch\n\x0c\ns = 'a\x0cb'\nx = torch.zeros(2, 3)\n"
    folder.write("a.py", text)
    found = findings(lsp_check("a.py", "--output-format", "json", "--select", "MP1"))
    assert 4 in {one["line"] for one in found}
    lines = fixed_lines(folder, lsp_check, text.encode())
    assert b"\x0c" in lines
    assert b"s = 'a\x0cb'" in lines


@pytest.mark.skipif(os.name == "nt", reason="modes mean little there")
def test_permissions_stay(folder: Folder, lsp_check: Run) -> None:
    path = folder.write("a.py")
    path.chmod(0o751)
    lsp_check("a.py", "--fix")
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert b"mindspore" in folder.read("a.py")
    assert [item.name for item in folder.path.iterdir()] == ["a.py"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link_and_its_file_is_fixed(folder: Folder, lsp_check: Run) -> None:
    folder.write("real/a.py")
    link = folder.path / "link.py"
    link.symlink_to("real/a.py")
    lsp_check("link.py", "--fix")
    assert link.is_symlink()
    assert b"mindspore" in folder.read("real/a.py")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_in_a_circle_are_unreadable_and_the_others_go_on(
    folder: Folder, lsp_check: Run
) -> None:
    folder.write("b.py")
    (folder.path / "a.py").symlink_to("c.py")
    (folder.path / "c.py").symlink_to("a.py")
    result = lsp_check(".", "--output-format", "json")
    assert result.exit_code == 2
    assert "a.py: " in result.stderr
    assert paths(result) == ["b.py"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_nowhere_is_unreadable(folder: Folder, lsp_check: Run) -> None:
    (folder.path / "a.py").symlink_to("nowhere")
    for arguments in ((), ("a.py",)):
        result = lsp_check(*arguments)
        assert result.exit_code == 2
        assert result.stderr == "error: a.py: No such file or directory\n"


def test_a_file_that_goes_while_others_are_read(
    folder: Folder, lsp_check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.py", "b.py", "c.py"):
        folder.write(name)
    read = Path.read_bytes

    def vanishing(path: Path) -> bytes:
        if path.name == "a.py":
            (folder.path / "b.py").unlink(missing_ok=True)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", vanishing)
    result = lsp_check("--output-format", "json", "--jobs", "1")
    assert result.exit_code == 2
    assert result.stderr == "error: b.py: No such file or directory\n"
    assert paths(result) == ["a.py", "c.py"]


def test_a_file_that_changes_while_it_is_fixed_is_left_alone(
    folder: Folder, lsp_check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder.write("a.py")
    read = Path.read_bytes

    def edited(self: Path) -> bytes:
        content = read(self)
        if self.name == "a.py":
            path.write_bytes(content + b"# typed meanwhile\n")
        return content

    monkeypatch.setattr(Path, "read_bytes", edited)
    result = lsp_check("a.py", "--fix")
    assert result.exit_code == 2
    assert "changed while it was being fixed" in result.stderr
    assert b"torch.zeros" in folder.read("a.py")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_beside_a_file_that_is_fixed_is_not_waited_for(
    folder: Folder, lsp_check: Run
) -> None:
    os.mkfifo(folder.path / "pipe.py")
    folder.write("a.py", "import torch\n\nx = torch.abs(torch.ones(3))\n")
    assert lsp_check("a.py", "--fix").exit_code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_in_a_folder_are_not_waited_for(folder: Folder, lsp_check: Run) -> None:
    os.mkfifo(folder.path / "pipe.py")
    folder.write("a.py")
    assert paths(lsp_check("--output-format", "json")) == ["a.py"]


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 500 + "1" + ")" * 500,
        "x = " + "-" * 20_000 + "1",
        "x = " + "[" * 90 + "torch.zeros(1)" + "]" * 90,
        "x = 1" + " + 1" * 20_000,
        "x = a" + ".b" * 5_000,
        "".join(f"{' ' * depth}if x:\n" for depth in range(99)) + " " * 99 + "pass\n",
    ],
    ids=["parentheses", "minus", "lists", "sums", "attributes", "blocks"],
)
def test_deep_nesting_ends_in_a_report(folder: Folder, lsp_check: Run, text: str) -> None:
    folder.write("a.py", f"import torch\n{text}\n")
    folder.write("b.py")
    for arguments in ([], ["--diff"]):
        result = lsp_check("--jobs", "1", *arguments)
        assert result.exit_code == 1, result.output
    result = lsp_check("--jobs", "1", "--output-format", "json")
    assert paths(result) == ["a.py", "b.py"]
    assert findings(result, "b.py")


def test_a_hundred_thousand_lines(folder: Folder, lsp_check: Run) -> None:
    body = "def f{0}(x):\n    y = x + {0}\n    return torch.relu(y)\n\n\n"
    folder.write("a.py", "import torch\n" + "".join(body.format(n) for n in range(20_000)))
    result = lsp_check("a.py", "--output-format", "json")
    assert result.exit_code == 1
    assert sum(one["symbol"] == "torch.relu" for one in findings(result)) == 20_000
