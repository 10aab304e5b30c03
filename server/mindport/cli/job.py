"""The work on one file, as a worker process does it: read, analyse, fix, write."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mindport.cli.problems import at, why
from mindport.config import Config
from mindport.document import DecodeError, Document
from mindport.findings.dependencies import kind_of
from mindport.notebook import SUFFIX
from mindport.report import Report
from mindport.reports.results import FileResult, Replacement, file_result
from mindport.texts import Text

if TYPE_CHECKING:
    from mindport.symbols.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Task:
    """One file to work on. ``data`` holds its bytes where they do not come from the disk."""

    path: str
    absolute: str
    config: Config
    roots: tuple[str, ...]
    fix: bool = False
    diff: bool = False
    with_uses: bool = False
    with_replacements: bool = False
    data: bytes | None = None
    together: frozenset[str] = frozenset()
    """The absolute paths of all files that are fixed in this run."""
    destination: str | None = None
    """Where the fixed file goes instead of back to ``absolute``."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a task: a result, or the reason why there is none.

    ``before`` and ``fixed`` hold the bytes before and after fixing where nothing was written yet;
    beside a ``diff``, ``left`` is what would be left once it is applied.
    """

    result: FileResult | None = None
    error: Text | None = None
    diff: str = ""
    would_fix: int = 0
    left: FileResult | None = None
    before: bytes = b""
    fixed: bytes | None = None


def moving(tasks: Iterable[Task]) -> frozenset[str]:
    """The files that, fixed together, will each import what they need themselves."""
    return frozenset(
        os.path.normpath(task.absolute) for task in tasks if task.config.enabled("MP111")
    )


def check(task: Task) -> Checked:
    """Do ``task``; whatever goes wrong with its file is its result."""
    try:
        return _check(task)
    except OSError as error:
        return Checked(error=at(task.path, why(error)))
    except ValueError as error:
        if "null byte" in str(error) or "null character" in str(error):
            return Checked(error=at(task.path, Text("this is not a path", "不是有效的路径")))
        return _internal(task, error)
    except Exception as error:
        return _internal(task, error)


def _check(task: Task) -> Checked:
    data = Path(task.absolute).read_bytes() if task.data is None else task.data
    if task.absolute.endswith(SUFFIX):
        from mindport.cli.cells import check_notebook

        checked = check_notebook(task, data, _workspace(task.roots, task.together))
        if task.fix and not task.diff and checked.result is not None:
            return _fixed(task, checked.result, data, checked.fixed or data)
        return checked
    if kind_of(task.absolute) is not None:
        from mindport.cli.manifests import check_manifest

        checked = check_manifest(task, data)
        if task.fix and not task.diff:
            return _fixed(task, checked.result, data, checked.fixed or data)
        return checked
    if not (task.fix or task.diff):
        return Checked(_result(task, _analyze(task, data)))
    document = _parsed(task, data)
    if document is None:
        return _fixed(task, _result(task, _analyze(task, data)), data, data)
    from mindport.fixes.marking import fix_and_mark

    config, workspace = task.config, _workspace(task.roots, task.together)
    outcome = fix_and_mark(document, config, workspace, unsafe=config.unsafe_fixes)
    if task.diff:
        from mindport.cli.diff import unified

        after = outcome.document.text
        diff = "".join(unified(task.path, document.text, after, outcome.line_map))
        found, left = _result(task, _analyze(task, data)), _result(task, outcome.report)
        return Checked(found, diff=diff, would_fix=outcome.fixed, left=left)
    result = _result(task, outcome.report, outcome.fixed)
    return _fixed(task, result, data, outcome.document.encode())


def _fixed(task: Task, result: FileResult | None, before: bytes, fixed: bytes) -> Checked:
    """A copy is written at once; what goes back to its own file waits for ``keep``."""
    if task.destination is None:
        return Checked(result, before=before, fixed=fixed)
    from mindport.cli.writing import copy_file

    copy_file(task.absolute, task.destination, fixed)
    return Checked(result)


def keep(task: Task, checked: Checked) -> Checked:
    """Put the fixed bytes back into their file; nothing is written where nothing changed.

    To be called when all files are checked: each is fixed as the others were before.
    """
    if checked.fixed is None or checked.fixed == checked.before:
        return checked
    from mindport.cli.writing import replace_file

    try:
        if Path(task.absolute).read_bytes() != checked.before:
            raise OSError(0, "it changed while it was being fixed and was left alone; run again")
        replace_file(task.absolute, checked.fixed)
    except OSError as error:
        return Checked(error=at(task.path, why(error)))
    return checked


def _analyze(task: Task, data: bytes) -> Report:
    from mindport.analysis import analyze_bytes

    return analyze_bytes(task.absolute, data, task.config, _workspace(task.roots, task.together))


def _parsed(task: Task, data: bytes) -> Document | None:
    """The document of ``data`` where it can be fixed at all."""
    try:
        document = Document.decode(task.absolute, data)
    except DecodeError:
        return None
    return document if document.tree is not None else None


def _result(task: Task, report: Report, fixed: int = 0) -> FileResult:
    return file_result(
        task.path,
        report,
        task.config.language,
        fixed=fixed,
        with_uses=task.with_uses,
        replacements=_replacements(task, report),
    )


def _replacements(task: Task, report: Report) -> list[tuple[Replacement, ...]]:
    """The edits of each finding's fix, where the report shows them."""
    if not task.with_replacements:
        return []
    from mindport.cli.edits import replacements

    return [replacements(report.document, finding) for finding in report.findings]


@lru_cache(maxsize=1)
def _workspace(roots: tuple[str, ...], together: frozenset[str]) -> Workspace:
    """The one workspace of this process."""
    from mindport.symbols.workspace import Workspace

    return Workspace([Path(root) for root in roots], frozenset(map(Path, together)))


def _internal(task: Task, error: Exception) -> Checked:
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
    text = Text(
        f"Mindport failed on this file and went on; please report it: {what}",
        f"Mindport 处理该文件时出错，已跳过；请反馈该问题：{what}",
    )
    return Checked(error=at(task.path, text))
