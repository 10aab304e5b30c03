"""No document ends the server."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import SERVER
from tests.lsp.conftest import ENVIRONMENT, MODEL, Server, Start, codes

DEEP = "import torch\nx = " + "(" * 5000 + "1" + ")" * 5000 + "\n"
CHAIN = "import torch\nx = " + "+".join(["torch.pi"] * 30000) + "\n"
ATTRIBUTES = "import torch\nx = torch" + ".a" * 20000 + "\n"
NESTED = "import torch\n" + "".join(f"{'  ' * i}if x:\n" for i in range(99)) + "  " * 99 + "y\n"
UNUSUAL = {
    "empty": "",
    "blank": "\n\n\n",
    "null": "import torch\nx = '\0'\n",
    "binary": "\x7fELF\x02\x01\x01\0\0\ufffd\ufffd" * 400,
    "deep": DEEP,
    "chain": CHAIN,
    "attributes": ATTRIBUTES,
    "nested": NESTED,
    "surrogate": "import torch\nx = '\\ud800'\n",
    "one line": "import torch; " + "x = torch.nn.Conv2d(1, 2, 3); " * 2000 + "\n",
    "no newline at the end": "import torch\nx = torch.nn.Conv2d(1, 2, 3)",
    "byte order mark": "\ufeffimport torch\nx = torch.nn.Conv2d(1, 2, 3)\n",
    "form feeds": "import torch\n\x0c\nx = torch.nn.Conv2d(1, 2, 3)\n\x0c",
}


def still_works(server: Server) -> bool:
    uri = server.uri("works.py")
    found = server.client.open(uri, MODEL)
    server.client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    return (8, "MP201") in codes(found)


@pytest.mark.parametrize("name", UNUSUAL)
def test_lives_through(server: Server, name: str) -> None:
    client, uri = server.client, server.uri(f"{name}.py")
    client.open(uri, UNUSUAL[name])
    client.hover(uri, 1, 5)
    client.actions(uri, 0, 0, 2, 0, only=["quickfix"])
    client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    client.edit(uri, 2, ((0, 0, 0, 0), "# a comment\n"))
    client.diagnostics(uri, 2)
    client.edit(uri, 3, ((0, 0, 10**6, 0), ""))
    assert client.diagnostics(uri, 3) == []
    assert still_works(server)


def test_a_hundred_thousand_lines(start: Start) -> None:
    server = start()
    client, uri = server.client, server.uri("huge.py")
    block = "def f{0}(x):\n    y = torch.nn.Conv2d(1, 2, 3)(x)\n    return y.size(0)\n\n\n"
    text = "import torch\n\n\n" + "".join(block.format(index) for index in range(20000))
    assert len(client.open(uri, text)) >= 40000
    assert client.hover(uri, 4, 20) is not None
    assert still_works(server)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "vscode-notebook-cell:/a/b.ipynb#W0sZmlsZQ%3D%3D",
        "git:/a/b.py?%7B%22ref%22%3A%22HEAD%22%7D",
        "file:///no/such/folder/model.py",
        "file:///with%20space/%E4%B8%AD%E6%96%87%20%F0%9F%98%80.py",
        "file://server/share/model.py",
    ],
)
def test_any_address(server: Server, uri: str) -> None:
    found = server.client.open(uri, MODEL)
    assert (8, "MP201") in codes(found)
    assert server.client.hover(uri, 7, 24) is not None
    assert server.client.actions(uri, 7, 24)


def test_a_file_that_is_deleted_while_it_is_open(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text(MODEL)
    server = start()
    client, uri = server.client, file.as_uri()
    client.open(uri, MODEL)
    file.unlink()
    changes = [{"uri": uri, "type": 3}]
    client.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    client.edit(uri, 2, ((0, 0, 0, 0), "\n"))
    assert (9, "MP201") in codes(client.diagnostics(uri, 2))


def test_notifications_for_documents_that_are_not_open(server: Server) -> None:
    client, uri = server.client, server.uri("never.py")
    client.edit(uri, 2, ((0, 0, 0, 0), "x"))
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert client.hover(uri, 0, 0) is None
    assert client.actions(uri, 0, 0) == []
    assert still_works(server)


def test_positions_outside_of_the_text(server: Server) -> None:
    client, uri = server.client, server.uri("outside.py")
    client.open(uri, MODEL)
    assert client.hover(uri, 10**6, 10**6) is None
    assert client.actions(uri, 10**6, 0, 10**6, 5, only=["quickfix"]) == []
    client.edit(uri, 2, ((10**6, 0, 10**6, 9), "\nlast = nn.Conv2d(1, 2, 3)\n"))
    assert (17, "MP201") in codes(client.diagnostics(uri, 2))


def test_leaves_with_the_right_code(start: Start) -> None:
    server = start()
    server.client.open(server.uri("model.py"), MODEL)
    assert server.client.finish() == 0


def test_leaving_without_goodbye_is_an_error(start: Start) -> None:
    server = start()
    server.client.tell("exit", None)
    assert server.client.process.wait(60) == 1


def test_leaves_while_it_analyses(start: Start) -> None:
    server = start()
    text = MODEL + "x = nn.Conv2d(1, 2, 3)\n" * 50000
    uri = server.uri("huge.py")
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.client.tell("textDocument/didOpen", {"textDocument": item})
    assert server.client.finish() == 0


def test_serves_on_a_port(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*SERVER, "--tcp", f"127.0.0.1:{port}"]
    environment = {**os.environ, **ENVIRONMENT}
    with subprocess.Popen(command, env=environment) as process:
        try:
            connection = connect(port, process)
            params: dict[str, Any] = {
                "capabilities": {},
                "processId": None,
                "rootUri": tmp_path.as_uri(),
            }
            message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
            body = json.dumps(message).encode()
            with connection, connection.makefile("rwb") as stream:
                stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                stream.flush()
                length = int(stream.readline().partition(b":")[2])
                while stream.readline().strip():
                    pass
                answer = json.loads(stream.read(length))
            assert answer["result"]["serverInfo"]["name"] == "mindport"
            assert process.wait(60) == 0
        finally:
            process.kill()


def connect(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    """A connection, as soon as the server listens."""
    while process.poll() is None:
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        time.sleep(0.1)
    pytest.fail("the server did not start")


def test_standard_output_carries_the_protocol_alone(start: Start) -> None:
    server = start(environment={"PYTHONWARNINGS": "always"})
    server.client.open(server.uri("warn.py"), "import torch\nx = '\\d'\nx is 1\n")
    assert server.client.finish() == 0
