"""A report carried over an edit: until the new text is analysed, findings move with their lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mindport.document import Document, Span
from mindport.report import Report


@dataclass(frozen=True, slots=True)
class Change:
    """``length`` new characters stand for the old text's characters from ``start`` to ``end``.

    ``touched`` is the range of the old text whose lines are no longer what they were.
    """

    start: int
    end: int
    length: int
    touched: Span

    @property
    def shift(self) -> int:
        return self.length - (self.end - self.start)


def change_of(document: Document, start: int, end: int, text: str) -> Change:
    """The change of ``document`` that puts ``text`` where ``start`` to ``end`` was."""
    first, last = document.line_of(start), document.line_of(end)
    starts = document.line_starts
    if starts[first] == start and starts[last] == end and text[-1:] in ("", "\n", "\r"):
        return Change(start, end, len(text), Span(start, end))
    line_end = starts[last + 1] if last + 1 < len(starts) else len(document.text) + 1
    return Change(start, end, len(text), Span(starts[first], line_end))


def moved(report: Report, change: Change, document: Document) -> Report:
    """``report`` as it reads in ``document``, which ``change`` made of the report's own text.

    What stands on an edited line is gone, and so are all fixes: they are for the old text.
    """
    uses = tuple(
        use if span == use.span else replace(use, span=span)
        for use in report.uses
        if (span := forward(use.span, change)) is not None
    )
    findings = tuple(
        replace(finding, span=span, fix=None)
        for finding in report.findings
        if (span := forward(finding.span, change)) is not None
    )
    return Report(document, report.target, uses, findings)


def forward(span: Span, change: Change) -> Span | None:
    """Where ``span`` is after ``change``; None where a line that it stands on was edited."""
    if span.end < change.touched.start or span.start < span.end == change.touched.start:
        return span
    if span.start >= change.touched.end:
        return Span(span.start + change.shift, span.end + change.shift)
    return None


def common_length(left: Iterable[str], right: Iterable[str]) -> int:
    """How many items both begin with."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count
