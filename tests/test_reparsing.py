"""Edited documents have the tree that Python's parser gives for their whole text."""

from __future__ import annotations

import ast
import random
import warnings
from pathlib import Path

import pytest
import torch

from mindport.document import Document
from mindport.nodes import find, walk

TORCH = Path(torch.__file__).parent
FILES = ["optim/adam.py", "nn/init.py", "nn/modules/rnn.py", "_tensor_str.py"]
AT_LINE_ENDS = ["\n", "  # 注\n", "\nx = 1\n", "\n    pass\n", "a", "\r\n", "\r", " \\"]
ANYWHERE = [
    "", "\n", "\r", "a", "    ", "(", ")", '"', '"""', "'''", "\\\n", "#", "@f\n", ":", "\f", ";",
    "def g():\n    return 1\n", "class C:\n    pass\n", "else:\n", "try:\n", "if x:\n", "é注😀",
    "f'''\n{a!r:>{w}}\n{b}'''\n", "async ", "from __future__ import annotations\n",
]  # fmt: skip
EDITS = 25


def shape(tree: ast.Module | None) -> str | None:
    return None if tree is None else ast.dump(tree, include_attributes=True)


def whole(text: str) -> ast.Module | None:
    """What Python says of the text as a whole."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError):
            return None


def kept_statements(before: list[ast.stmt], after: Document) -> int:
    assert after.tree is not None
    return len({id(node) for node in before} & {id(node) for node in after.tree.body})


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_is_the_tree_of_the_whole_text(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    with (TORCH / name).open(encoding="utf-8", newline="") as file:
        text = file.read()
    document = original = Document("x.py", text)
    for _ in range(EDITS):
        for _ in range(chance.choice([1, 1, 2])):
            document = edited_somewhere(document, chance)
        if chance.random() < 0.2:
            continue  # the next edit comes before anybody asks for a tree
        expected = whole(document.text)
        assert shape(document.tree) == shape(expected)
        if expected is None or document.tree is None:
            document = original
            continue
        assert list(map(type, walk(document.tree))) == list(map(type, walk(expected)))
        assert len(find(document.tree, ast.Name)) == len(find(expected, ast.Name))


def edited_somewhere(document: Document, chance: random.Random) -> Document:
    if chance.random() < 0.7:
        line = chance.randrange(len(document.line_starts))
        at = document.line_starts[line] + len(document.line_text(line))
        return document.edited(at, at, chance.choice(AT_LINE_ENDS))
    start = chance.randrange(len(document.text) + 1)
    end = min(len(document.text), start + chance.choice([0, 0, 1, 2, 10, 200]))
    return document.edited(start, end, chance.choice(ANYWHERE))


TEXT = "import a\n\n\ndef f():\n    return 1\n\n\n@a.b\ndef g():\n    return 2\n\n\nx = 3; y = 4\n"


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("    return 1", "    return 10", 4),
        ("    return 1", "    y = 0\n    return y", 4),
        ("    return 1\n", "    return 1\n\n\ndef h():\n    return 5\n", 4),
        ("    return 2", "    return 20", 4),
        ("y = 4", "y = 44", 3),  # two statements on one line are parsed together
        ("a.b\n", "a.bc\n", 4),
        ("@a.b", "@a.bc", 3),  # what stands before may go on here
        ("@a.b\n", "", 3),
        ("import a\n", "import a, b\n", 4),
        ("import a\n", "# a\n", 4),
        ("def f():\n    return 1\n", "", 3),
    ],
)
def test_parses_what_was_edited_and_no_more(old: str, new: str, kept: int) -> None:
    document = Document("x.py", TEXT)
    assert document.tree is not None
    before = list(document.tree.body)
    start = TEXT.index(old)
    after = document.edited(start, start + len(old), new)
    assert shape(after.tree) == shape(whole(TEXT.replace(old, new)))
    assert kept_statements(before, after) == kept
    assert shape(document.tree) == shape(whole(TEXT))  # the older document still has its own


def test_a_text_that_was_broken_for_a_while() -> None:
    document = Document("x.py", TEXT)
    assert document.tree is not None
    before = list(document.tree.body)
    at = TEXT.index("return 1")
    broken = document.edited(at, at, "(")
    assert broken.problem is not None
    still = broken.edited(at + 1, at + 1, "(\n")
    assert still.problem is not None
    mended = still.edited(at, at + 3, "")
    assert shape(mended.tree) == shape(whole(TEXT))
    assert kept_statements(before, mended) == 4


def test_an_edit_that_joins_what_stood_apart() -> None:
    text = "a = 1\n'''\nb = 2\n'''\nc = 3\n"
    document = Document("x.py", text)
    assert document.tree is not None
    opened = document.edited(0, 0, "'''\n")
    assert shape(opened.tree) == shape(whole("'''\n" + text))
    closed = opened.edited(0, 4, "")
    assert shape(closed.tree) == shape(whole(text))
