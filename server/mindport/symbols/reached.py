"""What a class's forward calls of the object, in itself or through other methods."""

from __future__ import annotations

import ast

from mindport.nodes import walk
from mindport.symbols.values import ClassInfo

ENTRIES = ("forward", "construct")


def reached_names(cls: ClassInfo) -> frozenset[str]:
    """The names of members that ``forward`` calls, those of a class of another file as kept."""
    if cls.node is None:
        return cls.reached
    found: set[str] = set()
    waiting = list(ENTRIES)
    for name in waiting:  # grows while it is read
        function = cls.methods.get(name)
        for node in walk(function.node) if function is not None and function.node else ():
            func = node.func if isinstance(node, ast.Call) else None
            if isinstance(func, ast.Attribute) and getattr(func.value, "id", "") == "self":
                waiting += {func.attr} - found
                found.add(func.attr)
    return frozenset(found)
