"""GitLab's Code Quality report."""

from __future__ import annotations

import json

from mindport.report import Severity
from mindport.reports.fingerprint import fingerprints
from mindport.reports.paths import relative
from mindport.reports.results import Results

SEVERITIES: dict[Severity, str] = {
    "error": "major",
    "warning": "minor",
    "info": "info",
    "hint": "info",
}


def render(results: Results) -> str:
    """A JSON list with one issue a finding."""
    rows = [(relative(file.path, results.folder), row) for file, row in results.rows()]
    issues = [
        {
            "description": row.message,
            "check_name": row.code,
            "fingerprint": fingerprint,
            "severity": SEVERITIES[row.severity],
            "location": {
                "path": path,
                "positions": {
                    "begin": {"line": row.region.line, "column": row.region.column},
                    "end": {"line": row.region.end_line, "column": row.region.end_column},
                },
            },
        }
        for (path, row), fingerprint in zip(rows, fingerprints(rows), strict=True)
    ]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"
