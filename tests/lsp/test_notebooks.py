"""Notebooks: each cell shows its own findings, and what one cell imports the next ones use."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.lsp.client import FULL, apply, span
from tests.lsp.conftest import Server, Start, codes

IMPORTS = "%matplotlib inline\nimport torch\nfrom torch import nn\n"
MODEL = """\
# 模型 🚀
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, x):
        return self.conv(x)"""
USE = "net = Net()\nprint('😀', net(torch.ones(2, 3, 8, 8)).shape)"


class Notebook:
    """A notebook that a client has open, kept as the client has it."""

    def __init__(self, server: Server, name: str, *cells: str) -> None:
        self.client = server.client
        self.uri = server.uri(name)
        self.version = 1
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.order = [self._new(text) for text in cells]
        self.mark = self.client.mark()
        notebook = {
            "uri": self.uri,
            "notebookType": "jupyter-notebook",
            "version": 1,
            "cells": [{"kind": 2, "document": uri} for uri in self.order],
        }
        params = {"notebookDocument": notebook, "cellTextDocuments": self._items(self.order)}
        self.client.tell("notebookDocument/didOpen", params)

    def _new(self, text: str) -> str:
        uri = f"{self.uri.replace('file:', 'vscode-notebook-cell:')}#W{len(self.texts)}"
        self.texts[uri], self.versions[uri] = text, 1
        return uri

    def _items(self, uris: list[str]) -> list[dict[str, Any]]:
        return [
            {
                "uri": uri,
                "languageId": "python",
                "version": self.versions[uri],
                "text": self.texts[uri],
            }
            for uri in uris
        ]

    def _change(self, cells: dict[str, Any]) -> None:
        self.version += 1
        self.mark = self.client.mark()
        notebook = {"version": self.version, "uri": self.uri}
        params = {"notebookDocument": notebook, "change": {"cells": cells}}
        self.client.tell("notebookDocument/didChange", params)

    def insert(self, at: int, text: str) -> None:
        uri = self._new(text)
        self.order.insert(at, uri)
        cells = [{"kind": 2, "document": uri}]
        array = {"start": at, "deleteCount": 0, "cells": cells}
        self._change({"structure": {"array": array, "didOpen": self._items([uri])}})

    def delete(self, at: int) -> str:
        uri = self.order.pop(at)
        array = {"start": at, "deleteCount": 1}
        self._change({"structure": {"array": array, "didClose": [{"uri": uri}]}})
        return uri

    def move(self, at: int, to: int) -> None:
        """Two changes of one array, as an editor tells of a cell that was dragged."""
        uri = self.order.pop(at)
        self.order.insert(to, uri)
        cells = [{"kind": 2, "document": one} for one in self.order]
        array = {"start": 0, "deleteCount": len(self.order), "cells": cells}
        self._change({"structure": {"array": array}})

    def edit(self, at: int, place: tuple[int, int, int, int], text: str) -> None:
        uri = self.order[at]
        change = {"range": span(*place), "text": text}
        self.texts[uri] = apply(self.texts[uri], [{**change, "newText": text}])
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        self._change({"textContent": [{"document": document, "changes": [change]}]})

    def shown(self, at: int) -> list[dict[str, Any]]:
        """What the last change, or the opening, made to be shown in a cell.

        The cells are told of one after the other: what is still to come is waited for, so that it
        is not taken for what the next change makes.
        """
        told = {
            uri: self.client.diagnostics(uri, self.versions[uri], after=self.mark)
            for uri in self.order
        }
        return told[self.order[at]]

    def actions(self, at: int, *place: int, only: list[str] | None = None) -> list[dict[str, Any]]:
        return self.client.actions(self.order[at], *place, only=only)

    def applied(self, edit: dict[str, Any]) -> list[str]:
        """The cells with the edits of a workspace edit, which must be for their present texts."""
        after = dict(self.texts)
        for change in edit["documentChanges"]:
            document = change["textDocument"]
            assert document["version"] == self.versions[document["uri"]]
            after[document["uri"]] = apply(self.texts[document["uri"]], change["edits"])
        return [after[uri] for uri in self.order]

    def resolved(self, action: dict[str, Any]) -> list[str]:
        return self.applied(self.client.ask("codeAction/resolve", action)["edit"])


def test_a_notebook_without_torch_shows_nothing(server: Server) -> None:
    book = Notebook(server, "plain.ipynb", "import numpy", "x = numpy.ones(3)\n%timeit x + 1")
    assert book.shown(0) == []
    assert book.shown(1) == []


def test_each_cell_shows_its_own_findings(server: Server) -> None:
    book = Notebook(server, "book.ipynb", IMPORTS, MODEL, USE)
    assert (5, "MP201") in codes(book.shown(1))
    assert (2, "MP301") in codes(book.shown(1))
    (ones,) = [item for item in book.shown(2) if "torch.ones" in item["data"]["symbol"]]
    assert ones["range"]["start"]["line"] == 1
    assert "MP201" not in str(codes(book.shown(0)) + codes(book.shown(2)))


def test_columns_behind_wide_characters_count_as_the_client_counts(server: Server) -> None:
    book = Notebook(server, "wide.ipynb", IMPORTS, MODEL, USE)
    (ones,) = [item for item in book.shown(2) if "torch.ones" in item["data"]["symbol"]]
    before = USE.splitlines()[1][: USE.splitlines()[1].index("torch.ones")]
    assert ones["range"]["start"]["character"] == len(before.encode("utf-16-le")) // 2


def test_a_hover_knows_what_another_cell_imports(server: Server) -> None:
    book = Notebook(server, "hover.ipynb", IMPORTS, MODEL)
    book.shown(1)
    text = server.client.hover(book.order[1], 4, 24)
    assert text is not None
    assert "torch.nn.Conv2d" in text
    assert server.client.hover(book.order[0], 0, 3) is None


def test_a_quick_fix_changes_its_cell_and_the_imports(server: Server) -> None:
    book = Notebook(server, "fix.ipynb", IMPORTS, MODEL, USE)
    fix = next(a for a in book.actions(1, 4, 24, only=["quickfix"]) if a.get("isPreferred"))
    assert fix["diagnostics"][0]["range"]["start"]["line"] == 4
    after = book.resolved(fix)
    assert "pad_mode" in after[1]
    assert "class Net(nn.Module):" in after[1]
    assert after[0].startswith("%matplotlib inline\n")
    assert after[2] == USE
    assert not any("mindport" in text for text in after)


def test_fix_all_of_a_notebook_leaves_no_torch_and_keeps_its_magics(server: Server) -> None:
    book = Notebook(server, "all.ipynb", IMPORTS, MODEL, USE)
    (action,) = book.actions(2, 0, 0, only=["notebook.source.fixAll"])
    after = book.resolved(action)
    assert after[0].startswith("%matplotlib inline\n")
    assert "torch" not in "\n".join(after)
    assert "def construct(self, x):" in after[1]
    assert after[1].startswith("# 模型 🚀\n")
    ast.parse("\n".join([after[0].removeprefix("%matplotlib inline\n"), *after[1:]]))
    assert book.actions(2, 0, 0, only=["source.fixAll"]) == []


def test_the_command_fixes_the_notebook_of_a_cell(start: Start) -> None:
    server = start()
    edits: list[Any] = []
    server.client.replies["workspace/applyEdit"] = lambda params: (
        edits.append(params["edit"]) or {"applied": True}
    )
    book = Notebook(server, "command.ipynb", IMPORTS, MODEL)
    answer = server.client.command("mindport.server.fixAll", book.order[1])
    assert answer == {"applied": True}
    assert "torch" not in "".join(book.applied(edits[0]))
    server.client.command("mindport.server.fixAll", book.uri)
    assert edits[1] == edits[0]


def test_an_ignore_comment_stands_in_the_cell(server: Server) -> None:
    book = Notebook(server, "ignore.ipynb", IMPORTS, MODEL)
    (ignore,) = [a for a in book.actions(1, 4, 24) if "Ignore MP201" in a["title"]]
    line = book.resolved(ignore)[1].splitlines()[4]
    assert line == "        self.conv = nn.Conv2d(3, 4, 3)  # mindport: ignore[MP201]"


def test_editing_a_cell_moves_its_findings_and_no_others(server: Server) -> None:
    book = Notebook(server, "edit.ipynb", IMPORTS, MODEL, USE)
    before = book.shown(2)
    book.edit(1, (1, 0, 1, 0), "# one line more 🚀\n")
    assert (6, "MP201") in codes(book.shown(1))
    assert book.shown(2) == before


def test_a_cell_that_comes_goes_or_moves_is_told_again(server: Server) -> None:
    book = Notebook(server, "cells.ipynb", IMPORTS, USE)
    book.shown(1)
    book.insert(1, MODEL)
    assert (5, "MP201") in codes(book.shown(1))
    book.edit(1, (4, 32, 4, 33), "5")
    assert (5, "MP201") in codes(book.shown(1))
    book.move(2, 0)
    assert codes(book.shown(0)) == []  # a torch that a later cell imports is not known yet
    assert (5, "MP201") in codes(book.shown(2))
    gone = book.delete(2)
    cleared = server.client.expect(
        "textDocument/publishDiagnostics", lambda p: p["uri"] == gone, after=book.mark
    )
    assert cleared["diagnostics"] == []
    assert "MP201" not in str(codes(book.shown(1)))


def test_a_cell_that_does_not_parse_says_so_and_the_others_are_still_read(server: Server) -> None:
    book = Notebook(server, "broken.ipynb", IMPORTS, "x = (\n", MODEL)
    (problem,) = book.shown(1)
    assert problem["code"] == "MP901"
    assert problem["range"]["start"]["line"] == 0
    assert (5, "MP201") in codes(book.shown(2))
    book.edit(1, (0, 4, 0, 5), "1")
    assert book.shown(1) == []


def test_a_magic_that_names_torch_is_marked_over_its_whole_line(server: Server) -> None:
    book = Notebook(server, "magic.ipynb", "import torch", "y = 1\n%timeit torch.ones(3)\n")
    (magic,) = book.shown(1)
    assert magic["code"] == "MP905"
    assert magic["range"] == span(1, 0, 1, 21)


def test_closing_a_notebook_clears_its_cells(server: Server) -> None:
    book = Notebook(server, "closed.ipynb", IMPORTS, MODEL)
    book.shown(1)
    after = server.client.mark()
    server.client.tell(
        "notebookDocument/didClose",
        {
            "notebookDocument": {"uri": book.uri},
            "cellTextDocuments": [{"uri": uri} for uri in book.order],
        },
    )
    for uri in book.order:
        cleared = server.client.expect(
            "textDocument/publishDiagnostics", lambda p, uri=uri: p["uri"] == uri, after=after
        )
        assert cleared["diagnostics"] == []
    assert server.client.actions(book.order[1], 4, 24) == []


def test_lenses_stand_in_the_first_cell(server: Server) -> None:
    book = Notebook(server, "lens.ipynb", IMPORTS, MODEL)
    params = {"textDocument": {"uri": book.order[0]}}
    lenses = server.client.ask("textDocument/codeLens", params)
    assert [lens["range"]["start"]["line"] for lens in lenses] == [0, 0]
    params = {"textDocument": {"uri": book.order[1]}}
    assert server.client.ask("textDocument/codeLens", params) == []


def test_the_client_asks_for_the_diagnostics_of_a_cell(start: Start) -> None:
    server = start()
    book = Notebook(server, "pull.ipynb", IMPORTS, MODEL)
    params = {"textDocument": {"uri": book.order[1]}}
    report = server.client.ask("textDocument/diagnostic", params)
    assert (5, "MP201") in codes(report["items"])


def test_a_client_that_asks_is_told_to_ask_for_the_other_cells_again(start: Start) -> None:
    workspace = {**FULL["workspace"], "diagnostics": {"refreshSupport": True}}
    server = start(capabilities={**FULL, "workspace": workspace})
    book = Notebook(server, "again.ipynb", IMPORTS, USE)
    params = {"textDocument": {"uri": book.order[1]}}
    first = server.client.ask("textDocument/diagnostic", params)
    book.edit(0, (1, 0, 1, 12), "torch = None")
    server.client.expect("workspace/diagnostic/refresh", after=book.mark)
    params["previousResultId"] = first["resultId"]
    again = server.client.ask("textDocument/diagnostic", params)
    assert again["kind"] == "full"
    assert first["items"] != [] and again["items"] == []


@pytest.mark.parametrize(
    ("failing", "cell", "line"),
    [("net(torch.ones(2, 9, 8, 8))", 1, 7), ("net.missing  # torch", 2, 1)],
    ids=["inside a layer", "in the last cell"],
)
def test_a_run_marks_the_cell_that_failed(start: Start, failing: str, cell: int, line: int) -> None:
    server = start()
    book = Notebook(server, "run.ipynb", IMPORTS, MODEL, f"net = Net()\n{failing}\n")
    book.shown(2)
    answer = server.client.command("mindport.server.run", book.order[2])
    assert answer["outcome"] == "exception"

    def failures(params: dict[str, Any]) -> list[dict[str, Any]]:
        return [d for d in params["diagnostics"] if d["source"] == "mindport run"]

    shown = server.client.expect("textDocument/publishDiagnostics", failures, after=book.mark)
    assert shown["uri"] == book.order[cell]
    (failure,) = failures(shown)
    assert failure["range"]["start"]["line"] == line
    for frame in failure.get("relatedInformation", []):
        assert frame["location"]["uri"] in book.order
