"""Mindport's spans, findings and texts as the protocol's ranges, diagnostics and edits."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from lsprotocol import types

from mindport.document import Document, PositionEncoding, Span
from mindport.lsp.documents import OpenDocument, RunFailure
from mindport.lsp.moving import common_length
from mindport.lsp.views import View, range_in
from mindport.report import Finding, Severity
from mindport.rules import page_path
from mindport.texts import Language

SOURCE = "mindport"
RUN_SOURCE = "mindport run"
UNNECESSARY = ("MP105", "MP108")
SEVERITIES: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


def diagnostics(
    opened: OpenDocument, view: View, language: Language, encoding: PositionEncoding
) -> list[types.Diagnostic]:
    """All that is to be shown in one view of a document."""
    findings = opened.report.findings if opened.report is not None else ()
    if opened.problem is not None:
        findings = (*findings, opened.problem)
    shown = [diagnostic(view, f, language, encoding) for f in findings if view.shows(f.span)]
    shown += [
        _failure(opened, view, failure, language, encoding)
        for failure in opened.failures
        if view.shows(failure.span)
    ]
    return shown


def diagnostic(
    view: View, finding: Finding, language: Language, encoding: PositionEncoding
) -> types.Diagnostic:
    return types.Diagnostic(
        range=view.range_of(finding.span, encoding),
        message=finding.message(language),
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(page_path(finding.code, language).as_uri()),
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.code in UNNECESSARY else None,
        data={
            "symbol": finding.symbol,
            "equivalent": finding.equivalent,
            "fix": finding.fix.applicability if finding.fix is not None else "none",
        },
    )


def _failure(
    opened: OpenDocument,
    view: View,
    failure: RunFailure,
    language: Language,
    encoding: PositionEncoding,
) -> types.Diagnostic:
    frames = [
        types.DiagnosticRelatedInformation(_location(opened, Path(path), line - 1), function)
        for path, line, function in failure.frames
    ]
    return types.Diagnostic(
        range=view.range_of(failure.span, encoding),
        message=failure.message(language),
        severity=types.DiagnosticSeverity.Error,
        source=RUN_SOURCE,
        related_information=frames or None,
    )


def _location(opened: OpenDocument, path: Path, line: int) -> types.Location:
    """The beginning of the line with index ``line`` of a file, or of the document's own text."""
    if path == opened.path:
        starts = opened.document.line_starts
        span = Span(starts[min(line, len(starts) - 1)], starts[min(line, len(starts) - 1)])
        for view in opened.views:
            if view.shows(span):
                return types.Location(view.uri, view.range_of(span, "utf-16"))
    place = types.Position(line, 0)
    return types.Location(path.as_uri(), types.Range(place, place))


def line_span(document: Document, line: int) -> Span:
    """The code of the line with index ``line``, without the white space around it."""
    line = min(max(line, 0), len(document.line_starts) - 1)
    text = document.line_text(line)
    start = document.line_starts[line]
    return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def workspace_edit(
    opened: OpenDocument, text: str, encoding: PositionEncoding, document_changes: bool
) -> types.WorkspaceEdit:
    """Edits that make ``text`` of a document, for the versions that they were computed from.

    Raises:
        ValueError: the text of a notebook no longer shows where a cell begins.
    """
    edits = [(view, text_edits(view.text, new, encoding)) for view, new in opened.parts(text)]
    if not document_changes:
        return types.WorkspaceEdit(changes={view.uri: made for view, made in edits})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(view.uri, view.version), made
            )
            for view, made in edits
        ]
    )


def text_edits(document: Document, text: str, encoding: PositionEncoding) -> list[types.TextEdit]:
    """Edits that make ``text`` of the document: the changed parts of changed lines alone."""
    return [
        types.TextEdit(range_in(document, span, encoding), new)
        for span, new in changed_parts(document, text)
    ]


def changed_parts(document: Document, text: str) -> Iterator[tuple[Span, str]]:
    """Spans of the document, in order, and what stands in their place in ``text``."""
    old_lines, new_lines = _lines(document), _lines(Document(document.path, text))
    head = common_length(old_lines, new_lines)
    tail = common_length(reversed(old_lines[head:]), reversed(new_lines[head:]))
    old = old_lines[head : len(old_lines) - tail]
    new = new_lines[head : len(new_lines) - tail]
    starts = document.line_starts
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if i2 - i1 == j2 - j1:
            for offset, (before, after) in enumerate(zip(old[i1:i2], new[j1:j2], strict=True)):
                yield from _trimmed(starts[head + i1 + offset], before, after)
        else:
            start = starts[head + i1] if head + i1 < len(starts) else len(document.text)
            yield from _trimmed(start, "".join(old[i1:i2]), "".join(new[j1:j2]))


def _trimmed(start: int, before: str, after: str) -> Iterator[tuple[Span, str]]:
    """The part in which the texts differ, whole words and whole line endings."""
    if before == after:
        return
    head = common_length(before, after)
    while head and (_cuts(before, head) or _cuts(after, head)):
        head -= 1
    tail = common_length(reversed(before[head:]), reversed(after[head:]))
    while tail and (_cuts(before, len(before) - tail) or _cuts(after, len(after) - tail)):
        tail -= 1
    yield Span(start + head, start + len(before) - tail), after[head : len(after) - tail]


def _cuts(text: str, at: int) -> bool:
    """Whether ``at`` lies inside a word or a line ending."""
    left, right = text[at - 1 : at], text[at : at + 1]
    return (left == "\r" and right == "\n") or (_is_word(left) and _is_word(right))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _lines(document: Document) -> list[str]:
    starts = [*document.line_starts, len(document.text)]
    return [document.text[a:b] for a, b in pairwise(starts)]
