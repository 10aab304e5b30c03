"""Which names files take from each other by importing: read off import statements, not walked."""

from __future__ import annotations

import ast
import os
import re
import stat
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from mindport.nodes import root_of_chain, walk
from mindport.symbols.torch_api import ROOTS

# Bounds for folders that are no Python project: a home folder, a data set.
MAX_FILES = 5_000
MAX_ENTRIES = 50_000
MAX_BYTES = 4_000_000
SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+[.\w]+[ \t]+import\b[ \t]*(?:\([^)]*\)|(?:\\\r?\n|[^\\\r\n;#])*)"
    r"|import[ \t]+(?:\\\r?\n|[^\\\r\n;#])*)",
    re.MULTILINE,
)
FRAMEWORKS = (*ROOTS, "mindspore")


@dataclass(frozen=True, slots=True)
class Taking:
    """One imported name: ``*`` for a star, empty for the module itself."""

    module: str
    level: int
    name: str

    @property
    def names(self) -> tuple[str, ...]:
        """By which names the file may go that it means."""
        last = self.module.rpartition(".")[2]
        return (last, self.name) if self.name not in ("", "*", last) else (last,)


@dataclass(frozen=True, slots=True)
class FreeNames:
    """What a file reads without having bound it itself, as far as star imports are concerned.

    Attributes:
        read: names of its global scope that something in it reads.
        bound: for each such name that a plain statement of its top level binds, the last line
            that does so.
        stars: the line of each star import of a module, by ``(level, module)``.
        attributes: every attribute that it names of anything but torch and MindSpore.
    """

    read: frozenset[str]
    bound: dict[str, int]
    stars: dict[tuple[int, str], int]
    attributes: frozenset[str]

    def through(self, level: int, module: str) -> frozenset[str]:
        """The names that the star import of ``module`` gives to this file."""
        line = self.stars.get((level, module), 0)
        return frozenset(name for name in self.read if self.bound.get(name, 0) <= line)


def python_files(folder: Path) -> Iterator[Path]:
    """The Python files below ``folder``; virtual environments and hidden folders are left out."""
    return files_below(folder, ".py")


def files_below(folder: Path, endings: str | tuple[str, ...]) -> Iterator[Path]:
    """The files below ``folder`` whose names end so, without virtual environments and what is hidden."""
    files = entries = 0
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in SKIPPED
            and not os.path.exists(os.path.join(current, name, "pyvenv.cfg"))  # noqa: PTH110, PTH118
        )
        entries += len(names) + len(folders)
        for name in names:
            if name.endswith(endings):
                files += 1
                yield Path(current, name)
        if files > MAX_FILES or entries > MAX_ENTRIES:
            return


def text_of(path: Path, largest: int = MAX_BYTES) -> str:
    """The text of a file as far as names are concerned; empty when it cannot be read, or has more
    than ``largest`` bytes."""
    try:
        status = path.stat()
        if status.st_size > largest or not stat.S_ISREG(status.st_mode):
            return ""
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def takings(text: str) -> tuple[Taking, ...]:
    """Everything that the import statements of a text name."""
    found: dict[Taking, None] = {}
    for match in IMPORT.finditer(text):
        try:
            statement = ast.parse(dedent(match.group())).body[0]
        except (SyntaxError, ValueError, IndexError):
            continue
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                found[Taking(alias.name, 0, "")] = None
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                found[Taking(statement.module or "", statement.level, alias.name)] = None
    return tuple(found)


def free_names(text: str) -> FreeNames:
    """What ``text`` reads from elsewhere; nothing when it does not parse."""
    try:
        tree = ast.parse(text)
        read = frozenset(_global_reads(symtable.symtable(text, "", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return FreeNames(frozenset(), {}, {}, frozenset())
    bound: dict[str, int] = {}
    stars: dict[tuple[int, str], int] = {}
    for statement in tree.body:
        for name in _bound_by(statement):
            bound[name] = statement.lineno
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            stars[node.level, node.module or ""] = node.lineno
    theirs = set(_bound_to_frameworks(tree))
    attributes = frozenset(
        n.attr
        for n in walk(tree)
        if isinstance(n, ast.Attribute) and getattr(root_of_chain(n), "id", "") not in theirs
    )
    return FreeNames(read, bound, stars, attributes)


def _bound_to_frameworks(tree: ast.Module) -> Iterator[str]:
    """The names that imports of torch and of MindSpore bind."""
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if _is_of_framework(alias.name):
                    yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            names = statement.names if _is_of_framework(statement.module or "") else ()
            yield from (alias.asname or alias.name for alias in names)


def _is_of_framework(module: str) -> bool:
    return module.partition(".")[0] in FRAMEWORKS


def _global_reads(table: symtable.SymbolTable) -> Iterator[str]:
    module = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (module or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_reads(child)


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            for node in walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id
