"""Whether numbers that are written out have imaginary parts: ``[1 + 2j, 3]``, ``complex(0, 1)``."""

from __future__ import annotations

import ast

from mindport.nodes import find, kept, name_of
from mindport.symbols.assignments import assigned

MAX_DEPTH = 12
NUMBERS = frozenset({"complex", "float", "int", "len", "abs", "round"})
MODULES = ("math", "cmath")
CONSTANTS = ("pi", "e", "tau", "inf", "nan")


def is_imaginary(node: ast.expr, within: ast.AST, depth: int = 0) -> bool | None:
    """Whether a number, or one in lists of such, is complex; None where one is and what it is
    counted with is not told: an array of NumPy's would make another dtype of it.

    Args:
        within: the function, or module, that ``node`` stands in.
    """
    if depth > MAX_DEPTH or not kept(within, _writes_imaginary):
        return False

    def again(inner: ast.expr) -> bool | None:
        return is_imaginary(inner, within, depth + 1)

    if isinstance(node, ast.Constant):
        return type(node.value) is complex
    if isinstance(node, ast.UnaryOp):
        return again(node.operand)
    if isinstance(node, ast.List | ast.Tuple):
        found = [again(item) for item in node.elts]
        return True if True in found else (None if None in found else False)
    if isinstance(node, ast.ListComp):
        return again(node.elt)
    if isinstance(node, ast.IfExp):
        found = [again(node.body), again(node.orelse)]
        return found[0] if found[0] is found[1] else None
    if isinstance(node, ast.BinOp):
        found = [again(node.left), again(node.right)]
        if True not in found:
            return None if None in found else False
        other = node.right if found[0] else node.left
        return True if found[0] is found[1] or _is_number(other, within) else None
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "complex"
    if isinstance(node, ast.Name):
        values = assigned(node.id, within) or []
        found = [again(value) for value in values]
        if not found or not any(one is not False for one in found):
            return False
        return True if all(found) else None
    return False


def _writes_imaginary(within: ast.AST) -> bool:
    return any(isinstance(node.value, complex) for node in find(within, ast.Constant)) or any(
        name_of(node.func) == "complex" for node in find(within, ast.Call)
    )


def _is_number(node: ast.expr, within: ast.AST, depth: int = 0) -> bool:
    """Whether it is a number of Python's: ``2``, ``-math.pi / n`` with ``n = 3``, ``len(x)``."""
    if depth > MAX_DEPTH:
        return False
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float | complex)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, within, depth + 1)
    if isinstance(node, ast.BinOp):
        return all(_is_number(side, within, depth + 1) for side in (node.left, node.right))
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return name_of(node.func.value) in MODULES
        return name_of(node.func) in NUMBERS
    if isinstance(node, ast.Attribute):
        return node.attr in CONSTANTS
    if isinstance(node, ast.Name):
        values = assigned(node.id, within) or []
        return bool(values) and all(_is_number(value, within, depth + 1) for value in values)
    return False
