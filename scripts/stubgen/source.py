"""Python source read with ast: what a module binds, and the names its annotations use."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True)
class Source:
    """One module: its tree, its imports as dotted names, its definitions and assignments."""

    module: str
    is_package: bool
    tree: ast.Module
    imports: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    functions: dict[str, list[ast.FunctionDef]] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    assigned: dict[str, ast.expr] = field(default_factory=dict)
    exports: list[str] | None = None

    @property
    def bound(self) -> list[str]:
        """Names in the order in which they are bound."""
        names = {**self.imports, **self.functions, **self.classes, **self.assigned}
        return list(names)


def read(module: str, is_package: bool, text: str) -> Source:
    source = Source(module, is_package, ast.parse(text))
    for statement in _statements(source.tree.body):
        _bind(source, statement)
    return source


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If):
            if _is_dead(statement.test):
                yield from _statements(statement.orelse)
                continue
            yield from _statements(statement.orelse)
            yield from _statements(statement.body)
        elif isinstance(statement, ast.Try):
            for handler in statement.handlers:
                yield from _statements(handler.body)
            yield from _statements(statement.body)
            yield from _statements(statement.orelse)
        elif isinstance(statement, ast.With):
            yield from _statements(statement.body)
        else:
            yield statement


def _is_dead(test: ast.expr) -> bool:
    """Whether the test compares the Python version in favour of an older one."""
    if not isinstance(test, ast.Compare) or "sys.version_info" not in ast.unparse(test.left):
        return False
    return not eval(compile(ast.Expression(test), "<test>", "eval"), {"sys": sys})


def _bind(source: Source, statement: ast.stmt) -> None:
    match statement:
        case ast.Import():
            for item in statement.names:
                if item.asname:
                    source.imports[item.asname] = item.name
                else:
                    root = item.name.partition(".")[0]
                    source.imports[root] = root
        case ast.ImportFrom():
            base = _absolute(source, statement)
            for item in statement.names:
                if item.name == "*":
                    source.stars.append(base)
                else:
                    source.imports[item.asname or item.name] = f"{base}.{item.name}"
        case ast.FunctionDef():
            source.functions.setdefault(statement.name, []).append(statement)
        case ast.ClassDef():
            source.classes[statement.name] = statement
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            source.exports = (source.exports or []) + _strings(statement.value)
        case ast.AugAssign(target=ast.Name(id="__all__")):
            source.exports = (source.exports or []) + _strings(statement.value)
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Attribute(value=ast.Name(id=holder), attr=attribute),
        ) if source.imports.get(holder, "").startswith(source.module.partition(".")[0]):
            source.imports[name] = f"{source.imports[holder]}.{attribute}"  # pil = functional.pil
        case ast.Assign():
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    source.assigned[target.id] = statement.value
        case ast.AnnAssign(target=ast.Name(id=name)) if statement.value is not None:
            source.assigned[name] = statement.value


def _absolute(source: Source, statement: ast.ImportFrom) -> str:
    if not statement.level:
        return statement.module or ""
    parts = source.module.split(".")
    drop = statement.level - (1 if source.is_package else 0)
    base = parts[: len(parts) - drop] if drop else parts
    return ".".join([*base, *([statement.module] if statement.module else [])])


def _strings(node: ast.expr) -> list[str]:
    if not isinstance(node, ast.List | ast.Tuple):
        return []
    return [
        item.value
        for item in node.elts
        if isinstance(item, ast.Constant) and isinstance(item.value, str)
    ]


Loader = Callable[[str], Source | None]
"""Gives the source of a module by its dotted name, or nothing."""


def origin(dotted: str, load: Loader, depth: int = 0) -> str:
    """The dotted name under which ``dotted`` is defined, following imports of its modules."""
    owner, _, name = dotted.rpartition(".")
    source = load(owner) if owner else None
    if source is None or depth > 8:
        return dotted
    if name in source.classes or name in source.functions or name in source.assigned:
        return dotted
    if name in source.imports:
        target = source.imports[name]
        return dotted if target == dotted else origin(target, load, depth + 1)
    for star in source.stars:
        found = origin(f"{star}.{name}", load, depth + 1)
        holder = load(found.rpartition(".")[0])
        if holder is not None and found.rpartition(".")[2] in holder.bound:
            return found
    return dotted
