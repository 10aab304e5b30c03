"""Whether an expression is a part or another view of a tensor, as far as the text around it tells."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from mindport.nodes import find, name_of
from mindport.symbols.fresh import FRESH
from mindport.symbols.values import Value, held_parameter

MAX_DEPTH = 12
# Methods and functions whose result shows the tensor that they get.
VIEWS = frozenset(
    {"t", "transpose", "permute", "view", "view_as", "narrow", "select", "squeeze", "unsqueeze",
     "expand", "expand_as", "broadcast_to", "diagonal", "swapaxes", "swapdims", "movedim", "moveaxis", "unfold",
     "flatten", "unflatten", "reshape", "reshape_as", "ravel", "chunk", "split", "tensor_split",
     "hsplit", "vsplit", "unbind", "view_as_real", "view_as_complex"}
)  # fmt: skip
ATTRIBUTES = frozenset({"T", "mT", "H", "mH", "real", "imag"})
# What may give the very tensor back that it gets.
SAME = frozenset({"contiguous", "detach", "detach_", "to", "cuda", "cpu", "npu", "float", "half", "double",
                  "bfloat16", "requires_grad_", "list", "tuple", "reversed"})  # fmt: skip
CONTAINERS = ("sequence", "tuple", "mapping")
Look = Callable[[ast.expr], Value | None]


def is_part(
    node: ast.expr, function: ast.AST, look: Look, depth: int = 0, seen: set[str] | None = None
) -> bool:
    """Whether ``node`` may be a view, or hold views.

    A name is what the function assigns to it anywhere; parameters, and what is taken out of
    something by a loop, are whole tensors.

    Args:
        function: the function, or module, that ``node`` stands in.
        look: what is known of an expression's value.
        seen: names that were followed; none of them twice, as one view on the way is enough.
    """
    if depth > MAX_DEPTH:
        return True
    seen = set() if seen is None else seen

    def again(inner: ast.expr) -> bool:
        return is_part(inner, function, look, depth + 1, seen)

    if isinstance(node, ast.Name):
        if node.id in seen:
            return False
        seen.add(node.id)
        sources = (*assigned_to(node.id, function), *iterated_as(node.id, function))
        return any(map(again, sources))
    if isinstance(node, ast.Subscript):
        value = look(node.value)
        if value is not None and held_parameter(value) is not None:
            return False
        named = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        held = named or (value is not None and value.kind in CONTAINERS)
        return again(node.value) if held else True
    if isinstance(node, ast.Attribute):
        return node.attr in ATTRIBUTES or (node.attr in ("data", "grad") and again(node.value))
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        given = node.args[:1]
        if isinstance(node.func, ast.Attribute) and not is_module(look(node.func.value)):
            given = [node.func.value]
        if name in VIEWS:
            return not (given and _is_fresh(given[0], look))
        return name in SAME and any(map(again, given))
    if isinstance(node, ast.IfExp):
        return again(node.body) or again(node.orelse)
    if isinstance(node, ast.List | ast.Tuple):
        return any(map(again, node.elts))
    if isinstance(node, ast.BinOp):  # [a] * n and [a] + [b]; of tensors it is a new one
        return any(
            isinstance(s, ast.List | ast.Tuple) and again(s) for s in (node.left, node.right)
        )
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return again(node.elt)
    return isinstance(node, ast.Starred) and again(node.value)


def assigned_to(name: str, function: ast.AST) -> Iterator[ast.expr]:
    for node in find(function, ast.Assign):
        for target in node.targets:
            names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", ())
            if any(isinstance(n, ast.Name) and n.id == name for n in names):
                yield node.value
    typed = [(other.target, other.value) for other in find(function, ast.AnnAssign)]
    typed += [(other.target, other.value) for other in find(function, ast.NamedExpr)]
    for target, value in typed:
        if isinstance(target, ast.Name) and target.id == name and value is not None:
            yield value


def iterated_as(name: str, function: ast.AST) -> Iterator[ast.expr]:
    """What loops and comprehensions take the name out of."""
    loops = [(loop.target, loop.iter) for loop in find(function, ast.For)]
    loops += [(loop.target, loop.iter) for loop in find(function, ast.comprehension)]
    for target, iterated in loops:
        names = [target, *getattr(target, "elts", ())]
        if any(isinstance(n, ast.Name) and n.id == name for n in names):
            yield iterated


def _is_fresh(node: ast.expr, look: Look) -> bool:
    """Whether a tensor is made here that nothing else shows: ``torch.zeros(6)``, ``x + y``."""
    if isinstance(node, ast.BinOp):
        return True
    if not isinstance(node, ast.Call):
        return False
    name = name_of(node.func)
    if name in VIEWS or name in SAME:
        is_method = isinstance(node.func, ast.Attribute) and not is_module(look(node.func.value))
        inner = (
            [node.func.value] if is_method and isinstance(node.func, ast.Attribute) else node.args
        )
        return bool(inner) and _is_fresh(inner[0], look)
    return name in FRESH


def is_module(value: Value | None) -> bool:
    return value is not None and value.kind in ("torch", "mindspore", "foreign")
