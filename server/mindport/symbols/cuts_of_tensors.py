"""Whether an expression shows just a part of a tensor's memory, as far as the text around it tells.

Seen by running on a CPU: ``x.copy_(y[:2])`` of MindSpore 2.10.0 raises, or copies other numbers, where
the part begins where the tensor does.
"""

from __future__ import annotations

import ast
import re

from mindport.nodes import name_of
from mindport.symbols.parts import (
    CONTAINERS,
    MAX_DEPTH,
    SAME,
    VIEWS,
    Look,
    assigned_to,
    is_module,
    iterated_as,
)
from mindport.symbols.values import Value, held_parameter, is_tensor

CUTS = frozenset({"narrow", "select", "chunk", "split", "tensor_split", "hsplit", "vsplit", "unbind",
                  "diagonal", "unfold", "split_with_sizes"})  # fmt: skip
# What a dictionary is asked for, where nothing tells that it is one.
KEY = re.compile(r"(?:\w+_)?(?:name|key)s?$|^[kn]$")


def is_cut(
    node: ast.expr, function: ast.AST, look: Look, depth: int = 0, seen: set[str] | None = None
) -> bool:
    """Whether ``node`` may be a part of a tensor that shares its memory, or a list of such.

    A name is what the function assigns to it anywhere, or an item of what it takes it out of.

    Args:
        function: the function, or module, that ``node`` stands in.
        look: what is known of an expression's value.
        seen: names that were followed.
    """
    if depth > MAX_DEPTH:
        return True
    seen = set() if seen is None else seen

    def again(inner: ast.expr) -> bool:
        return is_cut(inner, function, look, depth + 1, seen)

    match node:
        case ast.Name(name):
            if name in seen:
                return False
            seen.add(name)
            return any(map(again, assigned_to(name, function))) or any(
                _is_known_tensor(look(one)) or again(one) for one in iterated_as(name, function)
            )
        case ast.Subscript(held, index):
            value = look(held)
            if value is not None and (
                value.kind in CONTAINERS or held_parameter(value) is not None
            ):
                return again(held)
            return not (_is_key(index) or _is_known_tensor(look(index)))
        case ast.Attribute(held, "data" | "grad" | "T" | "mT"):
            return again(held)
        case ast.Call(called, given):
            shown = given[:1]
            if isinstance(called, ast.Attribute) and not is_module(look(called.value)):
                shown = [called.value]
            name = name_of(called)
            passes = name in VIEWS or name in SAME or name in ("zip", "enumerate")
            return name in CUTS or (passes and any(map(again, given if name == "zip" else shown)))
        case ast.IfExp(_, body, orelse):
            return again(body) or again(orelse)
        case ast.List(items) | ast.Tuple(items):
            return any(map(again, items))
        case ast.ListComp(item) | ast.GeneratorExp(item):
            return again(item)
    return False


def _is_known_tensor(value: Value | None) -> bool:
    return value is not None and is_tensor(value)


def _is_key(index: ast.expr) -> bool:
    """A text, or a name that speaks of one."""
    if isinstance(index, ast.Constant):
        return isinstance(index.value, str)
    return isinstance(index, ast.JoinedStr) or (
        isinstance(index, ast.Name | ast.Attribute) and KEY.match(name_of(index)) is not None
    )
