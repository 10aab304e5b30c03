"""Whether the items of what a call gives are counted: ``len(net.state_dict())``."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mindport.nodes import find
from mindport.symbols.assignments import only_value

VIEWS = frozenset({"keys", "values", "items"})
COPIES = frozenset({"list", "tuple", "set", "dict", "sorted"})


def is_counted(call: ast.expr, parents: Mapping[ast.AST, ast.AST], within: ast.AST) -> bool:
    """Whether ``len`` is asked of what ``call`` gives, or of the one name in ``within`` for it."""
    node: ast.AST | None = call
    outer = parents.get(call)
    while outer is not None and _hands_on(outer, node):
        node, outer = outer, parents.get(outer)
    if isinstance(outer, ast.Call):
        return _called(outer) == "len"
    match outer:
        case ast.Assign([ast.Name(name)]) if only_value(name, within) is node:
            return any(
                _called(one) == "len"
                and isinstance(one.args[0], ast.Name)
                and one.args[0].id == name
                for one in find(within, ast.Call)
                if one.args
            )
    return False


def _hands_on(outer: ast.AST | None, node: ast.AST | None) -> bool:
    if isinstance(outer, ast.Call):
        return outer.func is node or _called(outer) in COPIES
    return isinstance(outer, ast.Attribute) and outer.attr in VIEWS


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", "")
