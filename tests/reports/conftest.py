"""One run with everything that a report has to cope with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mindport.document import Document, Span
from mindport.report import Finding, Fix, Report, SourceUse
from mindport.reports.results import FileResult, Replacement, Results, file_result, region
from mindport.target import Target
from mindport.texts import Text

SOURCE = """import torch
x = "\N{PILE OF POO}" + str(torch.zeros(2))  # 100%, <b>:
y = torch.nn.functional.conv2d(
    x)
torch.cuda.empty_cache()
"""


def finding(
    document: Document, code: str, severity: str, symbol: str, end: str | None = None
) -> Finding:
    start = document.text.index(symbol)
    stop = document.text.index(end, start) + len(end) if end else start + len(symbol)
    span = Span(start, stop)
    safe = Fix(Text("use zeros", "改用 zeros"), "safe", ())
    return Finding(
        code=code,
        severity=severity,  # type: ignore[arg-type]
        symbol=symbol,
        equivalent="mindspore.ops.zeros" if code == "MP101" else None,
        confidence="certain",
        message=Text(f"{code}: 100% <b>sure</b>,\nreally & truly", f"{code}：百分之百"),
        span=span,
        fix=safe if code == "MP101" else None,
    )


def file(path: str, text: str = SOURCE) -> FileResult:
    document = Document(path, text)
    findings = (
        finding(document, "MP101", "error", "torch.zeros"),
        finding(document, "MP201", "warning", "torch.nn.functional.conv2d", end="x)"),
        finding(document, "MP105", "hint", "torch.cuda.empty_cache"),
    )
    uses = tuple(SourceUse(one.symbol, "mapped", one.confidence, one.span) for one in findings)
    report = Report(document, Target(), uses, findings)
    place = region(document, findings[0].span)
    fixes = [(Replacement(place, "ops.zeros"),), (), ()]
    return file_result(path, report, "en", with_uses=True, replacements=fixes)


@pytest.fixture
def results(tmp_path: Path) -> Results:
    """A clean file, a file with findings, and one outside with odd characters in its name."""
    clean = FileResult("clean.py", 0, 0, 0, ())
    names = ["pack/a.py", str(tmp_path.parent / "out side,%\N{LATIN SMALL LETTER E WITH ACUTE}.py")]
    files = (clean, *map(file, names))
    return Results("1.2.3", Target(), "en", files, folder=tmp_path)


@pytest.fixture
def nothing(results: Results) -> Results:
    return replace(results, files=results.files[:1])
