"""Views that functions of a file give each other: ``fill(x.t())``, ``def turned(x): return x.t()``.

A name or an item of a list says nothing of it where it is changed in place. Measured with MindSpore
2.10.0 on a CPU: what ``copy_`` writes to such a tensor is lost, ``x[:] = ...`` reaches it and, outside of
a function that is differentiated, the tensor that it shows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar, cast

from mindport.findings.call_sites import given, may_call
from mindport.findings.flat_views import is_differentiated, is_flat_here, shown_flat
from mindport.findings.named_views import Given, gives_view, last_given
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, kept, statement_parents, walk
from mindport.symbols.values import UNKNOWN, is_tensor

DEEPEST = 8
Item: TypeAlias = tuple[ast.expr, int | None]
T = TypeVar("T", bound=Hashable)


def is_passed_view(site: Site, node: ast.expr) -> bool:
    """Whether a name, an item as ``outputs[0]`` or ``self.row`` may stand for a view that was made
    elsewhere."""
    tree = site.document.tree
    if isinstance(node, ast.Subscript) and is_tensor(site.bindings.values.get(node.value, UNKNOWN)):
        return False
    named = isinstance(node, ast.Name | ast.Subscript | ast.Attribute)
    if tree is None or not named:
        return False
    flat = is_differentiated(site, node) and not is_flat_here(tree, node)
    return _shows(site, tree, node, flat=flat)


def is_of_object(site: Site, node: ast.expr) -> bool:
    """Whether a view that ``node`` stands for may be of what the object holds, which others read."""
    tree = site.document.tree
    if isinstance(node, ast.Attribute) or tree is None:
        return True
    root = node.value if isinstance(node, ast.Subscript) else node
    made = sources(tree, root) if isinstance(root, ast.Name) else []
    calls = {id(inner) for value, _ in made for one in find(value, ast.Call) for inner in walk(one)}
    return any(
        name.id == "self" and id(name) not in calls
        for value, _ in made
        for name in find(value, ast.Name)
    )


def _shows(site: Site, tree: ast.Module, node: ast.expr, *, flat: bool) -> bool:
    """Whether ``node`` is a view as far as the file tells; each expression is looked at once.

    With ``flat`` another shape of the same memory is one, too: its gradient would be wrong.
    """
    start: Item = (node, None)
    return any(
        gives_view(site, Given(value.lineno, value, item))
        or (flat and item is None and shown_flat(value) is not None)
        for value, item in reached(start, lambda one: _behind(tree, *one))
    )


def reached(start: T, behind: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """What leads on from ``start``, the nearest first and each once; as far as ``DEEPEST``."""
    seen: set[T] = set()
    waiting = [start]
    for _ in range(DEEPEST + 1):
        fresh = [one for one in dict.fromkeys(waiting) if one not in seen]
        seen |= set(fresh)
        waiting = []
        for one in fresh:
            yield one
            waiting += behind(one)


def _behind(tree: ast.Module, node: ast.expr, item: int | None) -> Sequence[Item]:
    """What ``node``, or its item at a place, may stand for, each with the item of it that is meant."""
    match node:
        case ast.Tuple(items) | ast.List(items) if item is not None:
            return [(one, None) for one in items[item : item + 1]]
        case ast.ListComp(elt=element) if item is not None:
            return [(element, None)]
        case ast.IfExp(body=one, orelse=other):
            return [(one, item), (other, item)]
        case ast.Subscript(whole, ast.Constant(int(place))) if item is None and place >= 0:
            return [(whole, place)]
        case ast.Subscript(ast.Name() as whole, ast.Constant(str(key))) if item is None:
            made = list(_values(tree, whole, key))
        case ast.Attribute(ast.Name("self"), attribute):
            made = _held(tree, node, attribute)
        case ast.Name():
            made = sources(tree, node)
        case ast.Call():
            made = [(one, None) for one in returned(tree, node)]
        case _:
            return []
    # A part of a part is not followed.
    return [
        (value, item if place is None else place)
        for value, place in made
        if item is None or place is None
    ]


def sources(tree: ast.Module, name: ast.Name) -> list[tuple[ast.expr, int | None]]:
    """What a name was last given, or what calls give the parameter that it is."""
    function = function_around(tree, name)
    last = last_given(function or tree, name)
    if last is not None:
        looped = _looped(function or tree, name, last.line) if last.value is None else []
        return [(v, None) for v in looped] if last.value is None else [(last.value, last.place)]
    if function is None:
        return []
    owner = statement_parents(tree).get(function)
    calls = (call for call in find(tree, ast.Call) if may_call(tree, call, function, owner))
    values = (given(function, name.id, call) for call in calls)
    return [(value, None) for value in values if value is not None]


def _values(tree: ast.Module, name: ast.Name, key: str) -> Iterator[tuple[ast.expr, int | None]]:
    """What a dict that is written out has for a key."""
    for value, _ in sources(tree, name):
        if isinstance(value, ast.Dict):
            for one, given in zip(value.keys, value.values, strict=True):
                if isinstance(one, ast.Constant) and one.value == key:
                    yield given, None


def _held(
    tree: ast.Module, node: ast.Attribute, attribute: str
) -> list[tuple[ast.expr, int | None]]:
    """What the class around ``node`` assigns to an attribute of the object."""
    above, cls = statement_parents(tree), cast(ast.AST | None, function_around(tree, node))
    while cls is not None and not isinstance(cls, ast.ClassDef):
        cls = above.get(cls)
    return [] if cls is None else list(kept(cls, _assigned).get(attribute, ()))


def _assigned(cls: ast.AST) -> dict[str, list[tuple[ast.expr, int | None]]]:
    found: dict[str, list[tuple[ast.expr, int | None]]] = {}
    for assign in find(cls, ast.Assign):
        for target in assign.targets:
            attribute = attribute_of_self(target)
            if attribute is not None:
                found.setdefault(attribute, []).append((assign.value, None))
    return found


def _looped(scope: ast.AST, name: ast.Name, line: int) -> list[ast.expr]:
    """What a loop on a line gives a name: ``for x in (a, b):``."""
    for loop in find(scope, ast.For):
        match loop:
            case ast.For(ast.Name(name.id), ast.Tuple(items) | ast.List(items), lineno=at):
                if at == line:
                    return items
    return []


def returned(tree: ast.Module, call: ast.Call) -> Iterator[ast.expr]:
    """What the functions of the file that a call may be of return."""
    above = statement_parents(tree)
    for function in find(tree, ast.FunctionDef):
        if not may_call(tree, call, function, above.get(function)):
            continue
        for statement in find(function, ast.Return):
            if statement.value is not None and function_around(tree, statement) is function:
                yield statement.value


def handed_back(tree: ast.Module, call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that the functions of the file which it may be of return as they are."""
    for value in returned(tree, call):
        function = function_around(tree, value) if isinstance(value, ast.Name) else None
        if function is None or not isinstance(value, ast.Name):
            continue
        if last_given(function, value) is None or not _is_set_always(function, value):
            passed = given(function, value.id, call)
            if passed is not None:
                yield passed


def _is_set_always(function: ast.FunctionDef, name: ast.Name) -> bool:
    """Whether a statement that no condition and no loop holds gives the name another value."""
    return any(
        target.id == name.id and isinstance(target.ctx, ast.Store)
        for statement in function.body
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.With)
        for target in find(statement, ast.Name)
    )
