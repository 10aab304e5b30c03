"""The JSON report: the contract that other programs read."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mindport.reports.results import FileResult, Results, Row


def render(results: Results) -> str:
    """``results`` as one JSON object, ending in a line feed."""
    return json.dumps(as_object(results), ensure_ascii=False, indent=2) + "\n"


def as_object(results: Results) -> dict[str, Any]:
    """``results`` as the object that ``render`` writes."""
    target = results.target
    return {
        "version": results.version,
        "target": {
            "mindspore": target.mindspore,
            "devices": list(target.devices),
            "mode": target.mode,
        },
        "files": [_file(file, results.references) for file in results.files],
        "summary": _summary(results),
    }


def _file(file: FileResult, references: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "path": file.path,
        "references": file.references,
        "classified": file.classified,
        "fixed": file.fixed,
        "findings": [_finding(row) for row in file.findings],
    }
    if references:
        found["uses"] = [
            {
                "symbol": use.symbol,
                "status": use.status,
                "confidence": use.confidence,
                **({} if use.cell is None else {"cell": use.cell}),
                "line": use.line,
                "column": use.column,
            }
            for use in file.uses
        ]
    return found


def _finding(row: Row) -> dict[str, Any]:
    return {
        "code": row.code,
        "severity": row.severity,
        "symbol": row.symbol,
        "equivalent": row.equivalent,
        "confidence": row.confidence,
        "message": row.message,
        "fix": row.fix,
        **({} if row.cell is None else {"cell": row.cell}),
        "line": row.region.line,
        "column": row.region.column,
        "end_line": row.region.end_line,
        "end_column": row.region.end_column,
    }


def _summary(results: Results) -> dict[str, Any]:
    severities = {str(name): count for name, count in results.severities.items()}
    summary: dict[str, Any] = {
        "files": len(results.files),
        "references": sum(file.references for file in results.files),
        "classified": sum(file.classified for file in results.files),
        "fixed": results.fixed,
        "findings": sum(severities.values()),
        **severities,
        "fixable": dict(results.fixable),
    }
    if results.references:
        summary["statuses"] = dict(results.statuses)
    if results.statistics:
        codes = Counter(row.code for _, row in results.rows())
        summary["codes"] = dict(sorted(codes.items()))
    return summary
