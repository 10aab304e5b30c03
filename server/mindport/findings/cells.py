"""What a program of cells could not be analysed for: cells that do not parse, and IPython's lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mindport.cells import Cells
from mindport.config import Config
from mindport.document import Document, Problem, Span
from mindport.findings.dependencies import dependency_report
from mindport.report import Finding, Report
from mindport.target import Target
from mindport.texts import Text, with_lines

TORCH = re.compile(r"\b(?:torch|torchvision|torchaudio)\b")
INSTALL = re.compile(
    r"^[%!]{1,2}\s*(?:pip\d?|conda|mamba|uv|\S*python\d?\s+-m\s+pip|\{sys.executable\}\s+-m\s+pip|apt|apt-get)\b"
)


def with_unread(report: Report, cells: Cells, config: Config) -> Report:
    """``report`` on the document of ``cells`` with what was left out of that document.

    The lines that its messages name are those of cells.
    """
    report = replace(report, findings=tuple(_by_cell(found, cells) for found in report.findings))
    return with_findings(report, [*_broken(cells), *_unread(cells, report.target)], config)


def with_findings(report: Report, more: list[Finding], config: Config) -> Report:
    """``report`` with those of ``more`` that ``config`` wants told."""
    wanted = [finding for finding in more if config.enabled(finding.code)]
    if not wanted:
        return report
    found = sorted([*report.findings, *wanted], key=lambda finding: finding.span.start)
    return replace(report, findings=tuple(found))


def problem_at(problem: Problem, offset: int) -> Finding:
    """A problem of a file or a cell as a finding."""
    span = Span(offset, offset)
    return Finding(problem.code, "error", "", None, "certain", problem.message, span)


def _installed(text: str, target: Target) -> Iterator[Finding]:
    """What a line that installs packages asks for, as a list of dependencies."""
    words = text.partition("install")[2].split()
    names = "\n".join(word.strip("\"'") for word in words)
    yield from dependency_report(Document("requirements.txt", names), target).findings


def _broken(cells: Cells) -> Iterator[Finding]:
    """The cells that do not parse."""
    for number, problem in cells.broken:
        yield problem_at(problem, cells.offset(number))


def _by_cell(finding: Finding, cells: Cells) -> Finding:
    """The finding with ``cell 2, line 3`` for a line of the document that its message names."""
    told = with_lines(finding.message, cells.told)
    return finding if told == finding.message else replace(finding, message=told)


def _unread(cells: Cells, target: Target) -> Iterator[Finding]:
    """Lines of IPython that name torch, and packages that they install."""
    for item in cells.unread:
        if INSTALL.match(item.text.strip()):
            offset = cells.offset(item.number)
            for found in _installed(item.text, target):
                yield replace(found, span=Span(offset, offset), fix=None)
            continue
        if not TORCH.search(item.text):
            continue
        text = Text(
            "This belongs to IPython and is not analysed, and it names torch: look at it yourself.",
            "这部分由 IPython 处理，未作分析，其中提到了 torch：请自行检查。",
        )
        offset = cells.offset(item.number)
        span = Span(offset, offset)
        yield Finding("MP905", "warning", "", None, "certain", text, span)
