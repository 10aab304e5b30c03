"""``lsp-check``: the findings of files and folders, in every format, and their fixes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from mindport import __version__
from mindport.cli import options, pool
from mindport.cli.core import load_analysis
from mindport.cli.discover import discover
from mindport.cli.entry import DONE, FAILED, FINDINGS, Failure, complain, emit, start, tell
from mindport.cli.job import Checked, Task, keep, moving
from mindport.cli.printing import FORMATS, deliver, diff, diff_summary, progress, writer
from mindport.cli.problems import at, why
from mindport.cli.project import Project
from mindport.config import ConfigError, Overrides
from mindport.reports.results import FileResult, Results
from mindport.texts import Language, Text

STDIN = "-"

HELP = """Find what is left to do to move PyTorch code to MindSpore.

PATHs are Python files, notebooks, lists of dependencies and folders (default: the current folder; .gitignore and the setting
"exclude" are respected); - reads standard input. Settings are read from [tool.mindport] of the
nearest pyproject.toml; options win over them.

\b
Exit codes:
  0  nothing left to do (infos and hints alone leave nothing to do)
  1  errors or warnings remain
  2  it could not do its work: bad arguments or settings, an unreadable path

A comment "# mindport: ignore[MP201]" silences a line, "# mindport: ignore-file" a file.
"""


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for, beside the settings."""

    paths: tuple[str, ...]
    fix: bool
    diff: bool
    output_format: str
    output: Path | None
    baseline: Path | None
    references: bool
    statistics: bool
    jobs: int | None
    exit_zero: bool
    stdin_filename: str | None

    @property
    def reads_stdin(self) -> bool:
        return STDIN in self.paths


@click.command("lsp-check", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--fix", is_flag=True, help="Apply the safe fixes and report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="Count unsafe fixes in, for --fix and --diff.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Format of the report.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the report to FILE instead of standard output.",
)
@options.target_options
@click.option("--select", multiple=True, metavar="CODES", help="Report only these: MP1,MP201.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Do not report these: MP2,MP107.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Do not report what FILE records; where it is missing, record the present findings in it.",
)
@click.option(
    "--references",
    is_flag=True,
    help="List every reference to torch as well (text, json and html).",
)
@click.option("--statistics", is_flag=True, help="Count the findings of each code.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes to use (default: every CPU when there are more than a few files).",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when findings remain.")
@click.option(
    "--stdin-filename", metavar="NAME", help="Name, and place in the project, of standard input."
)
@click.version_option(__version__, prog_name="lsp-check", message="%(prog)s %(version)s")
@click.pass_context
def check(
    context: click.Context,
    /,
    *,
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    unsafe_fixes: bool,
    devices: tuple[str, ...],
    mindspore_version: str | None,
    mode: Any,
    language: Language | None,
    **asked: Any,
) -> None:
    layer = options.overrides(
        devices=devices,
        mindspore_version=mindspore_version,
        mode=mode,
        language=language,
        select=select,
        ignore=ignore,
        unsafe_fixes=unsafe_fixes,
    )
    request = Request(paths=paths or (".",), **asked)
    if request.reads_stdin and len(request.paths) > 1:
        raise click.UsageError("- (standard input) cannot be combined with other paths.")
    if request.stdin_filename is not None and not request.reads_stdin:
        raise click.UsageError("--stdin-filename names standard input; add - as the path.")
    if request.diff and request.output_format != "text":
        raise click.UsageError("--diff prints a diff; it has no other --output-format.")
    context.exit(run(request, layer, options.spoken(language)))


def run(request: Request, layer: Overrides, spoken: Language) -> int:
    """Do what ``request`` asks for and give the exit code."""
    project = Project(layer)
    first = request.stdin_filename or "." if request.reads_stdin else request.paths[0]
    try:
        config = project.config(Path(first))
    except ConfigError as error:
        raise Failure(error.text, spoken) from error
    language = config.language
    tasks, problems = _tasks(request, project)
    if not tasks and not problems:
        tell(Text("warning: no Python files found", "警告：没有找到 Python 文件")(language))
    load_analysis(language)
    checked = list(progress(pool.run(tasks, request.jobs), len(tasks), language))
    if request.fix and not (request.diff or request.reads_stdin):
        checked = [keep(task, item) for task, item in zip(tasks, checked, strict=True)]
    problems += [item.error for item in checked if item.error is not None]
    for problem in dict.fromkeys(problems):
        complain(problem(language), language)
    files = [item.result for item in checked if item.result is not None]
    left = [found for item in checked if (found := item.left or item.result) is not None]
    if request.baseline is not None:
        files = _without_baseline(request.baseline, files, language)
        left = _without_baseline(request.baseline, left, language)
    results = Results(
        version=__version__,
        target=config.target,
        language=language,
        files=tuple(files),
        folder=Path.cwd(),
        references=request.references,
        statistics=request.statistics,
        unsafe_fixes=config.unsafe_fixes,
    )
    _print(request, results, checked, sum(len(file.findings) for file in left))
    if problems:
        return FAILED
    return FINDINGS if results.left_to_do and not request.exit_zero else DONE


def _tasks(request: Request, project: Project) -> tuple[list[Task], list[Text]]:
    """The work to do, and what keeps other work from being done."""

    def task(name: str, path: Path, data: bytes | None = None) -> Task:
        return Task(
            path=name,
            absolute=str(path.absolute()),
            config=project.config(path).for_file(path),
            roots=roots,
            fix=request.fix,
            diff=request.diff,
            with_uses=request.references,
            with_replacements=request.output_format == "sarif",
            data=data,
        )

    if request.reads_stdin:
        path = Path(request.stdin_filename or "stdin.py")
        roots = project.roots([path])
        return [task(request.stdin_filename or STDIN, path, sys.stdin.buffer.read())], []
    roots = project.roots(map(Path, request.paths))
    tasks: list[Task] = []
    problems: list[Text] = []
    for found in discover(request.paths, project.config):
        if isinstance(found, Text):
            problems.append(found)
            continue
        try:
            tasks.append(task(str(found), found))
        except ConfigError as error:
            problems.append(error.text)
    if request.fix or request.diff:
        together = moving(tasks)
        tasks = [replace(task, together=together) for task in tasks]
    return tasks, problems


def _without_baseline(path: Path, files: list[FileResult], language: Language) -> list[FileResult]:
    """``files`` without what the baseline at ``path`` records; a missing one is made."""
    from mindport.cli import baseline

    folder = Path.cwd()
    try:
        known = baseline.read(path)
        if known is None:
            count = baseline.write(path, files, folder)
            made = Text(
                f"{path}: recorded {count} findings as the baseline; later runs report new ones.",
                f"{path}：已将 {count} 处发现记录为基线，之后只报告新增的内容。",
            )
            tell(made(language))
            known = baseline.read(path)
    except baseline.BaselineError as error:
        raise Failure(error.text, language) from error
    except OSError as error:
        raise Failure(at(path, why(error)), language) from error
    return baseline.without_known(files, known or Counter(), path, folder)


def _print(request: Request, results: Results, checked: Sequence[Checked], left: int) -> None:
    """The report to where it belongs; ``left`` is how many findings a diff would leave.

    Fixed standard input takes standard output for itself; the report then goes to standard error.
    """
    language = results.language
    write = writer(request.output_format, results)
    if request.diff:
        deliver(lambda width: diff(checked, width), request.output, language)
        tell(diff_summary(checked, left, language))
    elif request.reads_stdin and request.fix:
        for item in checked:
            emit(item.fixed or b"")
        deliver(write, request.output, language, sys.stderr)
    else:
        deliver(write, request.output, language)


def main() -> None:
    """The command ``lsp-check``."""
    start(check, "lsp-check")


if __name__ == "__main__":
    main()
