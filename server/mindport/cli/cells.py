"""The work on one notebook: its cells are analysed and fixed as one program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mindport.analysis import analyze
from mindport.cells import Cells
from mindport.cli.diff import unified
from mindport.cli.job import Checked, Task
from mindport.cli.problems import at
from mindport.document import DecodeError, Document
from mindport.findings.cells import problem_at, with_findings, with_unread
from mindport.notebook import read
from mindport.report import Report
from mindport.reports.results import FileResult, file_result, in_cells
from mindport.texts import Text

if TYPE_CHECKING:
    from mindport.fixes.apply import FixResult
    from mindport.symbols.workspace import Workspace


def check_notebook(task: Task, data: bytes, workspace: Workspace) -> Checked:
    """What ``mindport.cli.job.check`` does of a Python file; ``fixed`` is for the caller to write."""
    try:
        notebook = read(task.absolute, data)
    except DecodeError as error:
        report = Report(Document(task.absolute, ""), task.config.target, (), ())
        left = with_findings(report, [problem_at(error.problem, 0)], task.config)
        return Checked(file_result(task.path, left, task.config.language))
    cells = notebook.cells
    if not (task.fix or task.diff):
        report = analyze(cells.document, task.config, workspace)
        return Checked(_result(task, cells, report))
    from mindport.fixes.marking import fix_and_mark

    unsafe = task.config.unsafe_fixes
    outcome = fix_and_mark(cells.document, task.config, workspace, unsafe=unsafe)
    try:
        written = notebook.written(outcome.document.text)
    except ValueError as error:
        return Checked(error=at(task.path, Text(str(error), str(error))))
    after = replace(cells, document=outcome.document)
    if task.diff:
        found = _result(task, cells, analyze(cells.document, task.config, workspace))
        rest = _result(task, after, outcome.report)
        diff = "".join(_diff(task, cells, outcome))
        return Checked(found, diff=diff, would_fix=outcome.fixed, left=rest)
    return Checked(_result(task, after, outcome.report, outcome.fixed), fixed=written)


def _result(task: Task, cells: Cells, report: Report, fixed: int = 0) -> FileResult:
    """The report with the findings on what was not analysed, told by cells."""
    report = with_unread(report, cells, task.config)
    language = task.config.language
    result = file_result(task.path, report, language, fixed=fixed, with_uses=task.with_uses)
    return in_cells(result, cells.place)


def _diff(task: Task, cells: Cells, outcome: FixResult) -> Iterator[str]:
    """A unified diff of each cell that changes."""
    after = replace(cells, document=outcome.document)
    texts = cells.restored(outcome.document.text)
    for number, source in cells.sources.items():
        start, first = cells.line(number, 1), after.line(number, 1)
        count = texts[number].count("\n") + 1
        origins = [line - start + 1 for line in outcome.line_map[first - 1 : first - 1 + count]]
        before = source.replace("\r\n", "\n")
        yield from unified(f"{task.path}:cell {number}", before, texts[number], origins)
