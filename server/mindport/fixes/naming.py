"""How MindSpore's names are written in a file: idiomatic where free, collision-free always."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from mindport.document import Document, Span
from mindport.report import Edit

# Module to (statement's module, imported name, usual local name). The longest match is taken.
USUAL = {
    "mindspore": ("", "mindspore", "ms"),
    "mindspore.nn": ("mindspore", "nn", "nn"),
    "mindspore.ops": ("mindspore", "ops", "ops"),
    "mindspore.mint": ("mindspore", "mint", "mint"),
    "mindspore.amp": ("mindspore", "amp", "amp"),
    "mindspore.numpy": ("mindspore", "numpy", "mnp"),
    "mindspore.dataset": ("mindspore", "dataset", "ds"),
    "mindspore.dataset.vision": ("mindspore.dataset", "vision", "vision"),
    "mindspore.dataset.transforms": ("mindspore.dataset", "transforms", "transforms"),
    "mindspore.common.initializer": ("mindspore.common", "initializer", "initializer"),
    "mindspore.experimental.optim": ("mindspore.experimental", "optim", "optim"),
    "mindspore.scipy": ("mindspore", "scipy", "scipy"),
    "numpy": ("", "numpy", "np"),
    "math": ("", "math", "math"),
    "functools": ("", "functools", "functools"),
    "typing": ("", "typing", "typing"),
    "contextlib": ("", "contextlib", "contextlib"),
    "urllib.request": ("urllib", "request", "request"),
    "urllib.parse": ("urllib", "parse", "parse"),
    "multiprocessing": ("", "multiprocessing", "multiprocessing"),
}
# Not attributes of the package until imported: always imported by their own statement.
EXPLICIT = {"mindspore.numpy", "mindspore.dataset", "mindspore.dataset.vision",
            "mindspore.dataset.transforms", "mindspore.common.initializer",
            "mindspore.experimental.optim", "mindspore.scipy"}  # fmt: skip


@dataclass
class Names:
    """Chooses local names for modules, and remembers which imports that takes."""

    document: Document
    freed: frozenset[str]
    existing: dict[str, str] = field(init=False)
    taken: set[str] = field(init=False)
    wanted: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.document.tree is not None
        self.existing = dict(_module_imports(self.document.tree))
        self.taken = set(bound_names(self.document.tree) - self.freed)

    def __call__(self, api: str) -> str:
        """``api`` as this file writes it."""
        module = _module_of(api)
        if module not in USUAL:
            return api
        return f"{self._local(module)}{api[len(module) :]}"

    def _local(self, module: str) -> str:
        for known in (self.existing, self.wanted):
            if module in known:
                return known[module]
        _, name, usual = USUAL[module]
        choices = [usual, name]
        if module.startswith("mindspore.") and module not in EXPLICIT:
            if usual in self.taken:
                return f"{self._local('mindspore')}{module[len('mindspore') :]}"
        elif module.startswith("mindspore"):
            choices += [f"ms_{name}", f"mindspore_{name}"]
        choices += [f"_{usual}"]
        chosen = next(choice for choice in choices if choice not in self.taken)
        self.taken.add(chosen)
        self.wanted[module] = chosen
        return chosen

    def import_edits(self, at: int) -> Iterator[Edit]:
        """The import statements that the chosen names need, put before ``at``."""
        if not self.wanted:
            return
        lines: list[str] = []
        grouped: dict[str, list[str]] = {}
        for module, local in self.wanted.items():
            source, name, _ = USUAL[module]
            alias = name if local == name else f"{name} as {local}"
            if source:
                grouped.setdefault(source, []).append(alias)
            else:
                lines.append(f"import {alias}")
        lines.sort()
        lines += [f"from {source} import {', '.join(sorted(names))}"
                  for source, names in sorted(grouped.items())]  # fmt: skip
        newline = self.document.newline
        yield Edit(Span(at, at), tuple(f"{line}{newline}" for line in lines))


def _module_of(api: str) -> str:
    parts = api.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:length])
        if module in USUAL:
            return module
    return parts[0]


def _module_imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Modules of USUAL that the file's top level imports already, with their local names."""
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name in USUAL and (alias.asname or "." not in alias.name):
                    yield alias.name, alias.asname or alias.name
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            for alias in statement.names:
                module = f"{statement.module}.{alias.name}"
                if module in USUAL:
                    yield module, alias.asname or alias.name


@lru_cache(maxsize=4)
def bound_names(tree: ast.AST) -> frozenset[str]:
    """Every name that anything in the file binds."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return frozenset(names)
