"""The settings of each file that a command works on, each pyproject.toml read once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mindport.config import (
    Config,
    Overrides,
    absolute,
    default_config,
    find_pyproject,
    is_folder,
    merge,
    read_pyproject,
)

# What stands at the top of a project.
PROJECT = (".git", "pyproject.toml", "setup.py", "setup.cfg")


@dataclass(frozen=True)
class Project:
    """Finds the configuration of files; what was found is remembered by folder."""

    layer: Overrides
    base: Config = field(default_factory=default_config)
    _found: dict[Path | None, Config] = field(default_factory=dict)
    _nearest: dict[Path, Path | None] = field(default_factory=dict)

    def config(self, path: Path) -> Config:
        """The configuration of ``path``.

        Raises:
            ConfigError: its pyproject.toml cannot be used.
        """
        folder = absolute(path) if is_folder(path) else absolute(path).parent
        if folder not in self._nearest:
            self._nearest[folder] = find_pyproject(folder)
        pyproject = self._nearest[folder]
        if pyproject not in self._found:
            layers = [self.layer] if pyproject is None else [read_pyproject(pyproject), self.layer]
            self._found[pyproject] = merge(self.base, *layers)
        return self._found[pyproject]

    def roots(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """The folders from which the files at ``paths`` import each other."""
        found: dict[str, None] = {}
        for path in paths:
            folder = absolute(path) if is_folder(path) else absolute(path).parent
            while (folder / "__init__.py").is_file() and folder != folder.parent:
                folder = folder.parent
            found[str(folder)] = None
            here = Path.cwd()
            if here in folder.parents and any((here / name).exists() for name in PROJECT):
                found[str(here)] = None  # its packages are what its tests import
            root = self.config(folder).root
            if root is not None:
                found[str(root)] = None
        return tuple(found)
