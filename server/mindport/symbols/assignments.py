"""What the names of a function are assigned."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator

from mindport.nodes import (
    assigned_pairs,
    attribute_of_self,
    find,
    function_around,
    kept,
    name_of,
)

STORES = (ast.Store, ast.Del)


def only_value(name: str, function: ast.AST) -> ast.expr | None:
    """What the name is assigned in the function, where that happens once and nothing else binds."""
    values = assigned(name, function)
    return values[0] if values is not None and len(values) == 1 else None


def assigned(name: str, function: ast.AST, *, changed: bool = False) -> list[ast.expr] | None:
    """All that the name is assigned in the function; None where something else binds it, too.

    ``changed``: it may be changed in place (``x += 1``), which leaves a tensor's dtype as it is.
    """
    values, stores, changes, parameters = kept(function, assignments)
    found = values.get(name, [])
    bound = stores[name] - changes[name] if changed and found else stores[name]
    return None if name in parameters or len(found) != bound else list(found)


def assignments(
    function: ast.AST,
) -> tuple[dict[str, list[ast.expr]], Counter[str], Counter[str], frozenset[str]]:
    """By name what is assigned to it alone, how often it is bound at all, and of these how often it
    is changed in place; and the parameters."""
    values: dict[str, list[ast.expr]] = {}
    for node in find(function, ast.Assign):
        given = dict(pair for target in node.targets for pair in _paired(target, node.value))
        for name, value in given.items():
            values.setdefault(name, []).append(value)
    stores = Counter(n.id for n in find(function, ast.Name) if isinstance(n.ctx, STORES))
    targets = [changed.target for changed in find(function, ast.AugAssign)]
    changes = Counter(target.id for target in targets if isinstance(target, ast.Name))
    return values, stores, changes, frozenset(arg.arg for arg in find(function, ast.arg))


def own_values(cls: ast.AST | None, name: str) -> list[ast.expr]:
    """What a class gives an attribute of its own in assignments, ``self.name = value``."""
    pairs = (pair for one in (find(cls, ast.Assign) if cls else ()) for pair in assigned_pairs(one))
    return [value for target, value in pairs if attribute_of_self(target) == name]


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names of a target with what each gets: of ``a, b = 0, x`` it is written out."""
    if isinstance(target, ast.Name):
        yield target.id, value
        return
    displays = (ast.Tuple, ast.List)
    if not isinstance(target, displays) or not isinstance(value, displays):
        return
    starred = any(isinstance(item, ast.Starred) for item in (*target.elts, *value.elts))
    if len(target.elts) == len(value.elts) and not starred:
        for one, item in zip(target.elts, value.elts, strict=True):
            yield from _paired(one, item)


def given_back(value: ast.expr, name: str, keeping: Collection[str]) -> bool:
    """Whether it is the name itself behind methods of ``keeping``, or moved to another device:
    ``x.clone()``, ``x.to(device)``."""
    node = value
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in keeping and not moves(node):
            return False
        node = node.func.value
    return node is not value and isinstance(node, ast.Name) and node.id == name


def moves(call: ast.Call) -> bool:
    """``x.to("cuda")``, ``x.to(self.device, non_blocking=True)``."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "to":
        return False
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    places = [*call.args, *([given["device"]] if "device" in given else [])]
    if len(places) != 1 or not given.keys() <= {"device", "non_blocking", "copy"}:
        return False
    if isinstance(places[0], ast.Constant):
        return isinstance(places[0].value, str)
    return "device" in given or name_of(places[0]) == "device"


def given_last(scope: ast.AST, node: ast.expr) -> ast.expr | None:
    """What a name or an attribute was given last above the line where it stands."""
    above = [
        one
        for one in find(scope, ast.Assign)
        if one.lineno < node.lineno
        and any(
            type(target) is type(node) and ast.unparse(target) == ast.unparse(node)
            for target in one.targets
        )
    ]
    return max(above, key=lambda one: one.lineno).value if above else None


def attribute_given_last(tree: ast.Module, node: ast.expr) -> ast.expr | None:
    """What the function gave ``self.classes`` last above, which holds something else elsewhere."""
    scope = function_around(tree, node) if isinstance(node, ast.Attribute) else None
    return given_last(scope, node) if scope is not None else None
