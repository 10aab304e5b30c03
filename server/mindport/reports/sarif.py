"""SARIF 2.1.0, the OASIS standard that code scanning services read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mindport.report import Severity
from mindport.reports.fingerprint import fingerprints
from mindport.reports.paths import relative, uri
from mindport.reports.results import FileResult, Region, Results, Row
from mindport.rules import RULES, page
from mindport.texts import Language

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
BASE = "%SRCROOT%"
LEVELS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "note",
    "hint": "note",
}


def render(results: Results) -> str:
    """``results`` as one SARIF log with one run."""
    codes = sorted({row.code for _, row in results.rows()})
    rows = [(relative(file.path, results.folder), row) for file, row in results.rows()]
    names = fingerprints(rows)
    run = {
        "tool": {
            "driver": {
                "name": "mindport",
                "version": results.version,
                "semanticVersion": results.version,
                "language": "zh-CN" if results.language == "zh" else "en",
                "rules": [_rule(code, results.language) for code in codes],
            }
        },
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {BASE: {"uri": results.folder.as_uri() + "/"}},
        "artifacts": [{"location": _location(file, results)} for file in results.files],
        "results": [
            _result(file, row, name, codes, results)
            for (file, row), name in zip(results.rows(), names, strict=True)
        ],
        "properties": {
            "target": {
                "mindspore": results.target.mindspore,
                "devices": list(results.target.devices),
                "mode": results.target.mode,
            }
        },
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: str, language: Language) -> Mapping[str, Any]:
    rule = RULES.get(code)
    if rule is None:
        return {"id": code}
    summary = rule.summary(language)
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": summary},
        "help": {"text": summary, "markdown": page(code, language)},
    }


def _result(
    file: FileResult, row: Row, fingerprint: str, codes: Sequence[str], results: Results
) -> Mapping[str, Any]:
    location = _location(file, results)
    place = {
        "artifactLocation": location,
        "region": _region(row.region),
        "contextRegion": {"startLine": row.region.line, "snippet": {"text": row.source}},
    }
    result: dict[str, Any] = {
        "ruleId": row.code,
        "ruleIndex": codes.index(row.code),
        "level": LEVELS[row.severity],
        "message": {"text": row.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"mindport/v1": fingerprint},
        "properties": {
            "symbol": row.symbol,
            "equivalent": row.equivalent,
            "confidence": row.confidence,
            "fix": row.fix,
        },
    }
    if row.replacements:
        replacements = [
            {
                "deletedRegion": _region(replacement.region),
                "insertedContent": {"text": replacement.text},
            }
            for replacement in row.replacements
        ]
        change = {"artifactLocation": location, "replacements": replacements}
        result["fixes"] = [{"description": {"text": row.fix_title}, "artifactChanges": [change]}]
    return result


def _location(file: FileResult, results: Results) -> Mapping[str, Any]:
    address, inside = uri(file.path, results.folder)
    return {"uri": address, "uriBaseId": BASE} if inside else {"uri": address}


def _region(region: Region) -> Mapping[str, int]:
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }
