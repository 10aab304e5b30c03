"""``mindport``: its parts and how they begin."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time

import pytest

from mindport import __version__

from .conftest import ENGLISH, Folder, Run, findings


def test_version(umbrella: Run) -> None:
    assert umbrella("--version").stdout == f"mindport {__version__}\n"


def test_check_is_lsp_check(folder: Folder, umbrella: Run, lsp_check: Run) -> None:
    folder.write("a.py")
    arguments = ("a.py", "--output-format", "json")
    assert umbrella("check", *arguments).stdout == lsp_check(*arguments).stdout
    assert findings(umbrella("check", *arguments))


@pytest.mark.parametrize(
    "command", ["check", "explain", "migrate", "run", "search", "server", "weights"]
)
def test_every_command_has_help(umbrella: Run, command: str) -> None:
    result = umbrella(command, "--help")
    assert result.exit_code == 0
    assert command in umbrella("--help").stdout
    assert re.search(r"^  [A-Z]\w+ .{20}", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("address", ["here", "localhost:", "localhost:99999", ":80", "h:x"])
def test_an_address_that_is_none_is_refused(umbrella: Run, address: str) -> None:
    result = umbrella("server", "--tcp", address)
    assert result.exit_code == 2
    assert "HOST:PORT" in result.stderr


def test_the_server_speaks_on_standard_input(folder: Folder) -> None:
    message = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": None, "capabilities": {}},
        }
    )
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    with subprocess.Popen(
        [sys.executable, "-m", "mindport.cli.main", "server", "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"Content-Length: {len(message)}\r\n\r\n{message}".encode())
        server.stdin.flush()
        header = server.stdout.readline()
        server.kill()
    assert header.lower().startswith(b"content-")


def test_the_server_listens_on_a_port(folder: Folder) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    command = [sys.executable, "-m", "mindport.cli.main", "server", "--tcp", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                with socket.socket() as client:
                    if client.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            else:
                pytest.fail("nobody listens")
        finally:
            server.kill()
