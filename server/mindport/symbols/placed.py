"""Whether the items of a state are taken by their places: ``list(net.state_dict().values())[4]``; or by a
key that is written: ``optimizer.state_dict()["state"]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import find, name_of, walk
from mindport.symbols.assignments import only_value

VIEWS = frozenset({"keys", "values", "items"})
LISTS = frozenset({"list", "tuple"})
# What reads a file, in the order that another program wrote.
FILES = frozenset({"load", "load_file", "loads", "fromfile", "loadmat", "read", "load_url"})


def is_taken_by_place(call: ast.expr, parents: Mapping[ast.AST, ast.AST], within: ast.AST) -> bool:
    """Whether an item of what ``call`` gives is taken by its number, or beside what a file holds."""
    return any(
        _by_number(node, listed, parents) or _beside_a_file(node, parents, within)
        for node, listed in _handed_on(call, False, parents, within)
    )


def is_taken_by_key(
    call: ast.expr, key: str, parents: Mapping[ast.AST, ast.AST], within: ast.AST
) -> bool:
    """Whether what ``call`` gives is asked for ``key``."""
    for node, _ in _handed_on(call, False, parents, within):
        outer = parents.get(node)
        match outer, parents.get(outer) if outer is not None else None:
            case ast.Subscript(slice=ast.Constant(found), ctx=ast.Load()), _ if found == key:
                return True
            case ast.Attribute(attr="get" | "pop"), ast.Call(args=[ast.Constant(found), *_]):
                if found == key:
                    return True
    return False


def _handed_on(
    node: ast.expr, listed: bool, parents: Mapping[ast.AST, ast.AST], within: ast.AST
) -> Iterator[tuple[ast.expr, bool]]:
    """What stands for the items, by names too, and whether it is a list of them by now."""
    outer = parents.get(node)
    while isinstance(outer, ast.Call | ast.Attribute):
        if isinstance(outer, ast.Attribute) and outer.attr not in VIEWS:
            break
        if isinstance(outer, ast.Call) and outer.func is not node:
            if name_of(outer.func) not in LISTS:
                break
            listed = True
        node, outer = outer, parents.get(outer)
    yield node, listed
    match outer:
        case ast.Assign([ast.Name(name)]) if only_value(name, within) is node:
            for one in find(within, ast.Name):
                if one.id == name and isinstance(one.ctx, ast.Load):
                    yield from _handed_on(one, listed, parents, within)


def _by_number(node: ast.expr, listed: bool, parents: Mapping[ast.AST, ast.AST]) -> bool:
    outer = parents.get(node)
    match outer:
        case ast.Subscript(slice=place) if listed and outer.value is node:
            asked = getattr(parents.get(outer), "attr", "")  # "module." of a wrapper
            return asked not in ("startswith", "split") and _has_number(place)
        case ast.Call(ast.Name("enumerate"), [one, *_]) if one is node:
            return _number_is_compared(parents.get(outer))
        case ast.Call(func, [one, *numbers]) if one is node:
            return name_of(func) == "islice" and any(map(_has_number, numbers))
    return False


def _has_number(place: ast.expr) -> bool:
    return any(isinstance(one, ast.Constant) and isinstance(one.value, int) for one in walk(place))


def _number_is_compared(loop: ast.AST | None) -> bool:
    """``for i, value in enumerate(..): if i < 10``."""
    match loop:
        case ast.For(ast.Tuple([ast.Name(name), _]), body=body):
            return any(
                name in _names(one) and _has_number(one)
                for statement in body
                for one in walk(statement)
                if isinstance(one, ast.Compare)
            )
    return False


def _beside_a_file(node: ast.expr, parents: Mapping[ast.AST, ast.AST], within: ast.AST) -> bool:
    """``zip(net.state_dict().keys(), torch.load(path).values())``."""
    outer = parents.get(node)
    if not isinstance(outer, ast.Call) or name_of(outer.func) != "zip":
        return False
    return any(_reads_a_file(one, within, 0) for one in outer.args if one is not node)


def _reads_a_file(node: ast.expr, within: ast.AST, depth: int) -> bool:
    if any(isinstance(one, ast.Call) and name_of(one.func) in FILES for one in walk(node)):
        return True
    values = (only_value(name, within) for name in _names(node))
    return depth < 3 and any(
        value is not None and _reads_a_file(value, within, depth + 1) for value in values
    )


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in find(node, ast.Name)}
