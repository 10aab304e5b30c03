"""Squiggles as one opens, types, and closes."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlparse

from tests.lsp.client import FULL
from tests.lsp.conftest import MODEL, Server, Start, codes

EXAMPLES = Path(__file__).parents[2] / "examples"
NUMPY = "import numpy as np\n\nx = np.zeros((2, 3))\nprint(x.size, x.view())\n"


def test_leaves_alone_a_file_without_torch(server: Server) -> None:
    assert server.client.open(server.uri("plain.py"), NUMPY) == []


def test_names_the_conv_and_the_module(server: Server) -> None:
    found = server.client.open(server.uri("model.py"), MODEL)
    assert {(5, "MP301"), (8, "MP201")} <= set(codes(found))
    (conv,) = [item for item in found if item["code"] == "MP201"]
    page = Path(unquote(urlparse(conv["codeDescription"]["href"]).path))
    assert "# MP201" in page.read_text(encoding="utf-8")
    assert conv["range"] == {
        "start": {"line": 7, "character": 20},
        "end": {"line": 7, "character": 29},
    }
    assert conv["source"] == "mindport"
    assert conv["data"]["symbol"] == "torch.nn.Conv2d"
    assert "pad_mode" in conv["message"]


def test_marks_an_unused_import_as_unnecessary(server: Server) -> None:
    (found,) = server.client.open(server.uri("unused.py"), "import torch\n")
    assert (found["code"], found["tags"]) == ("MP108", [1])


def test_follows_each_edit_with_its_version(server: Server) -> None:
    client, uri = server.client, server.uri("typing.py")
    client.open(uri, MODEL)
    client.edit(uri, 2, ((0, 0, 0, 0), "\n\n"))
    assert (10, "MP201") in codes(client.diagnostics(uri, 2))
    client.edit(uri, 3, ((9, 20, 9, 38), "None"))
    assert "MP201" not in [code for _, code in codes(client.diagnostics(uri, 3))]
    client.edit(uri, 4, ((9, 20, 9, 24), "nn.Conv2d(1, 2, 3)"))
    assert (10, "MP201") in codes(client.diagnostics(uri, 4))


def test_changes_of_one_notification_build_on_each_other(server: Server) -> None:
    client, uri = server.client, server.uri("several.py")
    client.open(uri, "import torch\n")
    client.edit(
        uri,
        2,
        ((1, 0, 1, 0), "y = torch.nn.Conv2d(1, 2, 3)\n"),
        ((1, 0, 1, 0), "x = 1\n"),
        ((2, 0, 2, 1), "conv"),
    )
    (found,) = client.diagnostics(uri, 2)
    assert found["range"]["start"] == {"line": 2, "character": 7}


def test_a_burst_of_edits_ends_with_the_last_text(server: Server) -> None:
    client, uri = server.client, server.uri("burst.py")
    client.open(uri, MODEL)
    for version in range(2, 42):
        client.edit(uri, version, ((0, 0, 0, 0), "\n"))
    assert (48, "MP201") in codes(client.diagnostics(uri, 41))
    versions = [
        params["version"]
        for params in client.all("textDocument/publishDiagnostics")
        if params["uri"] == uri
    ]
    assert versions == sorted(versions)


def test_a_whole_new_text_replaces_the_old(server: Server) -> None:
    client, uri = server.client, server.uri("whole.py")
    client.open(uri, MODEL)
    identifier = {"uri": uri, "version": 2}
    params = {"textDocument": identifier, "contentChanges": [{"text": NUMPY}]}
    client.tell("textDocument/didChange", params)
    assert client.diagnostics(uri, 2) == []


def test_closing_takes_the_diagnostics_away(server: Server) -> None:
    client, uri = server.client, server.uri("closing.py")
    client.open(uri, MODEL)
    mark = client.mark()
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    cleared = client.expect(
        "textDocument/publishDiagnostics", lambda params: params["uri"] == uri, after=mark
    )
    assert cleared["diagnostics"] == []


def test_tells_the_target_and_how_much_is_left(server: Server) -> None:
    client, uri = server.client, server.uri("status.py")
    shown = client.open(uri, MODEL)
    status = client.expect("mindport/status", lambda params: params["uri"] == uri)
    assert status["target"]["devices"] == ["Ascend", "CPU"]
    assert status["target"]["mode"] == "PYNATIVE"
    counts = [sum(item["severity"] == severity for item in shown) for severity in (1, 2, 3)]
    assert [status[name] for name in ("errors", "warnings", "infos")] == counts
    assert sum(counts) > 1


def test_speaks_chinese_to_a_chinese_editor(start: Start) -> None:
    server = start(locale="zh-cn")
    found = server.client.open(server.uri("model.py"), MODEL)
    (conv,) = [item for item in found if item["code"] == "MP201"]
    assert "在 MindSpore 中对应 mindspore.nn.Conv2d。" in conv["message"]


def pull(server: Server, uri: str, previous: str | None = None) -> dict[str, object]:
    params = {"textDocument": {"uri": uri}, "previousResultId": previous}
    answer: dict[str, object] = server.client.ask("textDocument/diagnostic", params)
    return answer


def test_a_client_that_pulls_is_not_told_twice(start: Start) -> None:
    capabilities = {**FULL, "textDocument": {**FULL["textDocument"], "diagnostic": {}}}
    server = start(capabilities=capabilities)
    client, uri = server.client, server.uri("pulled.py")
    item = {"uri": uri, "languageId": "python", "version": 1, "text": MODEL}
    client.tell("textDocument/didOpen", {"textDocument": item})
    first = pull(server, uri)
    assert first["kind"] == "full"
    assert (8, "MP201") in codes(first["items"])  # type: ignore[arg-type]
    again = pull(server, uri, str(first["resultId"]))
    assert (again["kind"], again["resultId"]) == ("unchanged", first["resultId"])
    mark = client.mark()
    client.edit(uri, 2, ((0, 0, 0, 0), "\n"))
    moved = pull(server, uri, str(first["resultId"]))
    assert moved["kind"] == "full"
    assert (9, "MP201") in codes(moved["items"])  # type: ignore[arg-type]
    client.expect("mindport/status", after=mark)
    assert client.all("textDocument/publishDiagnostics", after=mark) == []


def test_what_was_typed_is_found_as_in_a_text_that_was_opened(server: Server) -> None:
    client, uri = server.client, server.uri("grown.py")
    lines = (EXAMPLES / "transformer.py").read_text(encoding="utf-8").splitlines(keepends=True)
    client.open(uri, "".join(lines[:40]))
    version = 1
    for number, line in enumerate(lines[40:], 40):
        version += 1
        client.edit(uri, version, ((number, 0, number, 0), line))
        if number % 7 == 0:
            client.diagnostics(uri, version)
    typed = client.diagnostics(uri, version)
    opened = client.open(server.uri("grown_whole.py"), "".join(lines))
    assert typed == opened
    version += 1
    client.edit(uri, version, ((20, 0, 20, 0), "\n\n"), ((3, 0, 3, 0), "# one more line\n"))
    lines[20:20] = ["\n", "\n"]
    lines[3:3] = ["# one more line\n"]
    moved = client.diagnostics(uri, version)
    assert moved == client.open(server.uri("grown_again.py"), "".join(lines))
    assert moved != typed
