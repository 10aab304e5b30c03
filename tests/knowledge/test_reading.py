"""A knowledge base with an error stops the build, and says where and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.knowledge.compile import compile_index
from mindport.knowledge.reading import KnowledgeError

GOOD = """
- symbol: torch.cat
  equivalents:
    - api: mindspore.mint.cat
      devices: [Ascend, CPU]
  examples:
    - "torch.cat([x2, y2])"
"""


def build(folder: Path, text: str) -> str:
    """What the build complains of; empty when it goes through."""
    (folder / "mindspore").mkdir(exist_ok=True)
    (folder / "mindspore/2.10.0.json").write_text(
        '{"mindspore.mint.cat": {"signatures": ["(tensors, dim=0)"]}}', encoding="utf-8"
    )
    (folder / "torch.yaml").write_text(dedent(text), encoding="utf-8")
    try:
        compile_index(folder, folder / "index.jsonl")
    except KnowledgeError as error:
        assert not (folder / "index.jsonl").exists()
        return str(error)
    return ""


def test_a_good_entry_is_left_in_peace(tmp_path: Path) -> None:
    assert build(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        pytest.param(("devices", "device"), 5, "unknown field", id="misspelt field"),
        pytest.param(("mint.cat", "mint.dog"), 4, "no public mindspore.mint.dog", id="unknown API"),
        pytest.param(("torch.cat\n", "torch.functional.norm\n"), 2, "write that", id="alias"),
        pytest.param(("mint.cat", "Tensor.cat"), 4, "no public mindspore.T", id="unknown method"),
        pytest.param(("symbol: ", "symbols: "), 2, "unknown field", id="misspelt symbol"),
        pytest.param(
            ("devices: [Ascend, CPU]", "devices: [CPU]\n      args: {axis: dim}"),
            6,
            "no parameter axis; dim, out, tensors",
            id="parameter that torch has not",
        ),
        pytest.param(
            ("api: mindspore.mint.cat", 'to: "mindspore.mint.cat({x})"'),
            4,
            "no parameter x",
            id="placeholder that torch has not",
        ),
        pytest.param(
            ("api: mindspore.mint.cat", 'to: "mindspore.mint.dog({tensors})"'),
            4,
            "no public mindspore.mint.dog",
            id="unknown API in a template",
        ),
        pytest.param(("[Ascend, CPU]", "[NPU]"), 5, "Ascend, GPU, CPU", id="unknown device"),
        pytest.param(
            ("api: mindspore.mint.cat", 'to: "mindspore.mint.cat({tensors}"'),
            4,
            "does not parse",
            id="template that does not parse",
        ),
        pytest.param(
            ("devices: [Ascend, CPU]", 'devices: [CPU]\n      when: "len(dim)"'),
            6,
            "not a function of conditions",
            id="condition with another function",
        ),
        pytest.param(('"torch.cat([x2, y2])"', '"torch.cat(["'), 7, "does not parse", id="example"),
        pytest.param(("  examples:\n    - ", "  unverified: "), 6, "needs en and zh", id="texts"),
        pytest.param(
            ("torch.cat\n", "torch.cat\n  status: manual\n"), 3, "leave status", id="status"
        ),
        pytest.param(
            ("torch.cat\n", "torch.cat\n  differs_for: [complex]\n"), 3, "complex64", id="inputs"
        ),
    ],
)
def test_errors_name_line_and_remedy(
    tmp_path: Path, change: tuple[str, str], line: int, words: str
) -> None:
    complaints = build(tmp_path, GOOD.replace(*change, 1))
    assert f"torch.yaml:{line}:" in complaints
    assert words in complaints


def test_two_entries_for_one_symbol(tmp_path: Path) -> None:
    complaints = build(tmp_path, GOOD + GOOD)
    assert "second entry; the first is in torch.yaml:2" in complaints


def test_yaml_that_does_not_parse(tmp_path: Path) -> None:
    assert "torch.yaml:2: YAML:" in build(tmp_path, "- symbol: [torch.cat\n")


def test_a_file_that_is_no_list(tmp_path: Path) -> None:
    assert "must be a list of entries" in build(tmp_path, "symbol: torch.cat\n")


def test_words_of_the_search_stand_for_lists(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search/words.yaml").write_text("池化: pool\n", encoding="utf-8")
    assert "words.yaml:1: 池化: must have a list" in build(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("outcome", "example", "complains"),
    [
        ("equal", "torch.cat([x2, y2])", False),
        ("error", "torch.cat([x2, y2])", False),
        ("torch-error", "torch.cat([x2, an_older_example])", False),
        ("torch-error", "torch.cat([x2, y2])", True),
    ],
)
def test_an_example_that_does_not_run_in_torch(
    tmp_path: Path, outcome: str, example: str, complains: bool
) -> None:
    run = {"example": example, "outcome": outcome, "mindspore": "2.10.0", "device": "CPU"}
    run["reason"] = "TypeError: cat() got an unexpected keyword"
    (tmp_path / "evidence").mkdir()
    evidence = json.dumps({"torch.cat": [run]})
    (tmp_path / "evidence/torch.json").write_text(evidence, encoding="utf-8")
    complaints = build(tmp_path, GOOD)
    assert bool(complaints) == complains
    if complains:
        assert "torch.yaml:7: torch.cat: examples.0: does not run in torch: TypeErr" in complaints
        assert "scripts/verify_knowledge.py torch.cat" in complaints
