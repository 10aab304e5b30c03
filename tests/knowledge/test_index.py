"""The compiled index: what is wrong with it is said with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.knowledge.store import IndexMissingError, load


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"mindspore": []}'])
def test_an_index_that_is_damaged_or_of_another_version(tmp_path: Path, content: str) -> None:
    index = tmp_path / "index.json"
    index.write_text(content)
    with pytest.raises(IndexMissingError, match=r"scripts/build_index\.py"):
        load(index)


def test_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match=r"missing; run scripts/build_index\.py"):
        load(tmp_path / "index.json")
