"""Leaves in a fixed file what only its original showed: a comment over each such statement."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.findings.todos import CONTINUED, first_lines
from mindport.fixes.apply import FixResult, fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace

WIDTH, SHORTEST = 96, 40
WORDS = re.compile(r" ?(?:[!-~]+|[^!-~ ])")  # a line breaks behind a Chinese character, too


def fix_and_mark(
    document: Document, config: Config, workspace: Workspace, *, unsafe: bool
) -> FixResult:
    """``document`` fixed, with a comment ``# mindport: todo[CODE] why`` over what is in doubt and
    what the fixed text no longer shows, so that the next run, and the next reader, knows of it."""
    result = fix_document(document, config, workspace, unsafe=unsafe)
    document = result.document
    comments = _comments(document, result.unseen, config)
    if not comments:
        return result
    lines: list[str] = []
    line_map: list[int] = []
    for index in range(len(document.line_starts)):
        start = document.line_starts[index]
        after = document.line_starts[index + 1 : index + 2] or [len(document.text)]
        above = comments.get(index, [])
        lines += [*above, document.text[start : after[0]]]
        line_map += [result.line_map[index]] * (len(above) + 1)
    changed = replace(document, text="".join(lines))
    if changed.tree is None:
        return result
    report = analyze(changed, config, workspace)
    return FixResult(changed, result.fixed, report, tuple(line_map))


def _comments(
    document: Document, findings: Sequence[Finding], config: Config
) -> dict[int, list[str]]:
    """The comment lines, by the line (from 0) that they stand over."""
    found: dict[int, dict[str, None]] = {}
    firsts = first_lines(document) if findings else []
    for finding in findings:
        line = firsts[document.line_of(finding.span.start)]
        text = document.line_text(line)
        indent = text[: len(text) - len(text.lstrip())]
        for comment in _wrapped(finding, indent, document, config):
            found.setdefault(line, {}).setdefault(comment + document.newline)
    return {line: list(comments) for line, comments in found.items()}


def _wrapped(finding: Finding, indent: str, document: Document, config: Config) -> Iterator[str]:
    unicode = codecs.lookup(document.encoding).name in ("utf-8", "utf-8-sig")
    chinese = config.language == "zh" and unicode
    said = " ".join(finding.message("zh" if chinese else "en").split())
    said = said if unicode else said.encode("ascii", "replace").decode()
    width = max(WIDTH, len(indent) + SHORTEST)
    lead = f"{indent}# mindport: todo[{finding.code}]"
    line = lead
    for word in WORDS.findall(said):
        if line != lead and _width(line + word.rstrip()) > width:
            yield line.rstrip()
            line, word = f"{indent}{CONTINUED}", word.lstrip()
        line += f" {word}" if line == lead else word
    yield line.rstrip()


def _width(line: str) -> int:
    """Columns of a line: a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in line)
