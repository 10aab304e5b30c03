"""GitHub Actions' workflow commands: findings become annotations of the pull request."""

from __future__ import annotations

from mindport.report import Severity
from mindport.reports.paths import relative
from mindport.reports.results import Results

COMMANDS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "notice",
    "hint": "notice",
}


def render(results: Results) -> str:
    """One workflow command a finding."""
    lines = []
    for file, row in results.rows():
        place = row.region
        properties: dict[str, object] = {
            "title": f"Mindport ({row.code})",
            "file": relative(file.path, results.folder),
            "line": place.line,
            "endLine": place.end_line,
        }
        if place.line == place.end_line:
            # GitHub refuses columns on annotations that run over several lines.
            properties |= {"col": place.column, "endColumn": place.end_column}
        listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
        lines.append(f"::{COMMANDS[row.severity]} {listed}::{_data(row.message)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
