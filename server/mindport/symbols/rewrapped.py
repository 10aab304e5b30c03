"""What a class makes Parameters of among what it is given: ``nn.Parameter(mu)`` in ``__init__``."""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of
from mindport.symbols.values import ClassInfo


def rewrapped(cls: ClassInfo) -> frozenset[tuple[int, str]]:
    """The places (behind ``self``) and names of such arguments, those of a class of another file as
    kept."""
    if cls.node is None:
        return cls.rewrapped
    init = cls.methods.get("__init__")
    if init is None or not isinstance(init.node, ast.FunctionDef):
        return frozenset()
    wrapped = {
        call.args[0].id
        for call in find(init.node, ast.Call)
        if name_of(call.func) == "Parameter" and call.args and isinstance(call.args[0], ast.Name)
    }
    names = [argument.arg for argument in init.node.args.args[1:]]
    return frozenset((place, name) for place, name in enumerate(names) if name in wrapped)
