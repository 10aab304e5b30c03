"""Which files a command works on: what is named, and the Python files below named folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from mindport.config import Config, ConfigError, absolute, is_folder
from mindport.texts import Text


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a path, which ``text`` names, cannot be worked on."""

    text: Text


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """Patterns in the form of .gitignore, relative to ``folder``."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether ``path`` is ignored; None when no pattern speaks of it."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return self.spec.check_file(f"{relative}/" if folder else relative).include


def discover(
    paths: Iterable[str], config_of: Callable[[Path], Config]
) -> Iterator[Path | Unreadable]:
    """Each file once, those of a folder in the order of their paths.

    A path that is named is always taken. Of a folder, every ``*.py`` that neither .gitignore
    nor the configuration's ``exclude`` keeps away; links are followed, and each folder is
    entered once.
    """
    seen: set[str] = set()
    for name in paths:
        for item in _found(Path(name), config_of):
            if isinstance(item, Path):
                real = os.path.realpath(item)
                if real in seen:
                    continue
                seen.add(real)
            yield item


def _found(path: Path, config_of: Callable[[Path], Config]) -> Sequence[Path | Unreadable]:
    if not is_folder(path):
        return [path]
    try:
        return walk(path, config_of(path))
    except ConfigError as error:
        return [Unreadable(error.text)]


def walk(folder: Path, config: Config) -> list[Path | Unreadable]:
    """The Python files below ``folder``, in the order of their paths."""
    files: dict[str, Path] = {}
    problems: list[Path | Unreadable] = []
    visited: set[str] = set()
    links: list[tuple[Path, tuple[IgnoreRules, ...]]] = []
    here = absolute(folder)
    excludes = _rules(str(config.root or here), config.exclude, here)
    waiting = [(folder, _gitignores_above(here))]
    while waiting or links:
        # Links come last, so that a file reached in two ways keeps its own path.
        current, rules = waiting.pop() if waiting else links.pop()
        real = os.path.realpath(current)
        if real in visited:
            continue
        visited.add(real)
        try:
            entries = sorted(os.scandir(current), key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            problems.append(Unreadable(at(str(current), why(error))))
            continue
        rules = (*rules, *_gitignore(current))
        for entry in entries:
            path = current / entry.name
            into = _is_folder(entry)
            if not into and not _is_python(entry):
                continue
            if _ignored(str(absolute(path)), into, rules, excludes):
                continue
            if into:
                (links if entry.is_symlink() else waiting).append((path, rules))
            elif not entry.is_symlink():
                files[os.path.realpath(path)] = path
            else:
                files.setdefault(os.path.realpath(path), path)
    return [*sorted(files.values()), *problems]


def at(path: str, reason: Text) -> Text:
    """``reason`` with the path that it is about."""
    return Text(f"{path}: {reason.en}", f"{path}：{reason.zh}")


def why(error: OSError) -> Text:
    """What an error of the operating system says, in both languages where it is a common one."""
    reason = error.strerror or str(error)
    known = {
        FileNotFoundError: "没有这个文件或文件夹",
        PermissionError: "没有访问权限",
        IsADirectoryError: "这是一个文件夹",
    }
    return Text(reason, known.get(type(error), reason))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_python(entry: os.DirEntry[str]) -> bool:
    """Whether ``entry`` is a Python file, or a link to nowhere that claims to be one.

    Names that begin with ".#" are the lock files of Emacs: links to nowhere by design.
    """
    if not entry.name.endswith(".py") or entry.name.startswith(".#"):
        return False
    try:
        return entry.is_file() or entry.is_symlink()
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
        rules = IgnoreRules(folder, GitIgnoreSpec.from_lines([pattern]))
        return not rules.verdict(str(named), folder=True)

    if named is not None and str(named) != folder:
        patterns = filter(spares, patterns)
    return IgnoreRules(folder, GitIgnoreSpec.from_lines(patterns))
