"""The dtype of an expression in compiled code, as far as the source tells it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.symbols.values import UNKNOWN

CASTS = {"float": "float32", "half": "float16", "double": "float64", "bool": "bool", "int": "int32",
         "long": "int64", "argmax": "int64", "argmin": "int64"}  # fmt: skip
MADE = frozenset({"zeros", "ones", "empty", "rand", "randn", "eye"})
LIKE = frozenset({"zeros_like", "ones_like", "rand_like", "randn_like", "empty_like", "full_like"})
FLOATING = frozenset(
    {"mean", "softmax", "log_softmax", "sigmoid", "tanh", "exp", "log", "sqrt", "std", "norm",
     "cross_entropy", "mse_loss"}
)  # fmt: skip
# Methods that give what they are asked of in the same dtype.
SAME = frozenset(
    {"max", "min", "amax", "amin", "abs", "clone", "view", "reshape", "contiguous", "squeeze",
     "unsqueeze", "expand", "broadcast_to", "repeat", "permute", "swapaxes", "transpose", "flatten"}
)  # fmt: skip
NAMES = {"long": "int64", "int": "int32", "float": "float32", "half": "float16", "double": "float64",
         "bool_": "bool"}  # fmt: skip
LAYERS = ("torch.nn.", "mindspore.nn.", "mindspore.mint.nn.")
DEEP = 4  # names that stand for others


def dtype_of(
    site: Site, values_of: Callable[[str], Sequence[ast.expr]], node: ast.expr, depth: int = 0
) -> str | None:
    """``float32`` and the like, None where it is not seen."""

    def of(inner: ast.expr) -> str | None:
        return dtype_of(site, values_of, inner, depth + 1)

    match node:
        case ast.Name(name):
            found = {of(value) for value in values_of(name)} if depth < DEEP else set()
            return found.pop() if len(found) == 1 else None
        case ast.Compare(left, _, [right]):
            return "bool" if of(left) or of(right) else None
        case ast.BinOp(left, _, right):
            sides = {of(left), of(right)}
            return "float32" if "float32" in sides and not sides & {"float64", None} else None
        case ast.UnaryOp(_, operand):
            return of(operand)
        case ast.Call():
            return _of_call(site, of, node)
    return None


def _of_call(site: Site, of: Callable[[ast.expr], str | None], node: ast.Call) -> str | None:
    name = name_of(node.func)
    dtype = next((one.value for one in node.keywords if one.arg == "dtype"), None)
    if dtype is not None:
        return NAMES.get(name_of(dtype), name_of(dtype)) or None
    if name in MADE:
        return "float32"
    if name in LIKE and node.args:
        return of(node.args[0])
    if name in FLOATING:
        return "float32"
    if not isinstance(node.func, ast.Attribute):
        return None
    if name in CASTS and not node.args:
        return CASTS[name]
    if name in SAME:
        return of(node.func.value)
    made = site.bindings.values.get(node.func, UNKNOWN)
    return "float32" if made.name.startswith(LAYERS) and made.kind != "class" else None
