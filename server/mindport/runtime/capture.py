"""A program's output, kept within bounds: the head, the tail, and how much lies between."""

from __future__ import annotations

import codecs
import os
import threading

from .jobs import OnOutput, Stream

HEAD = 256 * 1024
TAIL = 64 * 1024


class Capture:
    """Reads one pipe to its end in a thread; what it shows is what it keeps."""

    def __init__(self, pipe: int, stream: Stream, on_output: OnOutput | None) -> None:
        self._pipe = pipe
        self._stream: Stream = stream
        self._on_output = on_output
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._shown: list[str] = []
        self._room = HEAD
        self._tail = b""
        self._cut = 0
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def finish(self, timeout: float) -> str:
        """The text, once the pipe is at its end or ``timeout`` seconds have passed."""
        self._thread.join(timeout)
        with self._lock:
            if not self._closed:
                self._closed = True
                self._show_tail()
            return "".join(self._shown)

    def _read(self) -> None:
        with os.fdopen(self._pipe, "rb", buffering=0) as pipe:
            while True:
                try:
                    chunk = pipe.read(65536)
                except OSError:
                    chunk = b""
                if not chunk:
                    return
                with self._lock:
                    if self._closed:
                        return
                    self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        head, rest = chunk[: self._room], chunk[self._room :]
        self._room -= len(head)
        if head:
            self._show(self._decoder.decode(head))
        if rest:
            tail = self._tail + rest
            self._cut += max(0, len(tail) - TAIL)
            self._tail = tail[-TAIL:]

    def _show_tail(self) -> None:
        if not self._cut:
            self._show(self._decoder.decode(self._tail, final=True))
            return
        self._show(self._decoder.decode(b"", final=True))
        self._show(f"\n[... {self._cut:,} bytes left out ...]\n")
        self._show(self._tail.decode("utf-8", errors="replace"))

    def _show(self, text: str) -> None:
        if not text:
            return
        self._shown.append(text)
        if self._on_output is not None:
            self._on_output(self._stream, text)
