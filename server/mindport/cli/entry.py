"""How a command begins and ends: exit codes, errors, and output that survives a closed pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import IO, NoReturn, TextIO

import click

from mindport.texts import Language, Text

DONE, FINDINGS, FAILED, CANCELLED = 0, 1, 2, 130


class Failure(click.ClickException):
    """A command that could not do its work; exit code 2."""

    exit_code = FAILED

    def __init__(self, text: Text, language: Language) -> None:
        super().__init__(text(language))
        self.language = language

    def show(self, file: IO[str] | None = None) -> None:
        complain(self.message, self.language)


def start(command: click.Command, name: str) -> NoReturn:
    """Run ``command`` and end the process with its exit code."""
    try:
        code = command.main(prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = FAILED
    except (click.Abort, KeyboardInterrupt):
        code = CANCELLED
    except BrokenPipeError:
        code = _close_quietly()
    sys.exit(code if isinstance(code, int) else DONE)


def emit(data: str | bytes, stream: TextIO | None = None) -> None:
    """Write a report, in UTF-8 unless a terminal wants something else; a closed pipe is no error."""
    out = sys.stdout if stream is None else stream
    try:
        if isinstance(data, str) and out.isatty():
            click.echo(data, out, nl=False)
        else:
            body = data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")
            out.flush()
            binary = out.buffer
            binary.write(body)
            binary.flush()
    except BrokenPipeError:
        _close_quietly()


def complain(message: str, language: Language = "en") -> None:
    """Say on standard error what went wrong."""
    tell(Text(f"error: {message}", f"错误：{message}")(language))


def tell(message: str) -> None:
    """Say something on standard error."""
    click.echo(message.encode("utf-8", "backslashreplace").decode(), err=True)


def terminal_width(stream: TextIO) -> int | None:
    """Width of the terminal that ``stream`` writes to; None where colours are not wanted."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    return shutil.get_terminal_size().columns


def in_language(make: Callable[[], Language]) -> Language:
    """The language of an error that may come before the settings could be read."""
    try:
        return make()
    except Exception:
        return "en"


def _close_quietly() -> int:
    """Send what is still written nowhere: who reads has gone."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    return DONE
