"""Whether what stands for a float may be an int, as far as the source writes one."""

from __future__ import annotations

import ast

from mindport.nodes import kept
from mindport.symbols.assignments import assignments
from mindport.symbols.given_values import values_given


def may_be_int(node: ast.expr, within: ast.AST | None, tree: ast.Module) -> bool:
    """Whether an int comes out of one way through an expression: ``p if n > 1 else 0``; of a name what
    its function assigns to it, its default, and what the calls of the file give for it."""
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=value):
            return isinstance(value, int)
        case ast.IfExp():
            return any(may_be_int(side, within, tree) for side in (node.body, node.orelse))
        case ast.BoolOp(values=sides) | ast.Subscript(ast.Tuple(elts=sides) | ast.List(elts=sides)):
            return any(may_be_int(side, within, tree) for side in sides)
        case ast.Name(name) if within is not None:
            given = [*kept(within, assignments)[0].get(name, ())]
            if isinstance(within, ast.FunctionDef):
                given += values_given(tree, within, name) or []
            return any(may_be_int(one, None, tree) for one in given)
    return False
