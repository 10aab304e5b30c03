"""A program as MindSpore is to run it: its text and the workspace's files it imports, fixed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from mindport.config import Config, absolute
from mindport.document import DecodeError, Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.nodes import walk
from mindport.symbols.workspace import Workspace


def fixed_program(
    document: Document,
    config_of: Callable[[Path], Config],
    workspace: Workspace,
    opened: Mapping[str, str] = MappingProxyType({}),
    *,
    as_module: bool = False,
) -> dict[str, FixResult]:
    """What all fixes make of each file, by its absolute path; that of ``document`` comes first.

    A run is a trial, so the unsafe fixes are applied too.

    ``opened`` holds the texts of files that an editor has open, by path. An imported file that
    cannot be read or parsed is left out: Python will say so when it runs. ``as_module``: the
    document is imported and no script, so that the files of the packages around it run as well.
    """
    sources: dict[Path, Document] = {}
    path = absolute(Path(document.path))
    waiting = [*_packages(path), path] if as_module else [path]
    while waiting:
        current = waiting.pop()
        if current in sources:
            continue
        source = _read(current, opened) if sources else document
        if source is None or (source.tree is None and sources):
            continue
        sources[current] = source
        waiting += _imported(source, workspace)
    workspace = workspace.together(frozenset(sources))
    return {
        str(path): fix_document(source, config_of(path), workspace, unsafe=True)
        for path, source in sources.items()
    }


def _read(path: Path, opened: Mapping[str, str]) -> Document | None:
    text = opened.get(str(path))
    if text is not None:
        return Document(str(path), text)
    try:
        return Document.decode(str(path), path.read_bytes())
    except (OSError, DecodeError):
        return None


def _imported(document: Document, workspace: Workspace) -> Iterator[Path]:
    """The workspace's files that run when ``document`` is imported."""
    for node in walk(document.tree) if document.tree is not None else ():
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
