"""What every report is made of: plain, picklable results with lines and columns from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Literal

from mindport.document import Document, Span
from mindport.report import Confidence, Finding, Report, Severity, Status
from mindport.target import Target
from mindport.texts import Language

FixKind = Literal["safe", "unsafe", "none"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "hint")
STATUSES: tuple[Status, ...] = (
    "mapped",
    "conditional",
    "manual",
    "unsupported",
    "dropped",
    "unknown",
)


@dataclass(frozen=True, slots=True)
class Region:
    """A range of a file: lines and columns from 1, columns in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """One edit of a fix, ready to be applied as it stands."""

    region: Region
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One finding, its texts in the language of the report."""

    code: str
    severity: Severity
    symbol: str
    equivalent: str | None
    confidence: Confidence
    message: str
    fix: FixKind
    region: Region
    source: str
    """The text of the line that the finding begins on."""
    fix_title: str = ""
    replacements: tuple[Replacement, ...] = ()
    cell: int | None = None
    """The cell of a notebook (from 1, all cells counted) that the region stands in."""


@dataclass(frozen=True, slots=True)
class UseRow:
    """One reference to a torch symbol."""

    symbol: str
    status: Status
    confidence: Confidence
    line: int
    column: int
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class FileResult:
    """One file: what was fixed in it and what is left."""

    path: str
    references: int
    classified: int
    fixed: int
    findings: tuple[Row, ...]
    uses: tuple[UseRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """One whole run."""

    version: str
    target: Target
    language: Language
    files: tuple[FileResult, ...]
    folder: PurePath
    """What relative paths of files are relative to; absolute."""
    references: bool = False
    statistics: bool = False
    unsafe_fixes: bool = False

    def rows(self) -> Iterable[tuple[FileResult, Row]]:
        """Every finding with its file, in the order of the files."""
        return ((file, row) for file in self.files for row in file.findings)

    @property
    def severities(self) -> Mapping[Severity, int]:
        """How many findings there are of each severity, the gravest first."""
        counts = Counter(row.severity for _, row in self.rows())
        return {severity: counts[severity] for severity in SEVERITIES}

    @property
    def statuses(self) -> Mapping[Status, int]:
        """How many references have each status."""
        counts = Counter(use.status for file in self.files for use in file.uses)
        return {status: counts[status] for status in STATUSES}

    @property
    def fixable(self) -> Mapping[FixKind, int]:
        """How many findings carry each kind of fix."""
        counts = Counter(row.fix for _, row in self.rows())
        return {"safe": counts["safe"], "unsafe": counts["unsafe"], "none": counts["none"]}

    @property
    def fixed(self) -> int:
        """How many findings were fixed in this run."""
        return sum(file.fixed for file in self.files)

    @property
    def left_to_do(self) -> bool:
        """Whether errors or warnings remain; infos and hints alone leave nothing to do."""
        return any(row.severity in ("error", "warning") for _, row in self.rows())


def file_result(
    path: str,
    report: Report,
    language: Language,
    *,
    fixed: int = 0,
    with_uses: bool = False,
    replacements: Sequence[tuple[Replacement, ...]] = (),
) -> FileResult:
    """``report`` as a result under the name ``path``.

    ``replacements`` holds the edits of each finding's fix, in the order of the findings; it may
    be left out where no report shows them.
    """
    document = report.document
    edits = replacements or [()] * len(report.findings)
    return FileResult(
        path=path,
        references=len(report.uses),
        classified=report.classified,
        fixed=fixed,
        findings=tuple(
            _row(document, finding, language, found)
            for finding, found in zip(report.findings, edits, strict=True)
        ),
        uses=tuple(
            UseRow(use.symbol, use.status, use.confidence, *_place(document, use.span.start))
            for use in report.uses
        )
        if with_uses
        else (),
    )


def in_cells(result: FileResult, place: Callable[[int], tuple[int, int]]) -> FileResult:
    """The result of a notebook's document with the places in its cells.

    ``place`` gives the cell and the line in it for a line of the document.
    """
    findings = []
    for row in result.findings:
        cell, line = place(row.region.line)
        last, end = place(row.region.end_line)
        here = replace(row.region, line=line, end_line=end if last == cell else line)
        findings.append(replace(row, region=here, cell=cell, replacements=()))
    uses = []
    for use in result.uses:
        cell, line = place(use.line)
        uses.append(replace(use, line=line, cell=cell))
    return replace(result, findings=tuple(findings), uses=tuple(uses))


def without_cells(results: Results) -> Results:
    """For formats that know lines of files only: a notebook's findings tell their cell."""
    files = tuple(
        replace(file, findings=tuple(map(_with_place, file.findings))) for file in results.files
    )
    return replace(results, files=files)


def _with_place(row: Row) -> Row:
    if row.cell is None:
        return row
    place = f"cell {row.cell}, line {row.region.line}"
    return replace(row, region=Region(1, 1, 1, 1), message=f"{place}: {row.message}")


def region(document: Document, span: Span) -> Region:
    """Where ``span`` stands in ``document``."""
    return Region(*_place(document, span.start), *_place(document, span.end))


def _row(
    document: Document, finding: Finding, language: Language, replacements: tuple[Replacement, ...]
) -> Row:
    place = region(document, finding.span)
    return Row(
        code=finding.code,
        severity=finding.severity,
        symbol=finding.symbol,
        equivalent=finding.equivalent,
        confidence=finding.confidence,
        message=finding.message(language),
        fix=finding.fix.applicability if finding.fix else "none",
        region=place,
        source=document.line_text(place.line - 1),
        fix_title=finding.fix.title(language) if finding.fix else "",
        replacements=replacements,
    )


def _place(document: Document, offset: int) -> tuple[int, int]:
    line, column = document.position(offset)
    return line + 1, column + 1
