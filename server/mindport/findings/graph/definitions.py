"""Where the functions and methods of a file are defined."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, kept, name_of, walk
from mindport.symbols.assignments import only_value
from mindport.symbols.values import UNKNOWN, ClassInfo

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


def kept_functions(info: ClassInfo, name: str, depth: int = 0) -> Iterator[ast.expr]:
    """What names the functions that an attribute of a class or of its bases stands for:
    ``self.score = self.product if scaled else additive``."""
    for assign in find(info.node, ast.Assign) if info.node is not None else ():
        if name in map(attribute_of_self, assign.targets):
            waiting = [assign.value]
            while waiting:
                value = waiting.pop()
                if isinstance(value, ast.IfExp):
                    waiting += [value.orelse, value.body]
                elif isinstance(value, ast.Name) or attribute_of_self(value) is not None:
                    yield value
    for base in info.bases if depth < 8 else ():
        if isinstance(base.info, ClassInfo):
            yield from kept_functions(base.info, name, depth + 1)


def own_method(info: ClassInfo, name: str) -> Definition | None:
    body = info.node.body if info.node is not None else ()
    return next((s for s in body if isinstance(s, Definition) and s.name == name), None)


def gives_functions(site: Site, node: ast.expr) -> bool:
    """Whether a call gives back functions: ``Losses().build("ce")``, which returns ``self.ce``, and
    ``make_loss(2)``, which returns what it defines."""
    info: ClassInfo | None = None
    match node:
        case ast.Call(ast.Attribute(held, method)):
            info = _class_of(site, held)
            maker = method_of(info, method)[0] if info is not None else None
        case ast.Call(ast.Name(name)) if site.document.tree is not None:
            named = kept(site.document.tree, definitions).get(name, [])
            maker = named[0] if len(named) == 1 else None
        case _:
            maker = None
    if maker is None:
        return False
    inner = [one for one in find(maker, ast.FunctionDef) if one is not maker]
    theirs = {given for one in inner for given in find(one, ast.Return)}
    names = {one.name for one in inner}
    given = [one.value for one in find(maker, ast.Return) if one not in theirs]
    return bool(given) and all(
        isinstance(value, ast.Lambda)
        or (isinstance(value, ast.Name) and value.id in names)
        or (info is not None and method_of(info, _own(value))[0] is not None)
        for value in given
    )


def _class_of(site: Site, held: ast.expr) -> ClassInfo | None:
    """The class of ``Losses()``, and of a name for such an object."""
    made = held
    if isinstance(held, ast.Name) and site.document.tree is not None:
        made = only_value(held.id, site.document.tree) or held
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name):
        named = [info for info in site.bindings.classes if info.name == name_of(made.func)]
        return named[0] if len(named) == 1 else None
    info = site.bindings.values.get(held, UNKNOWN).info
    return info if isinstance(info, ClassInfo) else None


def _own(node: ast.expr | None) -> str:
    """``m`` of ``self.m``."""
    return (attribute_of_self(node) if node is not None else None) or ""
