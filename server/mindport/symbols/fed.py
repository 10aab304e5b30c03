"""What a layer is called with, where it is made and called in the same function."""

from __future__ import annotations

import ast

from mindport.nodes import find
from mindport.symbols.shapes import shape_of


def fed_axes(made: ast.Call, within: ast.AST) -> int:
    """The fewest axes of a tensor that ``name = made`` is called with; -1 where none is seen.

    Args:
        within: the function, or module, that ``made`` stands in.
    """
    assigned = (node for node in find(within, ast.Assign) if node.value is made)
    target = next((node.targets[0] for node in assigned), None)
    if not isinstance(target, ast.Name):
        return -1
    given = [
        call.args[0]
        for call in find(within, ast.Call)
        if isinstance(call.func, ast.Name) and call.func.id == target.id and call.args
    ]
    shapes = [shape_of(node, within) for node in given]
    return min((len(shape) for shape in shapes if shape is not None), default=-1)
