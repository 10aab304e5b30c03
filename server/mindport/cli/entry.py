"""How a command begins and ends: exit codes, errors, and output that survives a closed pipe."""

from __future__ import annotations

import os
import shutil
import sys
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
        code = _close_quietly(sys.stdout)
    sys.exit(code if isinstance(code, int) else DONE)


def emit(data: str | bytes, stream: TextIO | None = None) -> None:
    """Write text as the terminal wants it and as UTF-8 to all else; a closed pipe is no error."""
    out = sys.stdout if stream is None else stream
    encoding = out.encoding if out.isatty() else "utf-8"
    body = data if isinstance(data, bytes) else data.encode(encoding, "backslashreplace")
    try:
        out.flush()
        out.buffer.write(body)
        out.buffer.flush()
    except BrokenPipeError:
        _close_quietly(out)


def complain(message: str, language: Language = "en") -> None:
    """Say on standard error what went wrong."""
    tell(Text(f"error: {message}", f"错误：{message}")(language))


def tell(message: str) -> None:
    """Say something on standard error."""
    emit(f"{message}\n", sys.stderr)


def terminal_width(stream: TextIO) -> int | None:
    """Width of the terminal that ``stream`` writes to; None where colours are not wanted."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    return shutil.get_terminal_size().columns


def _close_quietly(stream: TextIO) -> int:
    """Send what is still written to ``stream`` nowhere: who reads has gone."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, stream.fileno())
    return DONE
