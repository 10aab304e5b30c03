"""A small language client over the server's own standard streams."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

SERVER = [sys.executable, "-m", "mindport.cli.main", "server"]
PATIENCE = 120.0
FULL: dict[str, Any] = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "dataSupport": True},
        "codeAction": {
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
        },
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {
        "workspaceEdit": {"documentChanges": True},
        "applyEdit": True,
        "configuration": True,
    },
    "window": {"workDoneProgress": True},
}


class ServerError(Exception):
    """The server answered a request with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"])
        self.code = error["code"]


@dataclass
class Received:
    """What came from the server, guarded by ``changed``."""

    answers: dict[int, dict[str, Any]] = field(default_factory=dict)
    messages: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)


class Client:
    """Speaks to one server. ``replies`` answers the server's own requests, by method."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            SERVER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        self.received = Received()
        self.replies: dict[str, Callable[[Any], Any]] = {
            "workspace/configuration": lambda params: [None for _ in params["items"]],
            "workspace/applyEdit": lambda params: {"applied": True},
        }
        self._ids = 0
        self._write = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def initialize(
        self,
        *folders: Path,
        capabilities: Mapping[str, Any] = FULL,
        options: Any = None,
        locale: str | None = "en",
    ) -> dict[str, Any]:
        params = {
            "processId": None,
            "rootUri": folders[0].as_uri() if folders else None,
            "workspaceFolders": [{"uri": f.as_uri(), "name": f.name} for f in folders],
            "capabilities": capabilities,
            "initializationOptions": options,
            "locale": locale,
        }
        answer: dict[str, Any] = self.ask("initialize", params)
        self.tell("initialized", {})
        return answer

    def finish(self) -> int:
        """Say goodbye as a client does; gives the server's exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(PATIENCE)

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def start(self, method: str, params: Any) -> int:
        """Send a request; ``answer`` waits for what the server says."""
        self._ids += 1
        self._send({"id": self._ids, "method": method, "params": params})
        return self._ids

    def ask(self, method: str, params: Any) -> Any:
        return self.answer(self.start(method, params))

    def answer(self, number: int) -> Any:
        answers = self.received.answers
        self._wait(lambda: number in answers, f"the answer to request {number}")
        message = answers.pop(number)
        if "error" in message:
            raise ServerError(message["error"])
        return message["result"]

    def expect(
        self, method: str, accept: Callable[[Any], bool] = lambda params: True, *, after: int = 0
    ) -> Any:
        """The parameters of the first message ``method`` behind ``after`` that ``accept`` takes."""

        def find() -> Any:
            for message in self.received.messages[after:]:
                if message["method"] == method and accept(message.get("params")):
                    return message
            return None

        self._wait(lambda: find() is not None, method)
        return find().get("params")

    def mark(self) -> int:
        """How many messages have come; for ``after``."""
        return len(self.received.messages)

    def all(self, method: str, after: int = 0) -> list[Any]:
        messages = self.received.messages[after:]
        return [message["params"] for message in messages if message["method"] == method]

    def open(self, uri: str, text: str, version: int = 1) -> list[dict[str, Any]]:
        """Open a document; gives its first diagnostics."""
        item = {"uri": uri, "languageId": "python", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return self.diagnostics(uri, version)

    def edit(self, uri: str, version: int, *changes: tuple[tuple[int, ...], str]) -> None:
        """Change a document: each change is (line, column, end line, end column) and a text."""
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": span(*at), "text": text} for at, text in changes],
            },
        )

    def diagnostics(self, uri: str, version: int, *, after: int = 0) -> list[dict[str, Any]]:
        found = self.expect(
            "textDocument/publishDiagnostics",
            lambda params: params["uri"] == uri and params.get("version") == version,
            after=after,
        )
        shown: list[dict[str, Any]] = found["diagnostics"]
        return shown

    def hover(self, uri: str, line: int, column: int) -> str | None:
        at = {"line": line, "character": column}
        found = self.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": at})
        return None if found is None else str(found["contents"]["value"])

    def actions(self, uri: str, *at: int, only: list[str] | None = None) -> list[dict[str, Any]]:
        """Code actions for (line, column) or (line, column, end line, end column)."""
        context = {"diagnostics": [], "triggerKind": 1, **({"only": only} if only else {})}
        place = span(*(at if len(at) == 4 else at + at))
        params = {"textDocument": {"uri": uri}, "range": place, "context": context}
        found: list[dict[str, Any]] = self.ask("textDocument/codeAction", params)
        return found

    def resolve(self, action: dict[str, Any]) -> list[dict[str, Any]]:
        """The edits of an action, which are for one document."""
        resolved = self.ask("codeAction/resolve", action)
        (change,) = resolved["edit"]["documentChanges"]
        edits: list[dict[str, Any]] = change["edits"]
        return edits

    def command(self, name: str, *arguments: Any) -> Any:
        params = {"command": name, "arguments": list(arguments)}
        return self.ask("workspace/executeCommand", params)

    def _send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        with self._write:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def _wait(self, happened: Callable[[], bool], what: str) -> None:
        changed = self.received.changed
        with changed:
            came = changed.wait_for(lambda: happened() or self.received.ended, PATIENCE)
            assert came, f"{what} did not come"
            assert happened(), f"the server ended before {what}"

    def _read(self) -> None:
        while (message := self._message()) is not None:
            with self.received.changed:
                if "method" not in message:
                    self.received.answers[message["id"]] = message
                else:
                    self.received.messages.append(message)
                self.received.changed.notify_all()
            if "method" in message and "id" in message:
                reply = self.replies.get(message["method"])
                result = None if reply is None else reply(message["params"])
                self._send({"id": message["id"], "result": result})
        with self.received.changed:
            self.received.ended = True
            self.received.changed.notify_all()

    def _message(self) -> dict[str, Any] | None:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
            if not line.strip():
                found: dict[str, Any] = json.loads(self.process.stdout.read(length))
                return found
        return None


def span(line: int, column: int, end_line: int, end_column: int) -> dict[str, Any]:
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


def apply(text: str, edits: list[dict[str, Any]], unit: str = "utf-16-le") -> str:
    """What an editor makes of ``text`` with ``edits``, whose columns count units of ``unit``."""
    width = {"utf-16-le": 2, "utf-32-le": 4, "utf-8": 1}[unit]
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(place: Mapping[str, int]) -> int:
        if place["line"] >= len(lines):
            return len(text)
        encoded = lines[place["line"]].encode(unit)[: place["character"] * width]
        return starts[place["line"]] + len(encoded.decode(unit))

    spans = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text
