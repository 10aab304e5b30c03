"""Running the fixed text of an open document on the real MindSpore."""

from __future__ import annotations

import os
import time
import venv
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import ServerError
from tests.lsp.conftest import Server, Start

RUN = "mindport.server.run"
GOOD = """\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x.size(0)


if __name__ == "__main__":
    import mindspore

    print("rows:", Net()(mindspore.ops.zeros((5, 3))))
"""
BAD = GOOD.replace("x.size(0)", 'x.size(0) + {}["missing"]')
ENDLESS = "import torch\n\nprint('begun', flush=True)\nwhile True:\n    pass\n"


def run(server: Server, name: str, text: str) -> tuple[str, dict[str, Any]]:
    uri = server.uri(name)
    server.client.open(uri, text)
    return uri, server.client.command(RUN, uri)


def output(server: Server, uri: str, stream: str) -> str:
    pieces = [p for p in server.client.all("mindport/runOutput") if p["uri"] == uri]
    return "".join(piece["text"] for piece in pieces if piece["stream"] == stream)


def progress(server: Server) -> list[dict[str, Any]]:
    return [params["value"] for params in server.client.all("$/progress")]


def test_runs_what_the_fixes_make_of_the_unsaved_text(start: Start, tmp_path: Path) -> None:
    server = start()
    uri, result = run(server, "good.py", GOOD)
    assert (result["outcome"], result["exitCode"]) == ("ok", 0)
    assert "good.py ran on MindSpore" in result["message"]
    assert output(server, uri, "stdout") == "rows: 5\n"
    assert "good.py on MindSpore (CPU)" in output(server, uri, "info")
    assert not list(tmp_path.iterdir())
    shown = progress(server)
    assert (shown[0]["kind"], shown[0]["cancellable"]) == ("begin", True)
    assert shown[-1]["kind"] == "end"


def test_an_exception_stands_on_the_line_of_the_original(start: Start) -> None:
    server = start()
    client = server.client
    uri, result = run(server, "bad.py", BAD)
    assert result["outcome"] == "exception"
    assert "KeyError" in result["message"]
    found = client.expect(
        "textDocument/publishDiagnostics",
        lambda params: any(item["source"] == "mindport run" for item in params["diagnostics"]),
    )
    (failure,) = [item for item in found["diagnostics"] if item["source"] == "mindport run"]
    assert failure["range"]["start"] == {"line": 6, "character": 8}
    assert failure["severity"] == 1
    assert "KeyError" in failure["message"]
    assert [info["location"]["range"]["start"]["line"] for info in failure["relatedInformation"]]

    client.edit(uri, 2, ((0, 0, 0, 0), "\n"))
    moved = client.diagnostics(uri, 2)
    (failure,) = [item for item in moved if item["source"] == "mindport run"]
    assert failure["range"]["start"]["line"] == 7
    client.edit(uri, 3, ((7, 26, 7, 29), ""))
    assert not [i for i in client.diagnostics(uri, 3) if i["source"] == "mindport run"]


def test_the_next_run_takes_the_failure_away(start: Start) -> None:
    server = start()
    client = server.client
    uri, _ = run(server, "again.py", "import torch\n\nraise ValueError('once')\n")
    client.edit(uri, 2, ((0, 12, 0, 12), "  # unchanged otherwise"))
    client.diagnostics(uri, 2)
    mark = client.mark()
    number = client.start("workspace/executeCommand", {"command": RUN, "arguments": [uri]})
    cleared = client.diagnostics(uri, 2, after=mark)
    assert not [item for item in cleared if item["source"] == "mindport run"]
    client.answer(number)


def test_modules_of_the_workspace_are_fixed_as_well(start: Start, tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(
        "import torch\nfrom torch import nn\n\n\nclass Rows(nn.Module):\n"
        "    def forward(self, x):\n        return x.size(0)\n"
    )
    server = start()
    text = (
        "import torch\nimport mindspore\nfrom layers import Rows\n\n"
        'print("rows:", Rows()(mindspore.ops.zeros((4, 2))))\n'
    )
    uri, result = run(server, "main.py", text)
    assert result["outcome"] == "ok", result
    assert output(server, uri, "stdout") == "rows: 4\n"


def test_an_error_in_a_module_points_into_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(
        "import torch\nfrom torch import nn\n\n\nclass Rows(nn.Module):\n"
        "    def forward(self, x):\n        return x.size(0) / 0\n"
    )
    server = start()
    text = (
        "import torch\nimport mindspore\nfrom layers import Rows\n\n"
        'print("rows:", Rows()(mindspore.ops.zeros((4, 2))))\n'
    )
    _, result = run(server, "main.py", text)
    assert result["outcome"] == "exception"
    (shown,) = [
        item
        for params in server.client.all("textDocument/publishDiagnostics")
        for item in params["diagnostics"]
        if item["source"] == "mindport run"
    ]
    assert shown["range"]["start"]["line"] == 4
    inner = shown["relatedInformation"][-1]["location"]
    assert inner["uri"].endswith("layers.py")
    assert inner["range"]["start"]["line"] == 6


def begin_endless(server: Server) -> tuple[str, int]:
    uri = server.uri("endless.py")
    server.client.open(uri, ENDLESS)
    params = {"command": RUN, "arguments": [uri]}
    number = server.client.start("workspace/executeCommand", params)
    server.client.expect("mindport/runOutput", lambda params: "begun" in params["text"])
    return uri, number


def test_the_button_stops_a_program_that_never_ends(start: Start) -> None:
    server = start()
    _, number = begin_endless(server)
    token = server.client.expect("window/workDoneProgress/create")["token"]
    server.client.tell("window/workDoneProgress/cancel", {"token": token})
    assert server.client.answer(number)["outcome"] == "cancelled"
    assert progress(server)[-1]["kind"] == "end"


def test_cancelling_the_request_stops_the_program(start: Start) -> None:
    server = start()
    _, number = begin_endless(server)
    server.client.tell("$/cancelRequest", {"id": number})
    with pytest.raises(ServerError) as cancelled:
        server.client.answer(number)
    assert cancelled.value.code == -32800
    server.client.expect("$/progress", lambda params: params["value"]["kind"] == "end")


def test_the_time_limit_stops_it(start: Start) -> None:
    server = start(options={"globalSettings": {"run": {"timeout": 8}}})
    _, result = run(server, "endless.py", ENDLESS)
    assert result["outcome"] == "timeout"
    assert "8 seconds" in result["message"]


def test_other_requests_are_answered_while_it_runs(start: Start) -> None:
    server = start()
    uri, number = begin_endless(server)
    other = server.uri("other.py")
    assert server.client.open(other, GOOD)
    assert server.client.hover(other, 6, 18) is not None
    with pytest.raises(ServerError, match="running already"):
        server.client.command(RUN, uri)
    server.client.tell("$/cancelRequest", {"id": number})
    with pytest.raises(ServerError):
        server.client.answer(number)


def test_a_program_does_not_outlive_its_editor(start: Start, tmp_path: Path) -> None:
    server = start()
    note = tmp_path / "pid"
    text = f"import os\nimport torch\n\nopen({str(note)!r}, 'w').write(str(os.getpid()))\n"
    uri = server.uri("orphan.py")
    server.client.open(uri, f"{text}{ENDLESS}")
    server.client.start("workspace/executeCommand", {"command": RUN, "arguments": [uri]})
    server.client.expect("mindport/runOutput", lambda params: "begun" in params["text"])
    assert server.client.process.stdin is not None
    server.client.process.stdin.close()
    assert server.client.process.wait(60) == 1
    pid = int(note.read_text())
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text():
            return
        time.sleep(0.1)
    os.kill(pid, 9)
    pytest.fail("the program still ran")


def test_a_flood_of_output_is_cut(start: Start) -> None:
    server = start()
    text = "import torch\n\nfor _ in range(200000):\n    print('x' * 100)\n"
    uri, result = run(server, "flood.py", text)
    assert result["outcome"] == "ok"
    shown = output(server, uri, "stdout")
    assert len(shown) < 1_000_000
    assert "bytes left out" in shown
    assert len(server.client.all("mindport/runOutput")) < 2000


def test_without_mindspore_it_says_how_to_install_it(
    start: Start, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=True)
    python = str(folder / "bin" / "python")
    server = start(options={"globalSettings": {"run": {"interpreter": python}}}, locale="zh")
    uri, result = run(server, "good.py", GOOD)
    assert result["outcome"] == "not-installed"
    assert f"{python} -m pip install mindspore" in result["message"]
    assert "未安装 MindSpore" in result["message"]
    assert server.client.hover(uri, 6, 18) is not None


def test_an_interpreter_that_is_not_there(start: Start) -> None:
    server = start(options={"globalSettings": {"run": {"interpreter": "/no/such/python"}}})
    _, result = run(server, "good.py", GOOD)
    assert result["outcome"] == "broken-install"
    assert "/no/such/python" in result["message"]


def test_a_text_that_does_not_parse_is_not_run(server: Server) -> None:
    _, result = run(server, "unrunnable.py", "import torch\nx = (\n")
    assert result["outcome"] == "exception"
    assert "cannot parse" in result["message"]


def test_exit_codes_are_no_failures_of_a_line(start: Start) -> None:
    server = start()
    _, result = run(server, "leaves.py", "import sys\nimport torch\n\nsys.exit(3)\n")
    assert result["exitCode"] == 3
    assert "3" in result["message"]
    shown = server.client.all("textDocument/publishDiagnostics")
    assert not [i for p in shown for i in p["diagnostics"] if i["source"] == "mindport run"]
