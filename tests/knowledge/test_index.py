"""The compiled index: what is wrong with it is said with what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindport.cli.core import load_knowledge
from mindport.knowledge.index import read, write
from mindport.knowledge.store import IndexMissingError, is_outdated, load

ENTRIES = {
    "torch.abs": {"symbol": "torch.abs", "advice": {"zh": "绝对值\n"}},
    "torch.add": {"symbol": "torch.add"},
}
HEAD = '{"mindspore":["2.10.0"],"entries":["torch.abs"]}\n'


def test_what_is_written_is_read(tmp_path: Path) -> None:
    content = {"mindspore": ["2.10.0"], "entries": ENTRIES}
    write(tmp_path / "index.jsonl", content)
    found = read(tmp_path / "index.jsonl")
    assert {**found, "entries": dict(found["entries"])} == content
    assert "torch.sub" not in found["entries"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"mindspore": []}',
        HEAD,
        HEAD + '{"symbol":"torch.abs"}',
        HEAD + "\n\n",
    ],
)
def test_an_index_that_is_damaged_or_of_another_version(tmp_path: Path, content: str) -> None:
    index = tmp_path / "index.jsonl"
    index.write_text(content)
    with pytest.raises(IndexMissingError, match=r"scripts/build_index\.py"):
        load(index)


def test_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match=r"missing; run scripts/build_index\.py"):
        load(tmp_path / "index.jsonl")


def test_an_index_behind_its_sources(tmp_path: Path) -> None:
    index, folder = tmp_path / "index.jsonl", tmp_path / "knowledge"
    (folder / "evidence").mkdir(parents=True)
    entry = folder / "evidence/torch.json"
    entry.write_text("{}")
    index.write_text(HEAD)
    os.utime(entry, (1000, 1000))
    os.utime(index, (1001, 1001))
    assert not is_outdated(index, folder)
    assert not is_outdated(index, tmp_path / "not a checkout")
    os.utime(entry, (1002, 1002))
    assert is_outdated(index, folder)


def test_lsp_check_says_that_the_index_is_outdated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load_knowledge("en")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("mindport.knowledge.store.is_outdated", lambda: True)
    load_knowledge("zh")
    assert "scripts/build_index.py" in capsys.readouterr().err
