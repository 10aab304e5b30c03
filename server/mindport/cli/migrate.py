"""``mindport migrate``: a copy of a file or folder with everything fixed that can be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from mindport import __version__
from mindport.cli import options, pool
from mindport.cli.core import load_analysis
from mindport.cli.entry import DONE, FAILED, FINDINGS, Failure, complain
from mindport.cli.job import Task, moving
from mindport.cli.printing import FORMATS, deliver, progress, writer
from mindport.cli.problems import at, why
from mindport.cli.project import Project
from mindport.config import Config, ConfigError, absolute, is_folder
from mindport.reports.results import Results
from mindport.texts import Text


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes where: Python files to migrate, other files to copy, links to make."""

    python: tuple[tuple[Path, Path], ...]
    others: tuple[tuple[Path, Path], ...]
    problems: tuple[Text, ...]


@click.command()
@click.argument("source", metavar="SRC", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "destination", metavar="DEST", required=True, type=click.Path(path_type=Path)
)
@click.option("--force", is_flag=True, help="Write into a DEST that has files already.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply the unsafe fixes as well.")
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Processes to use.")
@options.target_options
@click.pass_context
def migrate(
    context: click.Context,
    /,
    *,
    source: Path,
    destination: Path,
    force: bool,
    unsafe_fixes: bool,
    output_format: str,
    jobs: int | None,
    **target: Any,
) -> None:
    """Copy SRC (a file or folder) to DEST and move the copy to MindSpore.

    Python files, notebooks and lists of dependencies are fixed, other files copied as they are; what .gitignore or the setting
    "exclude" keeps away stays behind. SRC is never written to. Prints what is left to do; exit
    codes are those of lsp-check.
    """
    project = Project(options.overrides(unsafe_fixes=unsafe_fixes, **target))
    spoken = options.spoken(target["language"])
    try:
        config = project.config(source)
    except ConfigError as error:
        raise Failure(error.text, spoken) from error
    language = config.language
    refused = _refusal(source, destination, force)
    if refused is not None:
        raise Failure(refused, language)
    load_analysis(language)
    plan = _plan(source, destination, config)
    problems = [*plan.problems, *_copied(plan, _real(source))]
    roots = project.roots([source])
    tasks = [
        Task(
            path=str(goal),
            absolute=str(absolute(path)),
            config=project.config(path).for_file(path),
            roots=roots,
            fix=True,
            with_replacements=output_format == "sarif",
            destination=str(absolute(goal)),
        )
        for path, goal in plan.python
    ]
    together = moving(tasks)
    tasks = [replace(task, together=together) for task in tasks]
    checked = list(progress(pool.run(tasks, jobs), len(tasks), language))
    problems += [item.error for item in checked if item.error is not None]
    for problem in problems:
        complain(problem(language), language)
    results = Results(
        version=__version__,
        target=config.target,
        language=language,
        files=tuple(item.result for item in checked if item.result is not None),
        folder=Path.cwd(),
        unsafe_fixes=config.unsafe_fixes,
    )
    deliver(writer(output_format, results), None, language)
    context.exit(FAILED if problems else FINDINGS if results.left_to_do else DONE)


def _refusal(source: Path, destination: Path, force: bool) -> Text | None:
    """Why ``destination`` cannot take a copy of ``source``."""
    here, there = _real(source), _real(_goal(source, destination))
    if not here.exists():
        return at(source, Text("no such file or folder", "没有这个文件或文件夹"))
    if here == there or (is_folder(source) and (here in there.parents or there in here.parents)):
        return Text(
            f"{destination} and {source} overlap; choose a DEST outside of SRC.",
            f"{destination} 与 {source} 重叠；请选择 SRC 之外的 DEST。",
        )
    taken = any(there.iterdir()) if is_folder(there) else there.exists()
    if taken and not force:
        return Text(
            f"{destination} exists already; choose another DEST, or write into it with --force.",
            f"{destination} 已存在；请选择其他 DEST，或使用 --force 写入。",
        )
    if is_folder(source) and there.exists() and not is_folder(there):
        return at(
            destination, Text("this is a file, and SRC is a folder", "这是文件，而 SRC 是文件夹")
        )
    return None


def _goal(source: Path, destination: Path) -> Path:
    """A file copied to a folder goes into it."""
    if is_folder(destination) and not is_folder(source):
        return destination / source.name
    return destination


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _plan(source: Path, destination: Path, config: Config) -> Plan:
    from mindport.cli.walk import everything, is_checked

    goal = _goal(source, destination)
    if not is_folder(source):
        return Plan(((source, goal),), (), ())
    python: list[tuple[Path, Path]] = []
    others: list[tuple[Path, Path]] = []
    problems: list[Text] = []
    for item in everything(source, config):
        if isinstance(item, Text):
            problems.append(item)
            continue
        target = goal / item.relative_to(source)
        if _real(source) in (_real(target.parent), *_real(target.parent).parents):
            problems.append(at(target, Text("this leads back into SRC", "该路径通向 SRC 内部")))
        elif item.is_symlink() or is_folder(item) or not is_checked(item):
            others.append((item, target))
        else:
            python.append((item, target))
    return Plan(tuple(python), tuple(others), tuple(problems))


def _copied(plan: Plan, source: Path) -> Iterator[Text]:
    """Copy what is not to be migrated; gives what failed."""
    from mindport.cli.writing import copy_file

    for path, goal in plan.others:
        try:
            if path.is_symlink():
                goal.parent.mkdir(parents=True, exist_ok=True)
                goal.unlink(missing_ok=True)
                goal.symlink_to(_link(path, source))
            elif is_folder(path):
                goal.mkdir(parents=True, exist_ok=True)
            else:
                copy_file(str(path), str(goal))
        except OSError as error:
            yield at(path, why(error))


def _link(path: Path, source: Path) -> str:
    """Where a copied link leads: within the copy where it led within ``source``."""
    target = _real(path)
    if target.is_relative_to(source):
        return os.path.relpath(target, _real(path.parent))
    return str(target)
