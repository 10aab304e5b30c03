"""The worker's half of a run: executes migrated text as if it were the user's own file.

Runs in the user's interpreter (Python 3.9 at least, standard library only) and imports MindSpore.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.util
import linecache
import os
import re
import sys
import traceback
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .errors import describe, without_cpp
from .worker import import_failure

# {path: for each line of the migrated text its line in the original}
LineTables = Mapping[str, Sequence[int]]


def run(
    source: str,
    path: str,
    argv: list[str],
    module: str | None,
    device: str,
    mode: str,
    cwd: str,
    overlays: dict[str, str],
    tables: dict[str, list[int]],
) -> dict[str, Any]:
    """Execute ``source`` as ``__main__``; how it ended, as data."""
    # What the compiler dumps about a failure belongs into the scratch folder, not the user's.
    os.environ.setdefault("MS_OM_PATH", str(Path.cwd()))
    try:
        mindspore = importlib.import_module("mindspore")
    except BaseException as error:
        return {"state": "import", "exit_code": 1, **import_failure(error, "mindspore")}
    try:
        select_target(mindspore, device, mode)
    except Exception as error:
        return {"state": "device", "exit_code": 1, "error": describe(error)}
    os.chdir(cwd)
    sys.argv = [path, *argv]
    sys.path.insert(0, cwd if module else str(Path(path).parent))
    texts = {**overlays, path: source}
    for name, text in texts.items():
        show_lines(name, text)
    if overlays:
        sys.meta_path.insert(0, OverlayFinder(overlays))
    try:
        code = compile(source, path, "exec", dont_inherit=True)
        main = main_module(path, module)
        exec(code, main.__dict__)
    except SystemExit as stop:
        return ended_by_exit(stop)
    except BaseException as error:
        print_error(error, texts, tables)
        return {"state": "exception", "exit_code": 1, "error": describe(error)}
    return {"state": "ok", "exit_code": 0}


def select_target(mindspore: Any, device: str, mode: str) -> None:
    """Choose device and mode; operators run at once, so that an error names the line it is on."""
    os.environ["DEVICE_TARGET"] = device
    mindspore.set_device(device)
    graph = mode.upper() == "GRAPH"
    mindspore.set_context(mode=mindspore.GRAPH_MODE if graph else mindspore.PYNATIVE_MODE)
    if not graph:
        mindspore.set_context(pynative_synchronize=True)


def main_module(path: str, module: str | None) -> types.ModuleType:
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path, __cached__=None, __spec__=None, __package__=None)
    sys.modules["__main__"] = main
    if module is not None:
        spec = importlib.util.find_spec(module)  # imports the packages above it
        if spec is not None:
            main.__spec__ = spec
            main.__package__ = spec.parent
            main.__loader__ = spec.loader
    return main


def show_lines(path: str, text: str) -> None:
    """Let tracebacks, inspect and MindSpore's compiler see the migrated text, not the disk's."""
    # No modification time: such an entry is never checked against the disk.
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)


def ended_by_exit(stop: SystemExit) -> dict[str, Any]:
    """sys.exit as the interpreter treats it: None is 0, a number itself, a message is 1."""
    if stop.code is None or isinstance(stop.code, int):
        code = int(stop.code or 0) & 0xFF
    else:
        print(stop.code, file=sys.stderr)
        code = 1
    if code == 0:
        return {"state": "ok", "exit_code": 0}
    return {"state": "exception", "exit_code": code, "error": describe(stop)}


def print_error(error: BaseException, texts: Mapping[str, str], tables: LineTables) -> None:
    """Print the traceback with the lines of the original beside those of the migrated text."""
    own = error.__traceback__.tb_next if error.__traceback__ is not None else None
    text = without_cpp("".join(traceback.format_exception(type(error), error, own)))
    for path, source in texts.items():
        text = with_migrated_code(text, path, source.splitlines())
        text = with_original_lines(text, path, tables.get(path, ()))
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    print(text.rstrip(), file=sys.stderr)


def with_migrated_code(text: str, path: str, rows: Sequence[str]) -> str:
    """MindSpore's compiler quotes a line as the disk has it; quote the migrated text instead."""
    pattern = re.compile(rf"(In file {re.escape(path)}:(\d+), [^\n]*\n)[^\n]*\n(?: *\^?~*\^?\n)?")

    def quoted(match: re.Match[str]) -> str:
        line = int(match[2])
        return match[1] + (rows[line - 1] if 0 < line <= len(rows) else "") + "\n"

    return pattern.sub(quoted, text)


def with_original_lines(text: str, path: str, table: Sequence[int]) -> str:
    """``File "p", line 12`` becomes ``File "p", line 9 (12 after migration)`` where they differ."""
    pattern = re.compile(rf'(File "{re.escape(path)}", line |In file {re.escape(path)}:)(\d+)')

    def original(match: re.Match[str]) -> str:
        line = int(match[2])
        before = table[line - 1] if 0 < line <= len(table) else line
        return match[0] if before == line else f"{match[1]}{before} ({line} after migration)"

    return pattern.sub(original, text)


class OverlayFinder:
    """Serves the migrated text of files that the program imports; the disk's stays as it is."""

    def __init__(self, overlays: Mapping[str, str]) -> None:
        self._overlays = {os.path.realpath(path): (path, text) for path, text in overlays.items()}

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not spec.origin:
            return None
        found = self._overlays.get(os.path.realpath(spec.origin))
        if found is None:
            return None
        spec.loader = OverlayLoader(name, *found)
        spec.cached = None
        return spec


class OverlayLoader(importlib.machinery.SourceFileLoader):
    """The import system's own loader, reading one file's text from memory."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str:
        return self._text
