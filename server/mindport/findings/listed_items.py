"""Items of a list that graph mode does not change in place: they are assigned a new tensor."""

from __future__ import annotations

import ast

from mindport.findings.ownership import is_fresh
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.rewrites.facts import literal_value
from mindport.symbols.assignments import assigned
from mindport.symbols.values import UNKNOWN, Value

# What a list is asked for that gives no item a second name.
ASKED = frozenset({"append", "index", "insert", "pop", "reverse"})
FILLING = frozenset({"append", "insert"})


def is_listed(site: Site, node: ast.expr) -> bool:
    """Whether ``node`` is one item of a list: ``d[0]``, ``d[i]``."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice | ast.Tuple):
        return False
    held: Value = site.bindings.values.get(node.value, UNKNOWN)
    return held.kind == "sequence" and held.name in ("", "list")


def holds_items_alone(site: Site, item: ast.Subscript, scope: ast.AST) -> bool:
    """Whether nothing but the list holds the tensor that ``item`` is.

    It is made where it is put into the list, and read as ``d[0]`` alone.
    """
    holder = item.value
    made = assigned(holder.id, scope) if isinstance(holder, ast.Name) else None
    if not made or not isinstance(holder, ast.Name):
        return False
    asked = []
    for call in find(scope, ast.Call):
        match call.func:
            case ast.Attribute(ast.Name(name), method) if name == holder.id:
                asked.append(method)
                put = call.args[-1:] if method in FILLING else []
                if method not in ASKED or not all(is_fresh(site, one) for one in put):
                    return False
    place = literal_value(item.slice) if set(asked) <= {"append"} else None
    if not all(_makes_items(site, value, place) for value in made):
        return False
    return not _has_second_name(holder.id, scope)


def _makes_items(site: Site, value: ast.expr, place: object) -> bool:
    """Whether a list is made of new tensors; of one at least at the place that is known."""
    match value:
        case ast.List(items):
            if isinstance(place, int) and 0 <= place < len(items):
                items = [items[place]]
            return all(is_fresh(site, one) for one in items)
        case ast.ListComp(one):
            return is_fresh(site, one)
    return False


def _has_second_name(name: str, scope: ast.AST) -> bool:
    """``t = d[0]``, ``for t in d``, ``e = d`` and the like."""
    for node in find(scope, ast.Assign):
        value = node.value
        if isinstance(value, ast.Subscript):
            value = value.value
        if isinstance(value, ast.Name) and value.id == name:
            return True
    gone_through = [loop.iter for loop in find(scope, ast.For)]
    gone_through += [one.iter for one in find(scope, ast.comprehension)]
    return any(
        isinstance(one, ast.Name) and one.id == name
        for around in gone_through
        for one in ast.walk(around)
    )
