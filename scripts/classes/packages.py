"""Takes out of a package the files that one of its modules needs.

What a package's ``__init__`` imports is imported when it is asked for, not before: a module of a large
package then loads a handful of files, and these make a small package of their own.
"""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import os
import shutil
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from . import stand_ins

VERSION = '\n__version__ = "2.0.0"\n'


class LazyPackages:
    """Imports packages below ``root`` whose ``__init__`` does nothing until a name is asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.asked: dict[str, dict[str, str]] = {}  # package -> name -> the import that gives it

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """A package's own specification; modules are Python's to find."""
        folder = self.root.joinpath(*name.split("."))
        if not folder.joinpath("__init__.py").is_file():
            return None
        spec = ModuleSpec(name, self, origin=str(folder / "__init__.py"), is_package=True)
        spec.submodule_search_locations = [str(folder)]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Give the package a ``__getattr__`` that imports what its ``__init__`` would have."""
        assert module.__spec__ is not None and module.__spec__.origin is not None
        module.__file__ = module.__spec__.origin
        module.__dict__["__version__"] = "2.0.0"
        imports, stars = _imports(Path(module.__file__), module.__name__)
        asked = self.asked.setdefault(module.__name__, {})
        busy: set[str] = set()

        def found(name: str) -> Any:
            if name.startswith("__") or name in busy:
                raise AttributeError(name)
            busy.add(name)
            try:
                return _import(module.__name__, name, imports, stars, asked)
            finally:
                busy.discard(name)

        module.__dict__["__getattr__"] = found

    def stage(self, files: list[Path], target: Path) -> None:
        """Copy modules to ``target``, each package with an ``__init__`` of what was asked of it."""
        for file in files:
            place = target / file.relative_to(self.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            if file.name != "__init__.py":
                shutil.copy(file, place)
            for folder in place.relative_to(target).parents:
                if folder != Path():
                    target.joinpath(folder, "__init__.py").touch()
        for package, names in self.asked.items():
            init = target.joinpath(*package.split("."), "__init__.py")
            if init.exists():
                lines = [f"{text}\n" for text in names.values()]
                init.write_text("".join(lines) + (VERSION if "." not in package else ""))


def load(root: Path, name: str) -> tuple[ModuleType, LazyPackages, list[str]]:
    """A module below ``root``, what imported it, and the missing packages that something stands in
    for: those that raise when they are not there, not those that are tried only."""
    lazy = LazyPackages(root)
    sys.meta_path.insert(0, lazy)
    sys.path.insert(0, str(root))
    missing: list[str] = []
    own = name.partition(".")[0]
    stand_ins.install(missing)
    while True:
        try:
            return importlib.import_module(name), lazy, missing
        except ModuleNotFoundError as error:
            absent = (error.name or own).partition(".")[0]
            if absent == own or absent in missing:
                raise
            missing.append(absent)
        lazy.asked.clear()
        for loaded in [m for m in sys.modules if m.partition(".")[0] == own]:
            del sys.modules[loaded]


def files_below(root: Path) -> list[Path]:
    """The files below ``root`` that are loaded."""
    paths = [getattr(module, "__file__", None) for module in sys.modules.values()]
    return sorted({Path(path) for path in paths if path and path.startswith(f"{root}{os.sep}")})


def _imports(file: Path, package: str) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """What an ``__init__`` imports out of its own package: module and name by the name that it gets,
    and the modules that it takes all of."""
    imports: dict[str, tuple[str, str]] = {}
    stars: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        parts = package.split(".")
        above = parts[: len(parts) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        if module.partition(".")[0] != parts[0]:
            continue
        for alias in node.names:
            if alias.name == "*":
                stars.append(module)
            else:
                imports[alias.asname or alias.name] = (module, alias.name)
    return imports, stars


def _import(
    package: str,
    name: str,
    imports: dict[str, tuple[str, str]],
    stars: list[str],
    asked: dict[str, str],
) -> Any:
    """What a package calls ``name``; how it is imported is kept in ``asked``."""
    if name in imports:
        module, original = imports[name]
        suffix = f" as {name}" if name != original else ""
        asked[name] = f"from {module} import {original}{suffix}"
        loaded = importlib.import_module(module)
        if module != package and hasattr(loaded, original):
            return getattr(loaded, original)
        return importlib.import_module(f"{module}.{original}")
    try:
        return importlib.import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
    for module in stars:
        loaded = importlib.import_module(module)
        if hasattr(loaded, name):
            asked[name] = f"from {module} import {name}"
            return getattr(loaded, name)
    raise AttributeError(f"{package} has no {name}")
