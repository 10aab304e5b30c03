"""Mindport's spans, findings and texts as the protocol's ranges, diagnostics and edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from lsprotocol import types

from mindport.document import Document, PositionEncoding, Span
from mindport.lsp.documents import OpenDocument, RunFailure
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


def range_of(document: Document, span: Span, encoding: PositionEncoding) -> types.Range:
    return types.Range(
        types.Position(*document.position(span.start, encoding)),
        types.Position(*document.position(span.end, encoding)),
    )


def span_of(document: Document, place: types.Range, encoding: PositionEncoding) -> Span:
    start = document.offset(place.start.line, place.start.character, encoding)
    end = document.offset(place.end.line, place.end.character, encoding)
    return Span(min(start, end), max(start, end))


def diagnostics(
    opened: OpenDocument, language: Language, encoding: PositionEncoding
) -> list[types.Diagnostic]:
    """All that is to be shown in a document."""
    findings = opened.report.findings if opened.report is not None else ()
    shown = [diagnostic(opened.document, finding, language, encoding) for finding in findings]
    if opened.problem is not None:
        shown.append(diagnostic(opened.document, opened.problem, language, encoding))
    shown += [_failure(opened, failure, language, encoding) for failure in opened.failures]
    return shown


def diagnostic(
    document: Document, finding: Finding, language: Language, encoding: PositionEncoding
) -> types.Diagnostic:
    return types.Diagnostic(
        range=range_of(document, finding.span, encoding),
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
    opened: OpenDocument, failure: RunFailure, language: Language, encoding: PositionEncoding
) -> types.Diagnostic:
    frames = [
        types.DiagnosticRelatedInformation(
            types.Location(Path(path).as_uri(), _line(line)), function
        )
        for path, line, function in failure.frames
    ]
    return types.Diagnostic(
        range=range_of(opened.document, failure.span, encoding),
        message=failure.message(language),
        severity=types.DiagnosticSeverity.Error,
        source=RUN_SOURCE,
        related_information=frames or None,
    )


def _line(line: int) -> types.Range:
    return types.Range(types.Position(line - 1, 0), types.Position(line - 1, 0))


def line_span(document: Document, line: int) -> Span:
    """The code of the line with index ``line``, without the white space around it."""
    line = min(max(line, 0), len(document.line_starts) - 1)
    text = document.line_text(line)
    start = document.line_starts[line]
    return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def workspace_edit(
    opened: OpenDocument, edits: list[types.TextEdit], document_changes: bool
) -> types.WorkspaceEdit:
    """Edits of one document, for the version that they were computed from."""
    if not document_changes:
        return types.WorkspaceEdit(changes={opened.uri: edits})
    identifier = types.OptionalVersionedTextDocumentIdentifier(opened.uri, opened.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, edits)])


def text_edits(document: Document, text: str, encoding: PositionEncoding) -> list[types.TextEdit]:
    """Edits that make ``text`` of the document: the changed parts of changed lines alone."""
    return [
        types.TextEdit(range_of(document, span, encoding), new)
        for span, new in changed_parts(document, text)
    ]


def changed_parts(document: Document, text: str) -> Iterator[tuple[Span, str]]:
    """Spans of the document, in order, and what stands in their place in ``text``."""
    old_lines, new_lines = _lines(document), _lines(Document(document.path, text))
    head = _common(old_lines, new_lines)
    tail = _common(reversed(old_lines[head:]), reversed(new_lines[head:]))
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
    head = _common(before, after)
    while head and (_cuts(before, head) or _cuts(after, head)):
        head -= 1
    tail = _common(reversed(before[head:]), reversed(after[head:]))
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


def _common(left: Iterable[str], right: Iterable[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count
