"""Walking a folder: which files below it .gitignore and the settings leave, links followed once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec, Pattern

from mindport import notebook
from mindport.cli.problems import at, why
from mindport.config import Config, absolute
from mindport.findings.dependencies import kind_of
from mindport.texts import Text

PYTHON = (".py", notebook.SUFFIX)


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """Patterns in the form of .gitignore, relative to ``folder``; the last that matches decides."""

    folder: str
    patterns: tuple[Pattern, ...]

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether ``path`` is ignored; None when no pattern speaks of it."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        name = f"{relative}/" if folder else relative
        for pattern in reversed(self.patterns):
            if pattern.include is not None and pattern.match_file(name):
                return pattern.include
        return None


def walk(folder: Path, config: Config) -> list[Path | Text]:
    """The Python files below ``folder`` in the order of their paths, then what cannot be entered.

    Links are followed, and each folder is entered once. A file that can be reached in several
    ways keeps the path that leads through no link.
    """
    files: dict[str, Path] = {}
    problems: list[Path | Text] = []
    for found in _visit(folder, config, follow=True):
        if isinstance(found, Text):
            problems.append(found)
        elif _is_python(found):
            real = os.path.realpath(found)
            files[real] = files.get(real, found) if found.is_symlink() else found
    return [*sorted(files.values()), *problems]


def everything(folder: Path, config: Config) -> Iterator[Path | Text]:
    """All folders, files and links below ``folder``, then what cannot be entered; no link is followed."""
    return iter(
        sorted(
            _visit(folder, config, follow=False),
            key=lambda item: (isinstance(item, Text), str(item)),
        )
    )


def _visit(folder: Path, config: Config, *, follow: bool) -> Iterator[Path | Text]:
    """What is below ``folder``; links to folders come last. Where links are followed, folders that are
    entered are left out."""
    visited: set[str] = set()
    links: list[tuple[Path, tuple[IgnoreRules, ...]]] = []
    here = absolute(folder)
    excludes = _rules(str(config.root or here), config.exclude, here)
    waiting = [(folder, _gitignores_above(here))]
    while waiting or links:
        current, rules = waiting.pop() if waiting else links.pop()
        real = os.path.realpath(current)
        if real in visited:
            continue
        visited.add(real)
        try:
            entries = list(os.scandir(current))
        except OSError as error:
            yield at(current, why(error))
            continue
        rules = (*rules, *_gitignore(current))
        for entry in sorted(entries, key=lambda entry: entry.name, reverse=True):
            path = current / entry.name
            into = _is_folder(entry)
            if _ignored(str(absolute(path)), into, rules, excludes):
                continue
            if not into or not follow:
                yield path
            if into and (follow or not entry.is_symlink()):
                (links if entry.is_symlink() else waiting).append((path, rules))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def is_checked(path: Path) -> bool:
    """Whether the name is that of a file that has something to be moved."""
    return path.suffix in PYTHON or kind_of(str(path)) is not None


def _is_python(path: Path) -> bool:
    """Whether this is a Python file, a notebook or a list of dependencies, or a link to nowhere that claims to be one.

    Names that begin with ".#" are the lock files of Emacs: links to nowhere by design.
    """
    if not is_checked(path) or path.name.startswith(".#"):
        return False
    try:
        return path.is_file() or path.is_symlink()
    except OSError:
        return True


def _ignored(path: str, folder: bool, rules: Sequence[IgnoreRules], excludes: IgnoreRules) -> bool:
    """Whether ``excludes`` or the nearest rules that speak of ``path`` keep it away."""
    if excludes.verdict(path, folder):
        return True
    for rule in reversed(rules):
        verdict = rule.verdict(path, folder)
        if verdict is not None:
            return verdict
    return False


def _gitignores_above(folder: Path) -> tuple[IgnoreRules, ...]:
    """The .gitignore files between ``folder`` and the top of its repository.

    Patterns that mean ``folder`` itself do not hold: it was named.
    """
    if (folder / ".git").exists():
        return ()
    above: list[IgnoreRules] = []
    for parent in folder.parents:
        above[:0] = _gitignore(parent, folder)
        if (parent / ".git").exists():
            return tuple(above)
    return ()


def _gitignore(folder: Path, named: Path | None = None) -> Iterator[IgnoreRules]:
    try:
        text = (folder / ".gitignore").read_text("utf-8", "replace")
    except OSError:
        return
    yield _rules(str(absolute(folder)), text.splitlines(), named)


def _rules(folder: str, patterns: Iterable[str], named: Path | None) -> IgnoreRules:
    def spares(pattern: str) -> bool:
        return not _compiled(folder, [pattern]).verdict(str(named), folder=True)

    if named is not None and str(named) != folder:
        patterns = filter(spares, patterns)
    return _compiled(folder, patterns)


def _compiled(folder: str, patterns: Iterable[str]) -> IgnoreRules:
    return IgnoreRules(folder, tuple(GitIgnoreSpec.from_lines(patterns).patterns))
