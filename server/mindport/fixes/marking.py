"""Leaves in a fixed file what only its original showed: a comment over each such statement."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from mindport.analysis import analyze
from mindport.cells import told_in
from mindport.config import Config
from mindport.document import Document, Span
from mindport.findings.todos import CONTINUED, first_lines
from mindport.fixes.apply import FixResult, fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.texts import Text, with_lines

WIDTH, SHORTEST = 96, 40
ATTEMPTS = 3  # a longer number may take a comment another line
WORDS = re.compile(r" ?(?:[!-~]+|[^!-~ ])")  # a line breaks behind a Chinese character, too


def fix_and_mark(
    document: Document, config: Config, workspace: Workspace, *, unsafe: bool
) -> FixResult:
    """``document`` fixed, with a comment ``# mindport: todo[CODE] why`` over what is in doubt and
    what the fixed text no longer shows, so that the next run, and the next reader, knows of it."""
    result = fix_document(document, config, workspace, unsafe=unsafe)
    comments = _comments(result.document, result.unseen, config)
    if not comments:
        return result
    # The comments name lines of the text that has them.
    for _ in range(ATTEMPTS):
        text = _commented(result, comments)[0].text
        told = [_renumbered(one, text, comments) for one in result.unseen]
        if (again := _comments(result.document, told, config)) == comments:
            break
        comments = again
    changed, line_map = _commented(result, comments)
    if changed.tree is None:
        return result
    report = analyze(changed, config, workspace)
    hints = _hints(result, comments, {(one.code, one.span.start) for one in report.findings})
    found = sorted((*report.findings, *hints), key=lambda finding: finding.span.start)
    report = replace(report, findings=tuple(found))
    return FixResult(changed, result.fixed, report, line_map)


def _hints(
    result: FixResult, comments: Mapping[int, Sequence[str]], shown: Collection[tuple[str, int]]
) -> Iterator[Finding]:
    """The hints of the fixed text at their places under the comments: a text without torch has none
    of its own."""
    for finding in result.report.findings:
        if finding.severity != "hint":
            continue
        line = result.document.line_of(finding.span.start)
        added = sum(len("".join(ones)) for index, ones in comments.items() if index <= line)
        span = Span(finding.span.start + added, finding.span.end + added)
        if (finding.code, span.start) not in shown:
            yield replace(finding, span=span, fix=None)


def _commented(
    result: FixResult, comments: Mapping[int, Sequence[str]]
) -> tuple[Document, tuple[int, ...]]:
    """The fixed text with comments over its lines, and the original's line for each of its lines."""
    document = result.document
    lines: list[str] = []
    line_map: list[int] = []
    for index in range(len(document.line_starts)):
        start = document.line_starts[index]
        after = document.line_starts[index + 1 : index + 2] or [len(document.text)]
        above = comments.get(index, [])
        lines += [*above, document.text[start : after[0]]]
        line_map += [result.line_map[index]] * (len(above) + 1)
    return replace(document, text="".join(lines)), tuple(line_map)


def _renumbered(finding: Finding, text: str, comments: Mapping[int, Sequence[str]]) -> Finding:
    """The finding with the lines of its message as they are in ``text``, under the comments."""

    def place(line: int) -> Text:
        above = sum(len(ones) for index, ones in comments.items() if index < line)
        return told_in(text, line + above)

    return replace(finding, message=with_lines(finding.message, place))


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
