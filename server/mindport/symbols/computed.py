"""Which names of other files the forwards of a file's networks reach: read off the text alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mindport.nodes import attribute_of_self, find, walk
from mindport.symbols.reached import ENTRIES

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Computing:
    """What compiled functions of a file read, by the names that its imports take from elsewhere.

    Attributes:
        names: names, as the file that they are imported from has them.
        attributes: what is taken of a plain name, as of a module.
    """

    names: frozenset[str]
    attributes: frozenset[str]


def computing(text: str, called: Iterable[str] = ()) -> Computing:
    """What the forwards in ``text`` read, and the functions ``called``, which others' forwards call;
    nothing where it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Computing(frozenset(), frozenset())
    own = {node.name: node for node in tree.body if isinstance(node, Function)}
    waiting = [own[name] for name in called if name in own]
    waiting += [m for cls in find(tree, ast.ClassDef) for m in _reached(cls)]
    names: set[str] = set()
    attributes: set[str] = set()
    for function in waiting:  # grows while it is read
        for node in (inner for statement in function.body for inner in walk(statement)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names.add(node.id)
                found = own.get(node.id)
                if found is not None and found not in waiting:
                    waiting.append(found)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                attributes.add(node.attr)
    imported = {
        alias.asname: alias.name
        for node in find(tree, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    return Computing(frozenset(imported.get(n, n) for n in names), frozenset(attributes))


def _reached(cls: ast.ClassDef) -> Iterator[Function]:
    """The forward of a class, and the methods that it uses of the object."""
    methods = {node.name: node for node in cls.body if isinstance(node, Function)}
    waiting = [methods[name] for name in ENTRIES if name in methods]
    for method in waiting:  # grows while it is read
        yield method
        for node in walk(method):
            found = methods.get(attribute_of_self(node) or "")
            if found is not None and found not in waiting:
                waiting.append(found)
