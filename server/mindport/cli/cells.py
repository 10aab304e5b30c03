"""The work on one notebook: its cells are analysed and fixed as one program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mindport.analysis import analyze
from mindport.cli.diff import unified
from mindport.cli.job import Checked, Task
from mindport.cli.problems import at
from mindport.document import DecodeError, Document, Problem, Span
from mindport.notebook import Notebook, read
from mindport.report import Finding, Report
from mindport.reports.results import FileResult, file_result, in_cells
from mindport.texts import Text

if TYPE_CHECKING:
    from mindport.fixes.apply import FixResult
    from mindport.symbols.workspace import Workspace

TORCH = re.compile(r"\b(?:torch|torchvision|torchaudio)\b")
INSTALL = re.compile(r"^[%!]{1,2}\s*(?:pip|conda|mamba|uv|python\d?\s+-m\s+pip|apt|apt-get)\b")


def check_notebook(task: Task, data: bytes, workspace: Workspace) -> Checked:
    """What ``mindport.cli.job.check`` does of a Python file; ``fixed`` is for the caller to write."""
    try:
        notebook = read(task.absolute, data)
    except DecodeError as error:
        report = Report(Document(task.absolute, ""), task.config.target, (), ())
        left = _with(report, [_problem(error.problem, 0)], task)
        return Checked(file_result(task.path, left, task.config.language))
    if not (task.fix or task.diff):
        report = analyze(notebook.document, task.config, workspace)
        return Checked(_result(task, notebook, report))
    from mindport.fixes.apply import fix_document

    unsafe = task.config.unsafe_fixes
    outcome = fix_document(notebook.document, task.config, workspace, unsafe=unsafe)
    try:
        written = notebook.written(outcome.document.text)
    except ValueError as error:
        return Checked(error=at(task.path, Text(str(error), str(error))))
    if task.diff:
        report = analyze(notebook.document, task.config, workspace)
        diff = "".join(_diff(task, notebook, outcome))
        return Checked(_result(task, notebook, report), diff=diff, would_fix=outcome.fixed)
    result = _result(
        task, replace(notebook, document=outcome.document), outcome.report, outcome.fixed
    )
    return Checked(result, fixed=written)


def _result(task: Task, notebook: Notebook, report: Report, fixed: int = 0) -> FileResult:
    """The report with the findings on what was not analysed, told by cells."""
    report = _with(report, [*_broken(notebook), *_unread(notebook)], task)
    language = task.config.language
    result = file_result(task.path, report, language, fixed=fixed, with_uses=task.with_uses)
    return in_cells(result, notebook.place)


def _with(report: Report, more: list[Finding], task: Task) -> Report:
    wanted = [finding for finding in more if task.config.enabled(finding.code)]
    found = sorted([*report.findings, *wanted], key=lambda finding: finding.span.start)
    return replace(report, findings=tuple(found))


def _broken(notebook: Notebook) -> Iterator[Finding]:
    """The cells that do not parse."""
    for number, problem in notebook.broken:
        yield _problem(problem, notebook.offset(number))


def _unread(notebook: Notebook) -> Iterator[Finding]:
    """Lines of IPython that name torch."""
    for item in notebook.unread:
        if not TORCH.search(item.text) or INSTALL.match(item.text.strip()):
            continue
        text = Text(
            "This belongs to IPython and is not analysed, and it names torch: look at it yourself.",
            "这部分由 IPython 处理，未作分析，其中提到了 torch：请自行检查。",
        )
        offset = notebook.offset(item.number)
        span = Span(offset, offset)
        yield Finding("MP905", "warning", "", None, "certain", text, span)


def _problem(problem: Problem, offset: int) -> Finding:
    span = Span(offset, offset)
    return Finding(problem.code, "error", "", None, "certain", problem.message, span)


def _diff(task: Task, notebook: Notebook, outcome: FixResult) -> Iterator[str]:
    """A unified diff of each cell that changes."""
    after = replace(notebook, document=outcome.document)
    texts = notebook.restored(outcome.document.text)
    for cell in notebook.cells:
        start, first = notebook.line(cell.number, 1), after.line(cell.number, 1)
        count = texts[cell.number].count("\n") + 1
        origins = [line - start + 1 for line in outcome.line_map[first - 1 : first - 1 + count]]
        before = cell.source.replace("\r\n", "\n")
        yield from unified(f"{task.path}:cell {cell.number}", before, texts[cell.number], origins)
