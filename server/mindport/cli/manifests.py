"""The work on one list of dependencies: requirements, pyproject.toml, a conda environment."""

from __future__ import annotations

from dataclasses import replace

from mindport.cli.diff import unified
from mindport.cli.job import Checked, Task
from mindport.document import DecodeError, Document
from mindport.findings.dependencies import CODE, dependency_report, fixed_text
from mindport.reports.results import FileResult, file_result


def check_manifest(task: Task, data: bytes) -> Checked:
    """What ``mindport.cli.job.check`` does of a Python file; no result where there is nothing to say.

    ``fixed`` is for the caller to write.
    """
    try:
        document = Document.decode(task.absolute, data)
    except DecodeError:
        return Checked(fixed=data)
    report = dependency_report(document, task.config.target)
    if not report.findings or not task.config.enabled(CODE):
        return Checked(fixed=data)
    found = file_result(task.path, report, task.config.language)
    if not (task.fix or task.diff):
        return Checked(found)
    text, count = fixed_text(document, report)
    after = replace(document, text=text)
    left: FileResult = file_result(
        task.path,
        dependency_report(after, task.config.target),
        task.config.language,
        fixed=count,
    )
    if task.diff:
        origins = range(1, len(document.line_starts) + 1)
        diff = "".join(unified(task.path, document.text, text, origins))
        return Checked(found, diff=diff, would_fix=count, left=left)
    return Checked(left, fixed=after.encode())
