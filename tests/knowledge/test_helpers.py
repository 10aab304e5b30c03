"""Helpers that are not as knowledge/README.md says stop the build; those that are there are tidy."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.naming import USUAL
from mindport.knowledge.compile import compile_index
from mindport.knowledge.helpers import parse
from mindport.knowledge.reading import KnowledgeError
from mindport.knowledge.store import load
from mindport.symbols.workspace import Workspace

ENTRY = """
- symbol: torch.cat
  equivalents:
    - api: helper.joined
      devices: [CPU]
  examples:
    - "torch.cat([x2, y2])"
"""
HELPER = '''
import math

from mindspore import ops


def joined(tensors, dim=0):
    """Equals torch.cat."""
    parts = list(tensors)
    return ops.cat(parts, axis=math.floor(dim))
'''
HELPERS = sorted(load().helpers)


def build(folder: Path, helper: str | None, entry: str = ENTRY) -> str:
    """What the build complains of; empty when it goes through."""
    (folder / "mindspore").mkdir()
    (folder / "helpers").mkdir(exist_ok=True)
    harvested = '{"mindspore.ops.cat": {"signatures": ["(tensors, axis=0)"]}}'
    (folder / "mindspore/2.10.0.json").write_text(harvested, encoding="utf-8")
    (folder / "torch.yaml").write_text(entry, encoding="utf-8")
    if helper is not None:
        (folder / "helpers/joined.py").write_text(dedent(helper).lstrip(), encoding="utf-8")
    try:
        content = compile_index(folder, folder / "index.jsonl")
    except KnowledgeError as error:
        assert not (folder / "index.jsonl").exists()
        return str(error)
    assert "joined" in content["helpers"]
    assert content["apis"]["helper.joined"] == {"signatures": ["(tensors, dim=0)"]}
    return ""


def test_a_good_helper_is_left_in_peace(tmp_path: Path) -> None:
    assert build(tmp_path, HELPER) == ""


USING = HELPER.replace("math.floor(dim)", "axis_of(dim)").replace(
    "import math\n", "from helper import axis_of\n"
)
USED = '''def axis_of(dim):
    """An axis."""
    return dim
'''


def test_a_helper_may_use_another_that_no_entry_names(tmp_path: Path) -> None:
    (tmp_path / "helpers").mkdir()
    (tmp_path / "helpers/axis_of.py").write_text(USED, encoding="utf-8")
    assert build(tmp_path, USING) == ""


def test_a_helper_that_another_lacks(tmp_path: Path) -> None:
    assert "there is no helper axis_of; write helpers/axis_of.py" in build(tmp_path, USING)


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        pytest.param(
            ("import math\n", "import math\nfrom helper import axis_of\n"),
            1,
            "axis_of, which it does not use",
            id="unused helper",
        ),
        pytest.param(("list(tensors)", "list(tensors"), 8, "does not parse", id="syntax"),
        pytest.param(('"""Equals torch.cat."""', "..."), 6, "needs a docstring", id="docstring"),
        pytest.param(("def joined", "def joint"), 6, "called joined", id="another name"),
        pytest.param(("import math", "import torch"), 1, "import modules of", id="another library"),
        pytest.param(("import math", "from .a import b"), 1, "import modules of", id="relative"),
        pytest.param(("math.floor(dim)", "dim"), 1, "imports math, which it", id="unused import"),
        pytest.param(
            ("list(tensors)", "other(tensors)"), 8, "other is not defined", id="undefined"
        ),
        pytest.param(
            ("list(tensors)", "[math for math in tensors]"),
            8,
            "math is also bound",
            id="hidden import",
        ),
        pytest.param(
            ("list(tensors)", "[list for list in list(tensors)]"),
            8,
            "list is also bound",
            id="hidden builtin",
        ),
        pytest.param(("ops.cat", "ops.dog"), 1, "no public mindspore.ops.dog", id="unknown API"),
        pytest.param(("def", "LIMIT = 3\n\n\ndef"), 6, "move this into it", id="a second thing"),
        pytest.param(("def", "@math.floor\ndef"), 7, "takes no decorator", id="decorator"),
        pytest.param(("list(tensors)", "f'{math.pi}'"), 8, "in an f-string", id="f-string"),
        pytest.param(("Equals", "\u7b49\u4e8e"), 1, "ASCII", id="letters of other scripts"),
    ],
)
def test_errors_name_line_and_remedy(
    tmp_path: Path, change: tuple[str, str], line: int, words: str
) -> None:
    complaints = build(tmp_path, HELPER.replace(*change))
    assert f"helpers/joined.py:{line}:" in complaints
    assert words in complaints


def test_a_helper_that_is_not_there(tmp_path: Path) -> None:
    complaints = build(tmp_path, None)
    assert (
        "torch.yaml:4: torch.cat: equivalents.0.api: there is no helper helper.joined" in complaints
    )
    assert "write helpers/joined.py" in complaints


def test_a_helper_that_no_entry_uses(tmp_path: Path) -> None:
    complaints = build(tmp_path, HELPER, ENTRY.replace("helper.joined", "mindspore.ops.cat"))
    assert "helpers/joined.py:1: joined: no equivalent names it" in complaints


@pytest.mark.parametrize("name", HELPERS)
def test_what_is_put_into_a_file_has_no_finding(name: str) -> None:
    document = Document("example.py", load().helpers[name])
    assert list(analyze(document, Config(), Workspace()).findings) == []


@pytest.mark.parametrize("name", HELPERS)
def test_no_helper_hides_the_name_of_a_module(name: str) -> None:
    """Of one that it uses; a parameter may be called as torch calls it (``transforms``)."""
    helper = parse(name, load().helpers[name])
    used = {
        usual
        for module, (_, _, usual) in USUAL.items()
        if any(f"{api}.".startswith(f"{module}.") for api in helper.apis)
    }
    assert not helper.bound & used
    assert name not in {usual for _, _, usual in USUAL.values()}


@pytest.mark.parametrize("name", HELPERS)
def test_its_imports_can_be_written(name: str) -> None:
    for statement in ast.parse(load().helpers[name]).body:
        if isinstance(statement, ast.Import):
            assert all(alias.name in USUAL for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            names = {f"{statement.module}.{alias.name}" for alias in statement.names}
            others = {f"helper.{other}" for other in HELPERS}
            assert statement.module in USUAL or names <= USUAL.keys() | others
