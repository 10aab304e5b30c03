"""What a running program prints, on its way to the client: in pieces that it can keep up with."""

from __future__ import annotations

import threading
from itertools import groupby
from typing import Literal

from pygls.lsp.server import LanguageServer

RUN_OUTPUT = "mindport/runOutput"
Stream = Literal["stdout", "stderr", "info"]


class Output:
    """Takes output from any thread; ``flush`` sends it from the event loop's."""

    def __init__(self, server: LanguageServer, uri: str) -> None:
        self._server = server
        self._uri = uri
        self._lock = threading.Lock()
        self._pieces: list[tuple[Stream, str]] = []
        self.begun = False

    def add(self, stream: Stream, text: str) -> None:
        """Output of the program."""
        with self._lock:
            self.begun = True
            self._pieces.append((stream, text))

    def say(self, message: str) -> None:
        """A line of Mindport's own, between those of the program."""
        with self._lock:
            self._pieces.append(("info", f"{message}\n"))
        self.flush()

    def flush(self) -> None:
        with self._lock:
            pieces, self._pieces = self._pieces, []
        for stream, group in groupby(pieces, key=lambda piece: piece[0]):
            text = "".join(text for _, text in group)
            self._server.protocol.notify(
                RUN_OUTPUT, {"uri": self._uri, "stream": stream, "text": text}
            )
