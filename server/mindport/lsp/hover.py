"""Hovers: what is known of the torch symbol at a place, from the last report or from jedi."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport.document import Document, Span
from mindport.knowledge.store import load as load_knowledge
from mindport.lsp.analyst import Analyst
from mindport.lsp.documents import OpenDocument
from mindport.lsp.hover_text import Sources, hover_text, without_markup
from mindport.lsp.session import Session
from mindport.report import Report, SourceUse
from mindport.symbols.torch_api import TorchApi
from mindport.symbols.torch_api import load as load_torch

NAME = re.compile(r"[^\W\d]\w*")
JEDI_SECONDS = 1.5
MEMBERS = ("method", "attribute")


@dataclass(frozen=True, slots=True)
class Place:
    """A name under the cursor, and the torch symbol that it may mean."""

    span: Span
    symbol: str
    equivalent: str | None
    guess: bool


def name_at(document: Document, offset: int) -> Span | None:
    """The identifier that holds ``offset`` or ends there."""
    line = document.line_of(offset)
    start = document.line_starts[line]
    for match in NAME.finditer(document.line_text(line)):
        if start + match.start() <= offset <= start + match.end():
            return Span(start + match.start(), start + match.end())
    return None


def place_at(report: Report, api: TorchApi, name: Span) -> Place | None:
    """The use that the identifier ``name`` is a part of."""
    holding = [use for use in report.uses if use.span.contains(name)]
    for use in sorted(holding, key=lambda use: use.span.end - use.span.start):
        if _means(report.document, api, use, name):
            finding = next(
                (
                    f
                    for f in report.findings
                    if f.symbol == use.symbol and _overlap(f.span, use.span)
                ),
                None,
            )
            equivalent = finding.equivalent if finding is not None else None
            return Place(name, use.symbol, equivalent, use.confidence == "name")
    return None


def _means(document: Document, api: TorchApi, use: SourceUse, name: Span) -> bool:
    """Whether ``name`` names the symbol, and is not the value that it is a member of."""
    if name.end == use.span.end:
        return True
    text = document.text[use.span.start : use.span.end]
    owner = use.symbol.rpartition(".")[0]
    return all(map(str.isidentifier, text.split("."))) and api.kind(owner) != "class"


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


@dataclass
class Inference:
    """Asks jedi, in a thread of its own and one question at a time: it can take long.

    It is asked only about names that some class of torch has.
    """

    _worker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="mindport-jedi")
    )
    _busy: bool = False
    _members: set[str] = field(default_factory=set)

    def is_member(self, name: str, api: TorchApi) -> bool:
        """Whether a class of torch has a member called ``name``."""
        if not self._members:
            self._members = {
                name.rpartition(".")[2]
                for name, entry in api.entries.items()
                if entry.startswith(MEMBERS)
            }
        return name in self._members

    async def meaning(self, document: Document, name: Span, root: Path) -> str | None:
        """The dotted name of what stands at ``name``; None when jedi does not know it in time."""
        if self._busy:
            return None
        self._busy = True
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._worker, _infer, document, name.start, root)
        work.add_done_callback(self._done)
        done, _ = await asyncio.wait([work], timeout=JEDI_SECONDS)
        return work.result() if done and work.exception() is None else None

    def _done(self, work: asyncio.Future[Any]) -> None:
        self._busy = False


def _infer(document: Document, offset: int, root: Path) -> str | None:
    from mindport.symbols.jedi_project import infer_type, project

    line, column = document.position(offset)
    return infer_type(document.text, Path(document.path), line + 1, column, project(root))


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    inference = Inference()

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        found = session.view(params.text_document.uri)
        if found is None or not found[0].shown:
            return None
        (opened, view), encoding = found, session.client.encoding
        document = opened.document
        name = name_at(document, view.offset(params.position, encoding))
        if name is None:
            return None
        place = await find(opened, document, name)
        if place is None:
            return None
        config = opened.settings.config
        store = load_knowledge().at(config.target.mindspore)
        sources = Sources(store, load_torch(), config.target, config.language)
        text = hover_text(place.symbol, sources, place.equivalent, place.guess)
        if text is None:
            return None
        kind = types.MarkupKind.Markdown
        if not session.client.markdown:
            kind, text = types.MarkupKind.PlainText, without_markup(text)
        shown = view.range_of(place.span, encoding)
        return types.Hover(types.MarkupContent(kind, text), shown)

    async def find(opened: OpenDocument, document: Document, name: Span) -> Place | None:
        place = place_at(opened.report, load_torch(), name) if opened.report else None
        if place is not None and not place.guess:
            return place
        written = document.text[name.start : name.end]
        if place is None and (
            document.text[name.start - 1 : name.start] != "."
            or not inference.is_member(written, load_torch())
        ):
            return None
        folder = session.folder_of(opened.path)
        root = opened.path.parent if folder is None else folder.path
        meaning = await inference.meaning(document, name, root)
        if meaning is None:
            return place
        symbol = load_torch().canonical(meaning)
        if symbol is None or symbol.rpartition(".")[2] != written:
            return None
        return Place(name, symbol, place.equivalent if place is not None else None, False)
