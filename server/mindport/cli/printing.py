"""Where reports go: a terminal with colours, a pipe, a file; and the bar while one waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TextIO

import click

from mindport.cli.entry import Failure, emit, terminal_width
from mindport.cli.job import Checked
from mindport.cli.problems import at, why
from mindport.reports.results import Results, without_cells
from mindport.texts import Language, Text

FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit", "html")
KNOW_CELLS = ("text", "json")
MANY = 20

Writer = Callable[[int | None], str]


def progress(outcomes: Iterator[Checked], total: int, language: Language) -> Iterator[Checked]:
    """``outcomes``, with a bar on standard error where a person waits for many files."""
    if total < MANY or not sys.stderr.isatty():
        return outcomes
    from rich.console import Console
    from rich.progress import track

    return iter(
        track(
            outcomes,
            Text("Checking", "检查中")(language),
            total,
            auto_refresh=False,
            transient=True,
            console=Console(stderr=True),
        )
    )


def deliver(
    write: Writer, output: Path | None, language: Language, stream: TextIO | None = None
) -> None:
    """Write a report to the file ``output``, or to ``stream`` (standard output when left out).

    Raises:
        Failure: the file cannot be written.
    """
    if output is None:
        out = stream or sys.stdout
        emit(write(terminal_width(out)), out)
        return
    try:
        output.write_bytes(write(None).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise Failure(at(output, why(error)), language) from error


def writer(output_format: str, results: Results) -> Writer:
    """The chosen format, ready to be written for a terminal's width, or for none."""
    module = import_module(f"mindport.reports.{output_format}")
    if output_format not in KNOW_CELLS:
        results = without_cells(results)
    if output_format == "text":
        return lambda width: str(module.render(results, width))
    return lambda _: str(module.render(results))


def diff(checked: Iterable[Checked], width: int | None) -> str:
    """The diffs of all files, coloured for a terminal."""
    text = "".join(item.diff for item in checked)
    if width is None:
        return text
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return "".join(click.style(line, fg=colours.get(line[:1])) for line in text.splitlines(True))


def diff_summary(checked: Iterable[Checked], left: int, language: Language) -> str:
    """How much ``diff`` would mend, and how many findings there would be then."""
    count = sum(item.would_fix for item in checked)
    return Text(
        f"Would fix {count} finding{'s' * (count != 1)}; {left} would be left.",
        f"将修复 {count} 处，剩余 {left} 处。",
    )(language)
