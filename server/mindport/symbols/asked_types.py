"""Whose type an expression is: of m in ``type(m)``, in ``m.__class__``, and in ``t = type(m)``."""

from __future__ import annotations

import ast

from mindport.nodes import find
from mindport.symbols.assignments import STORES, assigned


def instance_asked(node: ast.expr, within: ast.AST | None) -> ast.expr | None:
    """What an expression gives the type of; None where it gives none.

    A name counts where ``within`` binds it to the type of one other name alone, which is not bound
    anew behind that.
    """
    if isinstance(node, ast.Call):
        asks = getattr(node.func, "id", "") == "type" and len(node.args) == 1
        return node.args[0] if asks else None
    if isinstance(node, ast.Attribute):
        return node.value if node.attr == "__class__" else None
    if not isinstance(node, ast.Name) or within is None:
        return None
    values = assigned(node.id, within) or ()
    asked = [None if isinstance(one, ast.Name) else instance_asked(one, None) for one in values]
    names = {one.id if isinstance(one, ast.Name) else "" for one in asked}
    if len(names) != 1 or "" in names:
        return None
    first = min(one.lineno for one in values)
    stores = (n for n in find(within, ast.Name) if n.id in names and isinstance(n.ctx, STORES))
    return None if any(one.lineno > first for one in stores) else asked[0]
