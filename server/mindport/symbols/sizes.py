"""What the source shows of sizes: whether one may be below zero, or a tuple in place of a number."""

from __future__ import annotations

import ast

from mindport.nodes import find, lies_in, name_of
from mindport.symbols.assignments import assigned, only_value
from mindport.symbols.given_values import values_given

ROUNDED = frozenset({"ceil", "floor", "int", "min", "round"})


def may_be_negative(node: ast.expr, within: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a size, or one of several, shows that it may be below zero: ``(0, size - n)``.

    One less than a size is none below zero, nor is a remainder, nor ``n - n // 2``; a name that is
    assigned nothing in the function is not either.

    Args:
        within: the function or module around it.
    """

    def again(inner: ast.expr) -> bool:
        return may_be_negative(inner, within, seen)

    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and node.value < 0
    if isinstance(node, ast.Tuple | ast.List):
        return any(map(again, node.elts))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub):
            if _is_part(node.right, node.left):
                return again(node.left)
            return not (isinstance(node.right, ast.Constant) and node.right.value == 1)
        return again(node.right) or (not isinstance(node.op, ast.Mod) and again(node.left))
    if isinstance(node, ast.IfExp):
        return again(node.body) or again(node.orelse)
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        if name == "max":
            return all(map(again, node.args))
        return name in ROUNDED and any(map(again, node.args))
    if isinstance(node, ast.Name) and node.id not in seen:
        values = assigned(node.id, within) or []
        return any(may_be_negative(one, within, seen | {node.id}) for one in values)
    return False


def _is_part(node: ast.expr, whole: ast.expr) -> bool:
    """Whether it is ``n // 2`` of ``n``: not more than that, where that is no less than zero."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.FloorDiv)
        and isinstance(node.right, ast.Constant)
        and isinstance(node.right.value, int)
        and node.right.value > 0
        and ast.dump(node.left) == ast.dump(whole)
    )


def is_written_out(node: ast.expr, within: ast.AST) -> bool:
    """Whether the source shows each of several sizes, or a name that is assigned such alone."""
    if isinstance(node, ast.Name):
        values = assigned(node.id, within)
        return bool(values) and all(isinstance(one, ast.Tuple | ast.List) for one in values or ())
    if isinstance(node, ast.BinOp):
        return is_written_out(node.left, within) or is_written_out(node.right, within)
    return isinstance(node, ast.Tuple | ast.List) and not any(
        isinstance(one, ast.Starred) for one in node.elts
    )


def items_of(node: ast.expr, within: ast.AST) -> int:
    """How many sizes a tuple or list holds: 2 of ``(n, 3)``, 1 of ``x.shape[-1:]``; -1 where the
    source does not tell."""
    if isinstance(node, ast.Tuple | ast.List):
        return -1 if any(isinstance(one, ast.Starred) for one in node.elts) else len(node.elts)
    if isinstance(node, ast.Call) and name_of(node.func) in ("tuple", "list", "Size"):
        return items_of(node.args[0], within) if len(node.args) == 1 else -1
    if isinstance(node, ast.Name):
        value = only_value(node.id, within)
        return -1 if value is None else items_of(value, within)
    match node:
        case ast.Subscript(
            slice=ast.Slice(lower=ast.UnaryOp(ast.USub(), ast.Constant(1)), upper=None)
        ):
            return 1
    return -1


def may_be_no_axes(node: ast.expr, within: ast.AST) -> bool:
    """Whether sizes that one tuple gives may be none: of ``x.shape``, of ``x.shape[1:]``, of a name
    that speaks of a shape, unless it is assigned such as are written out."""
    if isinstance(node, ast.Tuple | ast.List):
        return all(isinstance(one, ast.Starred) for one in node.elts) and bool(node.elts)
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        if name in ("tuple", "list", "Size") and len(node.args) == 1:
            return may_be_no_axes(node.args[0], within)
        return name == "size" and not node.args and not node.keywords
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and _may_be_cut_off(node.slice)
    if isinstance(node, ast.Name):
        values = assigned(node.id, within)
        if values and all(isinstance(one, ast.Tuple | ast.List | ast.BinOp) for one in values):
            return any(isinstance(one, ast.Tuple | ast.List) and not one.elts for one in values)
    return isinstance(node, ast.Name | ast.Attribute) and "shape" in name_of(node).lower()


def _may_be_cut_off(part: ast.Slice) -> bool:
    """Whether a slice may leave nothing of what has an item or two: ``[1:]``, ``[:-1]``."""
    match part:
        case ast.Slice(lower=ast.UnaryOp(ast.USub()), upper=None):
            return False
        case ast.Slice(lower=None, upper=ast.Constant()):
            return False
    return True


def may_be_several(node: ast.expr, tree: ast.Module) -> bool:
    """Whether a size may be a tuple or a list: of a parameter by default or where its function, or
    the class whose ``__init__`` it is, is called in the file, ``Block(padding=(0, 3))``, or one that
    is called a shape where nothing tells of it; of a call where a function of the file gives one."""
    if isinstance(node, ast.Call):
        return _may_give_several(node, tree)
    if not isinstance(node, ast.Name):
        return False
    around = [f for f in find(tree, ast.FunctionDef) if lies_in(node, f)]
    function = max(around, key=lambda one: one.lineno, default=None)
    if function is None:
        return False
    given = values_given(tree, function, node.id)
    if given is None:
        values = assigned(node.id, function) or ()
        return any(isinstance(one, ast.Call) and may_be_several(one, tree) for one in values)
    is_shape = "shape" in node.id and not any(isinstance(one, ast.Constant) for one in given)
    return is_shape or any(isinstance(one, ast.Tuple | ast.List) for one in given)


def _may_give_several(call: ast.Call, tree: ast.Module) -> bool:
    """``autopad(k)``, which gives ``[n // 2 for n in k]`` of a k with several."""
    name = name_of(call.func)
    for function in find(tree, ast.FunctionDef):
        if function.name == name:
            given = [one.value for one in find(function, ast.Return) if one.value is not None]
            names = {one.id for one in given if isinstance(one, ast.Name)}
            for one in find(function, ast.Assign):
                if any(isinstance(t, ast.Name) and t.id in names for t in one.targets):
                    given.append(one.value)
            if any(map(_holds_several, given)):
                return True
    return False


def _holds_several(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _holds_several(node.body) or _holds_several(node.orelse)
    if isinstance(node, ast.Call):
        return name_of(node.func) in ("tuple", "list") or name_of(node.func).endswith("_tuple")
    return isinstance(node, ast.Tuple | ast.List | ast.ListComp)
