"""``mindport run``: a torch program, fixed in memory, on MindSpore."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from mindport.cli import options
from mindport.cli.core import load_analysis
from mindport.cli.entry import CANCELLED, FAILED, Failure, complain
from mindport.cli.problems import at, why
from mindport.cli.project import Project
from mindport.config import ConfigError, absolute
from mindport.document import DecodeError, Document
from mindport.target import DEVICES, MODES
from mindport.texts import Language, Text

if TYPE_CHECKING:
    from mindport.fixes.apply import FixResult
    from mindport.runtime.run import RunResult

TIMEOUT = 124
MEGABYTE = 1 << 20


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option(
    "--device",
    type=click.Choice(DEVICES, case_sensitive=False),
    help="Device to run on (default: CPU, where the settings name it).",
)
@click.option(
    "--mode",
    type=click.Choice(MODES, case_sensitive=False),
    help="Execution mode (default: the one of the settings).",
)
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=600.0, show_default=True, help="Seconds."
)
@click.option(
    "--memory", type=click.IntRange(min=1), default=8192, show_default=True, help="Megabytes."
)
@click.option(
    "--python", default=sys.executable, help="Python that has mindspore (default: this one)."
)
@click.option("-m", "module", metavar="MODULE", help="Run this module, as python -m does.")
@click.option("--lang", "language", type=click.Choice(["en", "zh"]))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="FILE [ARG]...")
@click.pass_context
def run(
    context: click.Context,
    /,
    *,
    device: str | None,
    mode: str | None,
    timeout: float,
    memory: int,
    python: str,
    module: str | None,
    language: Language | None,
    arguments: tuple[str, ...],
) -> None:
    """Run a torch program on MindSpore.

    FILE is fixed in memory with all fixes, the unsafe ones too, as are the files of the project
    that it imports, and run in a process of its own; nothing is written. Errors are shown at the lines of the original. The exit code
    is the program's; 124 when it took too long, 130 when it was cancelled.
    """
    if module is None and not arguments:
        raise click.UsageError("name the FILE to run, or a module with -m.")
    spoken = options.spoken(language)
    path = _module_file(module, spoken) if module else Path(arguments[0])
    argv = arguments if module else arguments[1:]
    layer = options.overrides(
        devices=[device] if device else [],
        mode=mode,
        language=language,
    )
    try:
        devices = Project(layer).config(path).target.devices
        project = Project(replace(layer, devices=("CPU",) if "CPU" in devices else devices[:1]))
        config = project.config(path)
    except ConfigError as error:
        raise Failure(error.text, spoken) from error
    load_analysis(config.language)
    source = read(path, config.language)
    files = fixed_files(source, project, config.language, as_module=module is not None)
    program = files.pop(str(absolute(path)))
    from mindport.runtime.run import run_source

    with _cancelling() as cancel:
        result = run_source(
            program.document.text,
            path=str(path),
            argv=argv,
            module=module,
            device=config.target.devices[0],
            mode=config.target.mode,
            timeout=timeout,
            memory=memory * MEGABYTE,
            python=python,
            line_map=_original(program),
            overlays={name: file.document.text for name, file in files.items()},
            overlay_maps={name: _original(file) for name, file in files.items()},
            cwd=str(Path.cwd()),
            on_output=_show,
            cancel=cancel,
        )
    context.exit(_ending(result, config.language))


def _show(stream: Literal["stdout", "stderr"], text: str) -> None:
    click.echo(text, nl=False, err=stream == "stderr")


@contextmanager
def _cancelling() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets."""
    cancel = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: cancel.set())
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def _ending(result: RunResult, language: Language) -> int:
    """Say how the program ended, unless it ended well or said so itself; gives the exit code."""
    shown = bool(result.error_type) and result.error_type in result.stderr
    if result.text is not None and not shown and result.error_type != "SystemExit":
        complain(result.text(language), language)
    match result.outcome:
        case "timeout":
            return TIMEOUT
        case "cancelled":
            return CANCELLED
        case "not-installed" | "broken-install":
            return FAILED
    code = result.exit_code
    if code is None:
        return int(result.outcome != "ok")
    return 128 - code if code < 0 else code


def _module_file(module: str, language: Language) -> Path:
    """The file that ``python -m MODULE`` would run, seen from the current folder."""
    base = Path(*module.split("."))
    for candidate in (base.with_suffix(".py"), base / "__main__.py"):
        if candidate.is_file():
            return candidate
    text = Text(
        f"there is no module {module} in {Path.cwd()}; run from the folder that holds it",
        f"{Path.cwd()} 中没有模块 {module}；请在包含它的文件夹中运行",
    )
    raise Failure(text, language)


def _original(file: FixResult) -> Callable[[int], int]:
    """The line of the original for a line of the fixed text, both from 1."""
    return lambda line: file.line_map[min(line, len(file.line_map)) - 1]


def read(path: Path, language: Language) -> Document:
    """The document in a file.

    Raises:
        Failure: it cannot be read, or is no Python source text.
    """
    try:
        return Document.decode(str(path), path.read_bytes())
    except OSError as error:
        raise Failure(at(path, why(error)), language) from error
    except DecodeError as error:
        raise Failure(at(path, error.problem.message), language) from error


def fixed_files(
    document: Document, project: Project, language: Language, *, as_module: bool
) -> dict[str, FixResult]:
    """What all fixes make of a document and of the files that it imports, by absolute path.

    ``as_module``: the document is imported itself, and the packages around it with it.

    Raises:
        Failure: a pyproject.toml has an error.
    """
    from mindport.fixes.program import fixed_program
    from mindport.symbols.workspace import Workspace

    roots = project.roots([Path(document.path)])
    workspace = Workspace([Path(root) for root in roots])
    try:
        return fixed_program(document, project.config, workspace, as_module=as_module)
    except ConfigError as error:
        raise Failure(error.text, language) from error
