"""Analyses open documents beside the event loop: one at a time, and always the newest text."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from mindport.analysis import analyze
from mindport.config import Config
from mindport.knowledge.store import load as load_knowledge
from mindport.lsp.documents import OpenDocument
from mindport.lsp.session import Session
from mindport.lsp.views import View
from mindport.report import Report
from mindport.symbols.torch_api import load as load_torch

P = ParamSpec("P")
T = TypeVar("T")
FILE_ITSELF = "MP9"
MOST_GARBAGE = 8
YOUNG = 0

log = logging.getLogger(__name__)


@dataclass
class Analyst:
    """One worker thread for all that reads the workspace's files.

    Cyclic garbage is collected between analyses, because inside one that takes as long as the
    analysis; what is young is enough, as reports are freed without it.

    ``tell`` hears of each document whose report changed. A text that is edited while it waits is
    analysed once, as it is when its turn comes.
    """

    session: Session
    tell: Callable[[OpenDocument], None]
    _worker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="mindport-analysis")
    )
    _waiting: dict[str, None] = field(default_factory=dict)
    _settling: dict[str, list[asyncio.Future[None]]] = field(default_factory=dict)
    _busy: bool = False
    _garbage: int = 0
    _foreseen: tuple[Config, Report] | None = None

    def prepare(self) -> None:
        """Load what every analysis needs, before the first document comes."""
        gc.disable()
        self._worker.submit(_load)

    def request(self, opened: OpenDocument) -> None:
        """Analyse ``opened`` as soon as the worker is free; the last one asked for comes first."""
        opened.settled = False
        self._waiting.pop(opened.uri, None)
        self._waiting[opened.uri] = None
        self._next()

    async def settled(self, opened: OpenDocument) -> None:
        """Wait until the report is that of the present text, or the document is closed."""
        while not opened.settled and self.session.documents.get(opened.uri) is opened:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._settling.setdefault(opened.uri, []).append(future)
            await future

    async def view(self, uri: str) -> tuple[OpenDocument, View] | None:
        """What is open at ``uri`` and how the editor shows it there, when it is analysed."""
        opened = self.session.document(uri)
        if opened is not None:
            await self.settled(opened)
        return self.session.view(uri)

    def closed(self, uri: str) -> None:
        """Nobody waits for a document that is closed."""
        self._waiting.pop(uri, None)
        self._wake(uri)

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``call`` in the worker thread, behind what it does at the moment."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, partial(call, *args, **kwargs))

    def foresee(self, config: Config, report: Report) -> None:
        """What the analysis of a text that is about to come will say."""
        self._foreseen = (config, report)

    def submit(self, call: Callable[[], None]) -> None:
        """``call`` in the worker thread, when it has time."""
        self._worker.submit(call)

    def stop(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        if self._busy:
            return
        if self._garbage and (not self._waiting or self._garbage >= MOST_GARBAGE):
            self._garbage = 0
            self._worker.submit(gc.collect, YOUNG)
        if not self._waiting:
            return
        uri, _ = self._waiting.popitem()
        opened = self.session.documents.get(uri)
        if opened is None:
            self._next()
            return
        if not opened.shown:
            opened.learn(None)
            opened.problem = None
            self._settle(opened)
            self._next()
            return
        if self._is_foreseen(opened):
            self._next()
            return
        self._busy = True
        self._garbage += 1
        workspace = self.session.workspace_of(opened.path)
        work = asyncio.get_running_loop().run_in_executor(
            self._worker, analyze, opened.document, opened.settings.config, workspace
        )
        work.add_done_callback(partial(self._done, opened))

    def _is_foreseen(self, opened: OpenDocument) -> bool:
        if self._foreseen is None:
            return False
        config, report = self._foreseen
        same = report.document.text == opened.document.text
        if same and config == opened.settings.config and report.document.path == str(opened.path):
            self._foreseen = None
            opened.document = report.document
            self._take(opened, report)
            return True
        return False

    def _done(self, opened: OpenDocument, work: asyncio.Future[Report]) -> None:
        self._busy = False
        if not work.cancelled() and self.session.documents.get(opened.uri) is opened:
            error = work.exception()
            if error is None:
                self._take(opened, work.result())
            else:
                log.error("The analysis of %s failed", opened.uri, exc_info=error)
                self._settle(opened)
        self._next()

    def _take(self, opened: OpenDocument, report: Report) -> None:
        """Keep ``report``; one of a text that was edited meanwhile is superseded."""
        if opened.uri in self._waiting:
            return
        broken = next((f for f in report.findings if f.code.startswith(FILE_ITSELF)), None)
        opened.problem = broken
        outdated = None
        if report.document.tree is not None and broken is None:
            outdated = opened.learn(opened.completed(report))
        self._settle(opened)
        del outdated  # freeing a large tree takes milliseconds, and the client has its answer now

    def _settle(self, opened: OpenDocument) -> None:
        opened.settled = True
        opened.serial += 1
        self.tell(opened)
        self._wake(opened.uri)

    def _wake(self, uri: str) -> None:
        for future in self._settling.pop(uri, ()):
            if not future.done():
                future.set_result(None)


def _load() -> None:
    load_knowledge()
    load_torch()
    gc.collect()
    gc.freeze()
