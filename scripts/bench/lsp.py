#!/usr/bin/env python3
"""What a person waits for: drives ``mindport server`` over one file and prints the waits.

    scripts/bench/lsp.py FILE [--edits N] [--json] [-- COMMAND...]

Times are in milliseconds of wall clock, and behind an edit also of the server's own processor
time, which other work on the machine does not change.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CAPABILITIES: Mapping[str, Any] = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
PATIENCE = 120.0
PAUSE = 0.05  # between edits, as long as a fast typist's


@dataclass
class Server:
    """A language server at the other end of two pipes."""

    process: subprocess.Popen[bytes]
    messages: queue.Queue[dict[str, Any] | None] = field(default_factory=queue.Queue)
    requests: int = 0

    @classmethod
    def start(cls, command: Sequence[str]) -> Server:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        server = cls(process)
        threading.Thread(target=server._read, daemon=True).start()
        return server

    def tell(self, method: str, params: Any, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> Any:
        self.requests += 1
        self.tell(method, params, id=self.requests)
        return self._await(lambda message: message.get("id") == self.requests)["result"]

    def diagnostics(self, version: int) -> list[Any]:
        found = self._await(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"].get("version") == version
            )
        )
        shown: list[Any] = found["params"]["diagnostics"]
        return shown

    def cpu(self) -> float:
        """Milliseconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def resident(self) -> float:
        """Megabytes of resident memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def _await(self, wanted: Any) -> dict[str, Any]:
        while (message := self.messages.get(timeout=PATIENCE)) is not None:
            if wanted(message):
                return message
        raise SystemExit("the server ended")

    def _read(self) -> None:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
            elif line == b"\r\n":
                self.messages.put(json.loads(self.process.stdout.read(length)))
        self.messages.put(None)


def measure(file: Path, command: Sequence[str], edits: int) -> dict[str, Any]:
    """All figures for one file."""
    text = file.read_text(encoding="utf-8")
    uri = file.as_uri()
    begun = time.perf_counter()
    server = Server.start(command)
    folder = {"uri": file.parent.as_uri(), "name": "bench"}
    params = {
        "processId": os.getpid(),
        "rootUri": folder["uri"],
        "workspaceFolders": [folder],
        "capabilities": CAPABILITIES,
    }
    server.ask("initialize", params)
    initialized = _since(begun)
    server.tell("initialized", {})
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": item})
    shown = server.diagnostics(1)
    first = _since(begun)
    hovers = [_hover(server, uri, diagnostic) for diagnostic in shown[:200]]
    waits, cpu = _type(server, uri, text.count("\n") // 2, edits)
    memory = server.resident()
    server.ask("shutdown", None)
    server.tell("exit", None)
    server.process.wait(PATIENCE)
    return {
        "lines": text.count("\n"),
        "diagnostics": len(shown),
        "start_to_initialized_ms": initialized,
        "start_to_first_diagnostics_ms": first,
        "edit_to_diagnostics_p50_ms": quantile(waits, 0.5),
        "edit_to_diagnostics_p95_ms": quantile(waits, 0.95),
        "edit_cpu_ms": round(cpu / max(edits, 1), 1),
        "hover_p50_ms": quantile(hovers, 0.5),
        "hover_p95_ms": quantile(hovers, 0.95),
        "resident_mb": round(memory, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def _hover(server: Server, uri: str, diagnostic: Mapping[str, Any]) -> float:
    begun = time.perf_counter()
    at = diagnostic["range"]["start"]
    server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": at})
    return _since(begun)


def _type(server: Server, uri: str, line: int, edits: int) -> tuple[list[float], float]:
    """Waits from each edit in the middle of the file to its diagnostics, and all their CPU time."""
    waits = []
    cpu = server.cpu()
    place = {"line": line, "character": 0}
    for version in range(2, edits + 2):
        change = {"range": {"start": place, "end": place}, "text": "\n"}
        identifier = {"uri": uri, "version": version}
        begun = time.perf_counter()
        server.tell(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]}
        )
        server.diagnostics(version)
        waits.append(_since(begun))
        time.sleep(PAUSE)
    return waits, server.cpu() - cpu


def _since(begun: float) -> float:
    return round((time.perf_counter() - begun) * 1000, 1)


def quantile(values: Sequence[float], share: float) -> float | None:
    """The value below which ``share`` of the values lie; None without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("command", nargs="*", help="the server, behind --")
    arguments = parser.parse_args()
    command = arguments.command or [sys.executable, "-m", "mindport.cli.main", "server"]
    figures = measure(arguments.file.resolve(), command, arguments.edits)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:32}{value}")


if __name__ == "__main__":
    main()
