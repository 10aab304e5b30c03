"""Types that are written outside of annotations: ``Tuple[Tensor, ...]``, ``Tensor | None``."""

from __future__ import annotations

import ast

from mindport.symbols.values import Value
from mindport.symbols.walk import Walk, lookup

GENERIC_BUILTINS = frozenset({"tuple", "list", "dict", "set", "frozenset", "type"})
TYPING = ("typing", "typing_extensions", "collections", "jaxtyping")
MAKERS = ("TypeVar", "NewType")
CASTS = frozenset({"typing.cast", "typing_extensions.cast", "torch.jit.annotate"})


def takes_types(walk: Walk, node: ast.expr) -> bool:
    """Whether ``node`` is indexed with types: ``Union``, ``t.Dict``, ``tuple``."""
    root = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(root, ast.Name):
        return False
    value = lookup(walk, root.id)
    if value is None:
        return root is node and root.id in GENERIC_BUILTINS
    return _of_typing(value)


def is_type(walk: Walk, node: ast.expr) -> bool:
    """Whether ``node`` by itself shows that it names a type, as one side of ``|``."""
    if isinstance(node, ast.Subscript):
        return takes_types(walk, node.value)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and any(
            is_type(walk, side) for side in (node.left, node.right)
        )
    if isinstance(node, ast.Constant):
        return node.value is None
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    value = lookup(walk, node.id) if isinstance(node, ast.Name) else None
    if value is None or value.kind != "torch":
        return False
    symbol = ".".join((value.name, *reversed(names)))
    return walk.api.kind(walk.api.canonical(symbol) or symbol) == "class"


def makes_type(callee: Value) -> bool:
    """Whether all arguments of a call are types: ``TypeVar("T", bound=Tensor)``."""
    return _of_typing(callee) and callee.name.endswith(MAKERS)


def _of_typing(value: Value) -> bool:
    return value.kind == "foreign" and value.name.partition(".")[0] in TYPING
