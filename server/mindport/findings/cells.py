"""What a program of cells could not be analysed for: cells that do not parse, and IPython's lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mindport.cells import Cells
from mindport.config import Config
from mindport.document import Problem, Span
from mindport.report import Finding, Report
from mindport.texts import Text

TORCH = re.compile(r"\b(?:torch|torchvision|torchaudio)\b")
INSTALL = re.compile(r"^[%!]{1,2}\s*(?:pip|conda|mamba|uv|python\d?\s+-m\s+pip|apt|apt-get)\b")


def with_unread(report: Report, cells: Cells, config: Config) -> Report:
    """``report`` on the document of ``cells`` with what was left out of that document."""
    return with_findings(report, [*_broken(cells), *_unread(cells)], config)


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


def _broken(cells: Cells) -> Iterator[Finding]:
    """The cells that do not parse."""
    for number, problem in cells.broken:
        yield problem_at(problem, cells.offset(number))


def _unread(cells: Cells) -> Iterator[Finding]:
    """Lines of IPython that name torch."""
    for item in cells.unread:
        if not TORCH.search(item.text) or INSTALL.match(item.text.strip()):
            continue
        text = Text(
            "This belongs to IPython and is not analysed, and it names torch: look at it yourself.",
            "这部分由 IPython 处理，未作分析，其中提到了 torch：请自行检查。",
        )
        offset = cells.offset(item.number)
        span = Span(offset, offset)
        yield Finding("MP905", "warning", "", None, "certain", text, span)
