"""Where the functions and methods of a file are defined."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.symbols.values import ClassInfo

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def definitions(tree: ast.Module) -> dict[str, list[Definition]]:
    """The functions of a file by name, methods left out."""
    methods = {
        method
        for node in walk(tree)
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, Definition)
    }
    found: dict[str, list[Definition]] = {}
    for node in walk(tree):
        if isinstance(node, Definition) and node not in methods:
            found.setdefault(node.name, []).append(node)
    return found


def class_around(site: Site, function: Definition) -> ClassInfo | None:
    """The class in whose methods a function is defined, and whose object ``self`` is in it."""
    for info in site.bindings.classes:
        if info.node is not None and function in walk(info.node):
            return info
    return None


def method_of(
    info: ClassInfo, name: str, depth: int = 0
) -> tuple[Definition | None, ClassInfo | None]:
    """A method of a class or of its bases, and the class that defines it."""
    own = own_method(info, name)
    if own is not None:
        return own, info
    for base in info.bases if depth < 8 else ():
        if isinstance(base.info, ClassInfo):
            found = method_of(base.info, name, depth + 1)
            if found[0] is not None:
                return found
    return None, None


def own_method(info: ClassInfo, name: str) -> Definition | None:
    body = info.node.body if info.node is not None else ()
    return next((s for s in body if isinstance(s, Definition) and s.name == name), None)
