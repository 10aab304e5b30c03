"""The shape of an expression's tensor, as far as the text around it tells."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.nodes import find, name_of
from mindport.symbols.assignments import assigned, given_back
from mindport.symbols.dtypes import BRANCHING, MOST

Shape = tuple[int | None, ...]  # None for a size that the source does not tell
MAX_DEPTH = 12
MODULES = ("torch", "mint", "ms", "ops")
FUNCTIONAL = ("F", "functional")
# Functions whose first arguments are the shape, and those whose one argument is.
SIZED = frozenset({"zeros", "ones", "rand", "randn", "empty"})
FILLED = {"full": 0, "randint": -1}
# Functions that make a tensor of the shape of their first argument.
LIKE = frozenset(
    {"zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "randint_like"}
)  # fmt: skip
# Methods whose result has their receiver's shape.
KEEPING = frozenset(
    {"contiguous", "detach", "clone", "cuda", "cpu", "npu", "to", "type", "float", "double", "half",
     "bfloat16", "long", "int", "bool", "cfloat", "requires_grad_", "flip", "roll", "abs", "triu",
     "tril", "relu", "sigmoid", "tanh", "softmax", "log_softmax", "exp", "log", "sqrt", "clamp"}
)  # fmt: skip
# What changes a tensor's shape in place.
RESHAPING = frozenset(
    {"unsqueeze_", "squeeze_", "resize_", "resize_as_", "t_", "transpose_", "swapaxes_", "swapdims_",
     "as_strided_", "set_", "data"}
)  # fmt: skip


def shape_of(node: ast.expr, function: ast.AST, depth: int = 0) -> Shape | None:
    """The shape, None when the source does not even tell how many axes there are.

    Args:
        function: the function, or module, that ``node`` stands in.
    """
    if depth > MAX_DEPTH:
        return None
    if isinstance(node, ast.Name):
        values = _values(node.id, function)
        below = depth + (1 if len(values) == 1 else BRANCHING)
        shapes = {shape_of(value, function, below) for value in values}
        return shapes.pop() if len(shapes) == 1 else None
    if isinstance(node, ast.Subscript):
        whole = shape_of(node.value, function, depth + 1)
        return whole[1:] if whole and whole_number(node.slice) is not None else None
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return shape_of(node.operand, function, depth + 1)
    match node:
        case (
            ast.BinOp(left=counted, right=ast.Constant())
            | ast.Compare(left=counted, comparators=[ast.Constant()])
        ):
            return shape_of(counted, function, depth + 1)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    name, base = node.func.attr, node.func.value
    module = name_of(base)
    if module in (*MODULES, *FUNCTIONAL) and node.args:
        if name in KEEPING or name in LIKE:
            return shape_of(node.args[0], function, depth + 1)
        if name == "flatten":
            return flattened(node.args[1:], node)
    if module in MODULES:
        return _made(name, node)
    if name == "flatten":
        return flattened(node.args, node)
    if name in ("reshape", "view") and not node.keywords:
        sizes = _sizes(node.args)
        return sizes and tuple(None if size == -1 else size for size in sizes)
    inner = shape_of(base, function, depth + 1)
    if inner is None or name in KEEPING:
        return inner
    if name == "unsqueeze" and len(node.args) == 1 and not node.keywords:
        return _unsqueezed(inner, whole_number(node.args[0]))
    return None


def _values(name: str, function: ast.AST) -> list[ast.expr]:
    """What the name is assigned, what only gives it back to itself aside; nothing where its shape
    is changed in place, or where there are too many."""
    values = assigned(name, function) or []
    others = [value for value in values if not given_back(value, name, KEEPING)]
    if len(others) > MOST or any(
        node.attr in RESHAPING and isinstance(node.value, ast.Name) and node.value.id == name
        for node in find(function, ast.Attribute)
    ):
        return []
    return others


def _made(name: str, call: ast.Call) -> Shape | None:
    arguments = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in arguments or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if name == "tensor" and len(call.args) == 1:
        return _of_literals(call.args[0])
    if "size" in arguments and name in (*SIZED, *FILLED):
        return _sizes([arguments["size"]])
    if name == "eye" and 0 < len(call.args) < 3 and "m" not in arguments:
        return whole_number(call.args[0]), whole_number(call.args[-1])
    if name in FILLED and call.args:
        return _sizes([call.args[FILLED[name]]], alone=True)
    return _sizes(call.args) if name in SIZED and call.args else None


def _sizes(nodes: Sequence[ast.expr], *, alone: bool = False) -> Shape | None:
    """The sizes one after the other, or one tuple of them; a lone name may be either.

    ``alone``: it must be a tuple.
    """
    if any(isinstance(node, ast.Starred) for node in nodes):
        return None
    if len(nodes) == 1 and isinstance(nodes[0], ast.Tuple | ast.List):
        if any(isinstance(item, ast.Starred) for item in nodes[0].elts):
            return None
        return tuple(map(whole_number, nodes[0].elts))
    sizes = tuple(map(whole_number, nodes))
    return None if alone or (len(nodes) == 1 and sizes[0] is None) else sizes


def _of_literals(node: ast.expr) -> Shape | None:
    """``3.5`` has no axes, ``[[1, 2], [3, 4]]`` two of them."""
    if isinstance(node, ast.List | ast.Tuple):
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return None
        inner = {_of_literals(item) for item in node.elts} if node.elts else {()}
        below = inner.pop() if len(inner) == 1 else None
        return None if below is None else (len(node.elts), *below)
    plain = node.operand if isinstance(node, ast.UnaryOp) else node
    return () if isinstance(plain, ast.Constant) else None


def flattened(given: Sequence[ast.expr], call: ast.Call) -> Shape | None:
    """``flatten(x, 1)`` has two axes, whatever ``x`` has."""
    from_second = not call.keywords and len(given) == 1 and whole_number(given[0]) == 1
    return (None, None) if from_second else None


def _unsqueezed(shape: Shape, dim: int | None) -> Shape | None:
    if dim is None or not -len(shape) - 1 <= dim <= len(shape):
        return None
    place = dim if dim >= 0 else len(shape) + 1 + dim
    return (*shape[:place], 1, *shape[place:])


def whole_number(node: ast.expr) -> int | None:
    """The int that is written out, negative ones included."""
    negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    plain = node.operand if isinstance(node, ast.UnaryOp) and negative else node
    if isinstance(plain, ast.Constant) and type(plain.value) is int:
        return -plain.value if negative else plain.value
    return None
