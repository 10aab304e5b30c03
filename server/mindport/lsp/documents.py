"""Open documents: their text kept in step with the editor, and what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.uris import to_fs_path

from mindport.document import Document, PositionEncoding, Span
from mindport.lsp.moving import Change, change_of, forward, moved
from mindport.lsp.settings import FileSettings
from mindport.lsp.views import View
from mindport.report import Finding, Report
from mindport.texts import Text


@dataclass(frozen=True, slots=True)
class RunFailure:
    """Where a run on MindSpore failed, in the text as it is now."""

    span: Span
    message: Text
    frames: tuple[tuple[str, int, str], ...] = ()


@dataclass
class OpenDocument:
    """One document that the editor has open.

    Attributes:
        problem: why the present text cannot be analysed.
        settled: whether the report and ``problem`` are those of the present text and settings.
        serial: grows whenever what there is to show changes.
        trails: lists that gather the edits made from some moment on.
    """

    uri: str
    path: Path
    version: int
    document: Document
    settings: FileSettings
    problem: Finding | None = None
    settled: bool = False
    serial: int = 0
    failures: tuple[RunFailure, ...] = ()
    trails: list[list[Change]] = field(default_factory=list)
    _report: Report | None = None
    _moves: list[Change] = field(default_factory=list)

    @property
    def report(self) -> Report | None:
        """What the last analysis of a text that parses found, moved to the present text."""
        if self._report is not None:
            for change in self._moves:
                self._report = moved(self._report, change, self.document)
        self._moves.clear()
        return self._report

    def learn(self, report: Report | None) -> Report | None:
        """Take the report of the present text; gives the one before."""
        outdated, self._report = self._report, report
        self._moves.clear()
        return outdated

    @property
    def views(self) -> Sequence[View]:
        """What the editor shows of it."""
        return (View(self.uri, self.version, self.document, self.document),)

    def parts(self, text: str) -> Sequence[tuple[View, str]]:
        """What ``text``, a changed text of the document, says in each view."""
        return [(view, text) for view in self.views]

    def completed(self, report: Report) -> Report:
        """The report of an analysis with what it was not given to analyse."""
        return report

    @property
    def shown(self) -> bool:
        """Whether the settings want anything said of it."""
        return self.settings.settings.enable and not self.settings.excluded

    def edit(
        self,
        version: int,
        changes: Sequence[types.TextDocumentContentChangeEvent],
        encoding: PositionEncoding,
    ) -> None:
        """Apply the changes of one notification, in their order."""
        for event in changes:
            self.replace(*edit_of(self.document, event, encoding))
        self.version = version
        self.settled = False

    def replace(self, start: int, end: int, text: str) -> None:
        """Put ``text`` where ``start`` to ``end`` was."""
        old = self.document
        change = change_of(old, start, end, text)
        self.document = old.edited(start, end, text)
        for trail in self.trails:
            trail.append(change)
        self.failures = tuple(
            RunFailure(span, failure.message, failure.frames)
            for failure in self.failures
            if (span := forward(failure.span, change)) is not None
        )
        self._moves.append(change)


def edit_of(
    document: Document, event: types.TextDocumentContentChangeEvent, encoding: PositionEncoding
) -> tuple[int, int, str]:
    """Where a change of ``document`` starts and ends, and what it puts there."""
    if not isinstance(event, types.TextDocumentContentChangePartial):
        return 0, len(document.text), event.text
    first, last = event.range.start, event.range.end
    start = document.offset(first.line, first.character, encoding)
    end = document.offset(last.line, last.character, encoding)
    return start, max(start, end), event.text


def path_of(uri: str, folder: Path | None) -> Path:
    """The path of a document; one that has none is taken to lie in ``folder``."""
    path = to_fs_path(uri)
    if path:
        return Path(path)
    name = unquote(urlparse(uri).path).replace("\\", "/").rpartition("/")[2] or "untitled"
    return (folder or Path.cwd()) / name
