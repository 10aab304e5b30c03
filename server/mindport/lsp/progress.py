"""Progress of one run in the client's own display, with its cancel button."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer


class Progress:
    """``token`` is the client's, when it gave one; otherwise it is asked for a display.

    ``cancelled`` is called when the user presses the button.
    """

    def __init__(
        self,
        server: LanguageServer,
        token: types.ProgressToken | None,
        cancelled: Callable[[], None],
    ) -> None:
        self._display = server.work_done_progress
        self._token = token
        self._cancelled = cancelled
        self._begun = False
        self._message = ""

    async def begin(self, title: str, message: str, *, ask: bool) -> None:
        """Show ``title``; ``ask``: whether the client can be asked for a display."""
        if self._token is None:
            if not ask:
                return
            self._token = str(uuid.uuid4())
            try:
                await self._display.create_async(self._token)
            except Exception:  # a client that refuses gets no progress
                return
        value = types.WorkDoneProgressBegin(title, cancellable=True, message=message)
        self._display.begin(self._token, value)
        self._begun = True
        self._display.tokens[self._token].add_done_callback(self._stopped)

    def report(self, message: str) -> None:
        if self._begun and self._token is not None and message != self._message:
            self._message = message
            self._display.report(
                self._token, types.WorkDoneProgressReport(cancellable=True, message=message)
            )

    def end(self) -> None:
        if self._token is None:
            return
        if self._begun:
            self._display.end(self._token, types.WorkDoneProgressEnd())
        self._display.tokens.pop(self._token, None)

    def _stopped(self, future: Future[Any]) -> None:
        if future.cancelled():
            self._cancelled()
