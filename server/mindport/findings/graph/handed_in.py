"""Whether a caller may read a list or dict again in which a compiled function sets items.

Graph mode changes a copy. Where each caller hands in what it makes for the call, or a name to which the
call's result is given or that nothing reads behind the call, nobody sees which of the two was changed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.graph.compiled import Function
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    find,
    function_around,
    kept,
    name_of,
    statement_parents,
    targets,
    walk,
)
from mindport.symbols.assignments import assignments
from mindport.symbols.reached import ENTRIES

LOOPS = (ast.For, ast.While)
KEEPING = frozenset({"append", "extend", "insert", "setattr", "setdefault", "update"})
LISTS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp)


NOT_GIVEN = ast.Constant(None)


def may_be_read_again(site: Site, function: Function, name: str) -> bool:
    """True also where not all callers are seen, and of what may be a tensor."""
    tree = site.document.tree
    place = next((i for i, one in enumerate(function.parameters) if one.arg == name), None)
    calls = list(_calls(site, function)) if tree is not None and place is not None else []
    if tree is None or place is None or not calls or None in calls:
        return True
    is_method = function.owner is not None
    given = [_given(call, place - is_method, name) for call in calls if call is not None]
    if name in _nothing_by_default(function):
        given = [one for one in given if one is not NOT_GIVEN]
    has_keys = _sets_keys_alone(function, name)
    return any(
        one is None
        or one is NOT_GIVEN
        or not (has_keys or _is_a_list(tree, one))
        or _is_read_behind(tree, one)
        for one in given
    )


def _calls(site: Site, function: Function) -> Iterator[ast.Call | None]:
    """The calls of a function or method; None where it may be called unseen."""
    tree, node, owner = site.document.tree, function.node, function.owner
    assert tree is not None
    if node.name in site.taken() or (owner is not None and owner.name in site.taken()):
        yield None
    if owner is None:
        yield from _called(tree, node.name, is_member=False)
    elif node.name not in ENTRIES:
        yield from _called(tree, node.name, is_member=True)
    else:
        above = statement_parents(tree)
        for made in find(tree, ast.Name):
            if made.id != owner.name or not isinstance(made.ctx, ast.Load):
                continue
            call = above.get(made)
            statement = above.get(call) if isinstance(call, ast.Call) else None
            names = list(targets(statement)) if isinstance(statement, ast.Assign) else []
            if len(names) != 1:
                yield None
                return
            own = attribute_of_self(names[0])
            name = own or getattr(names[0], "id", None) or ""
            yield from _called(tree, name, is_member=own is not None)


def _called(tree: ast.Module, name: str, is_member: bool) -> Iterator[ast.Call | None]:
    """The calls by a name, or by that of an attribute; None where it is handed on."""
    above = statement_parents(tree)
    for node in walk(tree):
        if is_member:
            named = isinstance(node, ast.Attribute) and node.attr == name
        else:
            named = isinstance(node, ast.Name) and node.id == name
        if named and isinstance(getattr(node, "ctx", None), ast.Load):
            call = above.get(node)
            if isinstance(call, ast.Call) and call.func is node:
                yield call
            elif not isinstance(call, ast.Attribute) or call.attr in ENTRIES:
                yield None


def _given(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """The argument, or NOT_GIVEN; None where it cannot be told."""
    if any(one.arg is None for one in call.keywords) or any(
        isinstance(one, ast.Starred) for one in call.args
    ):
        return None
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    positional = call.args[place : place + 1] if place >= 0 else []
    return next(iter([*named, *positional]), NOT_GIVEN)


def _nothing_by_default(function: Function) -> set[str]:
    """The parameters that are None where a call leaves them out."""
    defaults = function.node.args.defaults
    last = function.parameters[len(function.parameters) - len(defaults) :]
    pairs = zip(last, defaults, strict=True)
    return {one.arg for one, value in pairs if getattr(value, "value", value) is None}


def _sets_keys_alone(function: Function, name: str) -> bool:
    """``x["a"] = y``: it is no tensor."""
    keys = [
        target.slice
        for node in function.nodes
        for target in targets(node)
        if isinstance(target, ast.Subscript) and getattr(target.value, "id", "") == name
    ]
    return bool(keys) and all(isinstance(k, ast.Constant) and type(k.value) is str for k in keys)


def _is_a_list(tree: ast.Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        made = kept(function_around(tree, node) or tree, assignments)[0].get(node.id, [])
        return bool(made) and all(isinstance(one, LISTS) for one in made)
    return isinstance(node, LISTS)


def _is_read_behind(tree: ast.Module, node: ast.expr) -> bool:
    """Whether it may be read behind the statement that hands it in."""
    if not isinstance(node, ast.Name):
        return not _makes(tree, node)
    above = statement_parents(tree)
    scope = function_around(tree, node) or tree
    made = kept(scope, assignments)[0].get(node.id, [])
    if scope is tree or not made or not all(_makes(tree, one) for one in made):
        return True
    around: list[ast.AST] = [node]
    while around[-1] in above:
        around.append(above[around[-1]])
    statement = next(one for one in around if isinstance(one, ast.stmt))
    named = [one for one in find(scope, ast.Name) if one.id == node.id and one is not node]
    read = [one for one in named if isinstance(one.ctx, ast.Load)]
    if any(_is_kept(above, one) for one in read):
        return True
    if any(_names(target, node.id) for target in targets(statement)):
        return isinstance(statement, ast.AugAssign)
    if any(one.lineno >= statement.lineno for one in read):
        return True
    stored = [one for one in named if isinstance(one.ctx, ast.Store)]
    loops = [one for one in around if isinstance(one, LOOPS) and one in walk(scope)]
    return any(not any(s in walk(loop) for s in stored) for loop in loops)


def _makes(tree: ast.Module, node: ast.expr) -> bool:
    """Whether it is a new list or dict: one that is written out, or what functions of this file, called
    by that name, return as such, or by a name of their own."""
    if not isinstance(node, ast.Call):
        return isinstance(node, LISTS)
    functions = [one for one in find(tree, ast.FunctionDef) if one.name == name_of(node.func)]
    given = [(one.value, f) for f in functions for one in find(f, ast.Return)]
    return getattr(node.func, "id", "") in ("dict", "list") or (
        bool(given) and all(_is_new(value, function) for value, function in given)
    )


def _is_new(node: ast.expr | None, function: ast.FunctionDef) -> bool:
    """A list or dict that is written out, a name for such, or what the function is given."""
    if not isinstance(node, ast.Name):
        return isinstance(node, LISTS)
    values, _, _, given = kept(function, assignments)
    made = values.get(node.id, [])
    return all(isinstance(one, LISTS) for one in made) and (bool(made) or node.id in given)


def _is_kept(above: Mapping[ast.AST, ast.AST], node: ast.Name) -> bool:
    """Whether another name, or a container, may hold it, too."""
    match above.get(node):
        case ast.Subscript(value) | ast.Attribute(value):
            return value is not node
        case ast.Return() | ast.Compare():
            return False
        case ast.Call(func):
            return name_of(func) in KEEPING or isinstance(func, ast.Name)
        case ast.Tuple() as several:
            return not isinstance(above.get(several), ast.Return)
    return True


def _names(target: ast.expr, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in walk(target))
