"""What an action makes of a document's text; called in the worker thread."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.analysis import IGNORE
from mindport.document import Document
from mindport.fixes.apply import apply_fixes
from mindport.report import Finding


def fixed_text(document: Document, findings: Sequence[Finding]) -> str:
    """The text with the fixes of ``findings``, and nothing else changed."""
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    return apply_fixes(document, fixes, tidy=False).text


def same_kind(findings: Sequence[Finding], chosen: Finding, *, by: str) -> list[Finding]:
    """Findings of the same ``symbol`` or ``code`` that a fix like that of ``chosen`` mends.

    An unsafe fix takes the safe ones along, a safe one never an unsafe one.
    """
    assert chosen.fix is not None
    unsafe = chosen.fix.applicability == "unsafe"
    return [
        finding
        for finding in findings
        if finding.fix is not None
        and (unsafe or finding.fix.applicability == "safe")
        and getattr(finding, by) == getattr(chosen, by)
        and finding.confidence == chosen.confidence
    ]


def ignoring_text(document: Document, offset: int, code: str) -> str | None:
    """The text with ``code`` ignored on the line of ``offset``; None where no comment can stand."""
    line = document.line_of(offset)
    text = document.line_text(line)
    start = document.line_starts[line]
    if text.rstrip().endswith("\\") or _ends_in_string(document, line):
        return None
    existing = next((m for m in IGNORE.finditer(text) if m[1] == "ignore" and m[2]), None)
    if existing is not None:
        at = start + existing.end(2)
        return f"{document.text[:at]}, {code}{document.text[at:]}"
    end = start + len(text.rstrip())
    return f"{document.text[:end]}  # mindport: ignore[{code}]{document.text[end:]}"


def _ends_in_string(document: Document, line: int) -> bool:
    """Whether a string goes on behind the end of the line with index ``line``."""
    if document.tree is None:
        return True
    number = line + 1
    for statement in document.tree.body:
        if statement.lineno <= number <= (statement.end_lineno or 0):
            return any(
                isinstance(node, ast.JoinedStr | ast.Constant)
                and node.lineno <= number < (node.end_lineno or 0)
                for node in ast.walk(statement)
            )
    return False
