"""Classes that something stands for which is called: ``SOLVERS[method](f, x)``, ``self.kind(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Function
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self
from mindport.symbols.assignments import assigned, own_values

MAX_DEPTH = 3


def names_behind(site: Site, function: Function, called: ast.expr, depth: int = 0) -> Iterator[str]:
    """The names that may be called: through locals, the module's names, attributes that the class
    gives itself, and dicts that are written out."""
    if depth > MAX_DEPTH:
        return
    match called:
        case ast.Name(name):
            yield name
            values = _values(site, function, name)
        case ast.Attribute() if (own := attribute_of_self(called)) is not None:
            values = own_values(None if function.owner is None else function.owner.node, own)
        case ast.IfExp(_, body, other):
            values = [body, other]
        case ast.Subscript(holder) | ast.Call(ast.Attribute(holder, "get")):
            values = list(_held(site, function, holder))
        case _:
            return
    for value in values:
        yield from names_behind(site, function, value, depth + 1)


def _held(site: Site, function: Function, holder: ast.expr) -> Iterator[ast.expr]:
    """What a dict or a list holds that is written out, be it under a name or an attribute."""
    match holder:
        case ast.Dict(_, items) | ast.List(items) | ast.Tuple(items):
            yield from items
        case ast.Name(name):
            for value in _values(site, function, name):
                if not isinstance(value, ast.Name):
                    yield from _held(site, function, value)
        case ast.Attribute() if (own := attribute_of_self(holder)) is not None:
            for value in own_values(None if function.owner is None else function.owner.node, own):
                if attribute_of_self(value) is None:
                    yield from _held(site, function, value)


def _values(site: Site, function: Function, name: str) -> list[ast.expr]:
    tree = site.document.tree
    own = assigned(name, function.node)
    return own or ([] if own is None or tree is None else assigned(name, tree) or [])
