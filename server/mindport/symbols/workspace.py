"""Other files of the workspace: what the names that a file imports from them mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mindport.document import DecodeError, Document
from mindport.symbols.flow import start
from mindport.symbols.statements import run_function
from mindport.symbols.values import UNKNOWN, ClassInfo, FunctionInfo, LazyName, Value
from mindport.symbols.walk import settle

MAX_BYTES = 4_000_000


@dataclass(eq=False)
class Workspace:
    """Resolves imports below ``roots`` and beside the importing file; reads each file once."""

    roots: Sequence[Path] = ()
    _exports: dict[Path, dict[str, Value]] = field(default_factory=dict)
    _running: list[Path] = field(default_factory=list)
    _users: dict[Path, set[Path]] = field(default_factory=dict)
    _located: dict[tuple[str, str], Path | None] = field(default_factory=dict)

    def lookup(self, name: LazyName) -> Value:
        """The value of an imported name; unknown where the file is not in the workspace."""
        path = self.locate(name.module, name.level, name.path)
        if path is not None and name.name:
            found = self.exports(path).get(name.name)
            if found is not None:
                return found if found.kind != "lazy" else self._settle(found, 0)
        module = name.module
        if name.name:
            module = f"{name.module}.{name.name}" if name.module else name.name
            path = self.locate(module, name.level, name.path)
        if path is None:
            return UNKNOWN
        return Value("lazy", info=LazyName(module, "", name.level, name.path))

    def _settle(self, value: Value, depth: int) -> Value:
        info = value.info
        if depth > 20 or not isinstance(info, LazyName):
            return UNKNOWN
        path = self.locate(info.module, info.level, info.path)
        if path is None or not info.name or path in self._running:
            return UNKNOWN
        found = self.exports(path).get(info.name, UNKNOWN)
        return self._settle(found, depth + 1) if found.kind == "lazy" else found

    def star_names(self, module: str, level: int, path: str) -> dict[str, Value]:
        """What ``from module import *`` binds."""
        located = self.locate(module, level, path)
        if located is None or located in self._running:
            return {}
        names = self.exports(located)
        return {name: value for name, value in names.items() if not name.startswith("_")}

    def forget(self, path: Path) -> None:
        """A file changed: read it and those that import from it again when they are asked for."""
        waiting = [path]
        while waiting:
            current = waiting.pop()
            self._exports.pop(current, None)
            waiting += self._users.pop(current, ())
        self._located.clear()

    def exports(self, path: Path) -> dict[str, Value]:
        """The names of a module; constructors were walked, other functions only described."""
        if self._running:
            self._users.setdefault(path, set()).add(self._running[-1])
        known = self._exports.get(path)
        if known is not None:
            return known
        self._exports[path] = {}
        document = _read(path)
        if document is None or document.tree is None:
            return {}
        self._running.append(path)
        try:
            walk = start(document.tree, str(path), self)
            for info in list(walk.functions):
                if info.name == "__init__" and info.state == "new":
                    run_function(walk, info)
        except RecursionError:
            return {}
        finally:
            self._running.pop()
        for value in walk.module.names.values():
            if value.kind == "lazy":
                continue
            settle(walk, value)
        _forget_bodies(walk.functions, walk.classes)
        self._exports[path] = walk.module.names
        return walk.module.names

    def locate(self, module: str, level: int, path: str) -> Path | None:
        """The file of a module, as ``path`` imports it."""
        key = (f"{'.' * level}{module}", os.path.dirname(path))  # noqa: PTH120 pathlib is slow here
        if key not in self._located:
            self._located[key] = self._find(module, level, Path(path))
        return self._located[key]

    def _find(self, module: str, level: int, path: Path) -> Path | None:
        parts = module.split(".") if module else []
        if level:
            folder = path.parent
            for _ in range(level - 1):
                folder = folder.parent
            return _module_file(folder, parts)
        for folder in dict.fromkeys([path.parent, _package_root(path), *self.roots]):
            found = _module_file(folder, parts)
            if found is not None:
                return found
        return None


def _module_file(folder: Path, parts: list[str]) -> Path | None:
    base = folder.joinpath(*parts)
    for candidate in (base.with_suffix(".py") if parts else None, base / "__init__.py"):
        if candidate is not None and candidate.is_file():
            return candidate
    return None


def _package_root(path: Path) -> Path:
    """The folder from which the package that holds ``path`` is imported."""
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.parent != folder:
        folder = folder.parent
    return folder


def _read(path: Path) -> Document | None:
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        return Document.decode(str(path), path.read_bytes())
    except (OSError, DecodeError):
        return None


def _forget_bodies(functions: list[FunctionInfo], classes: list[ClassInfo]) -> None:
    """Drop the syntax trees: what was learnt stays, the memory goes."""
    for function in functions:
        function.state = "done"
        function.node = None
        function.scope = None
    for cls in classes:
        cls.node = None
