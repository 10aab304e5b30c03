"""A program as MindSpore is to run it: its file and the project's files that it imports, fixed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mindport.config import Config, absolute
from mindport.document import DecodeError, Document

if TYPE_CHECKING:
    from mindport.fixes.apply import FixResult
    from mindport.symbols.workspace import Workspace


def fixed_program(
    path: Path, config_of: Callable[[Path], Config], workspace: Workspace
) -> dict[str, FixResult]:
    """What the fixes make of each file, by its absolute path; the program's own comes first.

    An imported file that cannot be read or parsed is left out: Python will say so when it runs.

    Raises:
        OSError: the program cannot be read.
        DecodeError: the program is not Python source text.
        ConfigError: the settings of one of the files cannot be used.
    """
    from mindport.fixes.apply import fix_document

    start = absolute(path)
    found: dict[str, FixResult] = {}
    waiting = [start]
    while waiting:
        current = waiting.pop()
        if str(current) in found:
            continue
        try:
            document = Document.decode(str(current), current.read_bytes())
        except (OSError, DecodeError):
            if current == start:
                raise
            continue
        if document.tree is None and current != start:
            continue
        config = config_of(current)
        found[str(current)] = fix_document(document, config, workspace, unsafe=config.unsafe_fixes)
        waiting.extend(_imported(document, workspace))
    return found


def _imported(document: Document, workspace: Workspace) -> Iterator[Path]:
    """The project's files that run when ``document`` is imported."""
    for node in ast.walk(document.tree) if document.tree is not None else ():
        names: list[tuple[str, int]] = []
        if isinstance(node, ast.Import):
            names = [(alias.name, 0) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [(module, node.level)]
            names += [(f"{module}.{alias.name}".lstrip("."), node.level) for alias in node.names]
        for name, level in names:
            located = workspace.locate(name, level, document.path)
            if located is not None:
                yield absolute(located)
                yield from _packages(located)


def _packages(path: Path) -> Iterator[Path]:
    """The __init__.py of each package that holds ``path``."""
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            return
        yield absolute(folder / "__init__.py")
