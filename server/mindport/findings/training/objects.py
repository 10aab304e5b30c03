"""What the objects of a file's classes are given: the ``net`` of ``fgm = FGM(net)``."""

from __future__ import annotations

import ast

from mindport.findings.training.names import path_of, root_of
from mindport.nodes import (
    argument_of,
    assigned_pairs,
    find,
    function_around,
    name_of,
    names_bound,
    statement_parents,
)


def given_to_objects(
    tree: ast.Module, owner: ast.ClassDef, method: str, attribute: str
) -> tuple[tuple[ast.Call, ast.expr], ...]:
    """All calls of a method, each with what its object was given for ``self.model``.

    Nothing where one of them is not seen through, or the method is taken as a value.
    """
    mentions = mentions_of(tree, owner, method)
    calls = [call for call in find(tree, ast.Call) if call.func in mentions]
    if len(calls) != len(mentions) or _is_inherited(tree, owner):
        return ()
    given = [given_to_object(tree, owner, call, attribute) for call in calls]
    pairs = zip(calls, given, strict=True)
    return tuple((call, one) for call, one in pairs if one is not None) if all(given) else ()


def is_made_here(tree: ast.Module, call: ast.Call) -> bool:
    """Whether the file shows how the object of a call is made."""
    path = path_of(call.func.value) if isinstance(call.func, ast.Attribute) else None
    return path is not None and _made(tree, path, function_around(tree, call)) is not None


def mentions_of(tree: ast.Module, owner: ast.ClassDef, method: str) -> list[ast.Attribute]:
    """Where something may be a method of a class: not where its object is made by another one."""
    others = {node.name for node in find(tree, ast.ClassDef)} - {owner.name}
    return [
        node
        for node in find(tree, ast.Attribute)
        if node.attr == method
        and not (
            (path := path_of(node.value)) is not None
            and (made := _made(tree, path, function_around(tree, node))) is not None
            and path_of(made.func) in others
        )
    ]


def _is_inherited(tree: ast.Module, owner: ast.ClassDef) -> bool:
    bases = {name_of(base) for other in find(tree, ast.ClassDef) for base in other.bases}
    return owner.name in bases or any(name_of(base) != "object" for base in owner.bases)


def given_to_object(
    tree: ast.Module, owner: ast.ClassDef, call: ast.Call, attribute: str
) -> ast.expr | None:
    """What the object of a call was given for ``self.model``; its class may be another file's."""
    if not isinstance(call.func, ast.Attribute):
        return None
    path, here = path_of(call.func.value), function_around(tree, call)
    made = None if path is None else _made(tree, path, here)
    if made is None or path is None or name_of(made.func) != owner.name:
        return None
    given = _argument(owner, made, attribute)
    root = None if given is None else path_of(given)
    if given is None or root is None:
        return None
    there = function_around(tree, made)
    if here is not there:
        # Another function sees the same object, and by the same name the same network.
        names = {root_of(path), root_of(root)}
        owners = statement_parents(tree)
        is_own = (
            here is not None
            and there is not None
            and names == {"self"}
            and owners.get(here) is owners.get(there)
        )
        bound = set() if here is None else set(names_bound(here))
        if not (is_own or (there is None and not names & bound)):
            return None
    return given


def _made(tree: ast.Module, path: str, here: ast.FunctionDef | None) -> ast.Call | None:
    """The call that gives a path its value, as it is seen in a function; None for any other."""
    kind: type[ast.Attribute | ast.Name] = ast.Attribute if "." in path else ast.Name
    nodes = [node for node in find(tree, kind) if path_of(node) == path]
    stores = [node for node in nodes if not isinstance(node.ctx, ast.Load)]
    local = [node for node in stores if function_around(tree, node) is here]
    if "." not in path:
        stores = local or [node for node in stores if function_around(tree, node) is None]
    made = [
        value
        for statement in find(tree, ast.Assign)
        for target, value in assigned_pairs(statement)
        if any(target is node for node in stores)
    ]
    [*values] = map(_if_any, made)
    is_one = len(stores) == len(values) == 1 and isinstance(values[0], ast.Call)
    return values[0] if is_one and isinstance(values[0], ast.Call) else None


def _if_any(value: ast.expr) -> ast.expr:
    """``FGM(net)`` of ``FGM(net) if attacks else None``."""
    match value:
        case ast.IfExp(_, body, ast.Constant(None)):
            return body
    return value


def _argument(owner: ast.ClassDef, made: ast.Call, attribute: str) -> ast.expr | None:
    """What an object is given for an attribute that its __init__ alone sets, to a parameter."""
    stores = [
        node
        for node in find(owner, ast.Attribute)
        if path_of(node) == attribute and not isinstance(node.ctx, ast.Load)
    ]
    found = [one for one in owner.body if getattr(one, "name", "") == "__init__"]
    if len(stores) != 1 or len(found) != 1 or not isinstance(found[0], ast.FunctionDef):
        return None
    init = found[0]
    names = [argument.arg for argument in init.args.args[1:]]
    kept = set(names) - {n.id for n in find(init, ast.Name) if not isinstance(n.ctx, ast.Load)}
    for statement in find(init, ast.Assign):
        for target, value in assigned_pairs(statement):
            if target is stores[0] and isinstance(value, ast.Name) and value.id in kept:
                return argument_of(made, names, names.index(value.id))
    return None
