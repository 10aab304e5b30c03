"""Notebooks: what is read out of their cells, and what is written back into them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mindport.document import DecodeError
from mindport.notebook import read


def code(source: str | list[str], **metadata: Any) -> dict[str, Any]:
    output = {"name": "stdout", "output_type": "stream", "text": ["1e-05\n"]}
    return {
        "cell_type": "code",
        "execution_count": 7,
        "metadata": metadata,
        "outputs": [output],
        "source": source,
    }


def notebook(*cells: dict[str, Any], indent: int = 1, **metadata: Any) -> bytes:
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(content, indent=indent, ensure_ascii=False) + "\n").encode()


TEXT = {"cell_type": "markdown", "metadata": {}, "source": ["import torch\n"]}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(notebook(TEXT, code(["x = 1\n", "y = 2"]), code("")), id="cells"),
        pytest.param(notebook(code("x = 1\r\ny = 2\r\n"), indent=4), id="carriage-returns"),
        pytest.param(notebook(code(["%matplotlib inline\n", "!ls\n", "files = !ls"])), id="magics"),
        pytest.param(notebook(code(["%%bash\n", "if [ a ]; then\n", "fi\n"])), id="other-language"),
        pytest.param(notebook(code(["if x:\n", "    !ls\n"]), code("torch.add?")), id="inside"),
        pytest.param(notebook(code(["def f(:\n", "  %d\n"])), id="broken"),
        pytest.param(notebook(code("# %% mindport cell 9\nx = 1")), id="own-marker"),
        pytest.param(notebook(), id="empty"),
    ],
)
def test_what_did_not_change_is_written_as_it_was(data: bytes) -> None:
    found = read("a.ipynb", data)
    assert found.cells.document.tree is not None
    assert found.written(found.cells.document.text) == data


def test_markdown_and_cells_of_other_languages_are_no_python() -> None:
    other = code("fn main() {}", vscode={"languageId": "rust"})
    assert read("a.ipynb", notebook(TEXT, other)).cells.sources == {}
    julia = notebook(code("x = 1"), kernelspec={"language": "julia"})
    assert read("a.ipynb", julia).cells.sources == {}


def test_a_changed_cell_leaves_outputs_metadata_and_other_cells_alone() -> None:
    data = notebook(TEXT, code(["x = 'é'\n", "y = 2"], n=1e-05), code("z = 3"), indent=2)
    found = read("a.ipynb", data)
    written = found.written(found.cells.document.text.replace("y = 2", "y = 4\nz = 'ü'"))
    after = json.loads(written)
    assert after["cells"][1]["source"] == ["x = 'é'\n", "y = 4\n", "z = 'ü'"]
    before = json.loads(data)
    before["cells"][1]["source"] = after["cells"][1]["source"]
    layout = json.dumps(before, indent=2, ensure_ascii=False) + "\n"
    assert written.decode() == layout


def test_escaped_characters_stay_escaped() -> None:
    raw = json.dumps(json.loads(notebook(code("x = 'é'"))), indent=1).encode()
    found = read("a.ipynb", raw)
    written = found.written(found.cells.document.text.replace("x =", "y ="))
    assert written == raw.replace(b"x =", b"y =")


def test_a_shell_line_goes_with_the_block_around_it() -> None:
    found = read("a.ipynb", notebook(code(["with a:\n", "    !ls\n", "    b()\n"])))
    dedented = found.cells.document.text.replace("with a:\n    pass", "pass").replace("    b", "b")
    assert found.cells.restored(dedented) == {1: "!ls\nb()\n"}


def test_lines_are_told_by_cell() -> None:
    found = read("a.ipynb", notebook(code("x = 1\ny = 2"), TEXT, code("z = 3")))
    lines = found.cells.document.text.splitlines()
    assert found.cells.place(lines.index("y = 2") + 1) == (1, 2)
    assert found.cells.place(lines.index("z = 3") + 1) == (3, 1)


def test_cells_that_run_together_are_refused() -> None:
    found = read("a.ipynb", notebook(code("x = 1"), code("y = 2")))
    with pytest.raises(ValueError, match="cells"):
        found.written("x = 1\n")


@pytest.mark.parametrize(
    "data", [b"import torch\n", b"[]", b'{"cells": 3}', b'{"worksheets": []}', b"\xff", b""]
)
def test_other_files_are_no_notebooks(data: bytes) -> None:
    with pytest.raises(DecodeError):
        read("a.ipynb", data)
