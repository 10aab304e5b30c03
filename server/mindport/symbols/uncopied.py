"""Whether copy.deepcopy leaves something of a Cell out, or raises, for classes of other files."""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of
from mindport.symbols.values import ClassInfo

# Layers whose primitives copy.deepcopy raises for (2.7.2 to 2.10.0).
UNCOPIED = frozenset({"Dropout2d", "Dropout3d", "LRN", "LocalResponseNorm"})


def is_uncopied(cls: ClassInfo) -> bool:
    """Whether a class registers a buffer, or makes a layer of ``UNCOPIED``."""
    if cls.uncopied is None:
        calls = () if cls.node is None else find(cls.node, ast.Call)
        cls.uncopied = any(name_of(c.func) in (*UNCOPIED, "register_buffer") for c in calls)
    return cls.uncopied
