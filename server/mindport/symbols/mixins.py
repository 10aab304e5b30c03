"""Classes without a base whose ``self`` is a module all the same: mixins of networks."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from mindport.nodes import find
from mindport.symbols.receivers import LISTS, MODULES_ALONE, OF_MODULES, STATES
from mindport.symbols.values import ClassInfo
from mindport.symbols.walk import Walk

# Methods of torch's modules that a mixin asks its object for.
OF_THE_NETWORK = MODULES_ALONE | LISTS | STATES | {"apply", "forward"}
NAMED = ("Mixin", "MixIn", "Module")


def is_mixin(walk: Walk, info: ClassInfo) -> bool:
    """Whether ``info`` is one of several classes that a module derives from.

    One of this file derives from it and from a module; or no other class of this file does, and it is
    called a mixin, or asks ``self`` for what nothing but modules has.
    """
    if info.bases or info.node is None or not walk.has_torch:
        return False
    if info.mixed_in is None:
        heirs = [c for c in walk.classes if any(base.info is info for base in c.bases)]
        info.mixed_in = any(heir.is_module for heir in heirs) or (
            not heirs
            and (info.name.endswith(NAMED) or not OF_MODULES.isdisjoint(_asked(info.node)))
        )
    return info.mixed_in


def _asked(node: ast.ClassDef) -> Iterable[str]:
    """The methods that a class calls of its object and does not have."""
    own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    for call in find(node, ast.Call):
        match call.func:
            case ast.Attribute(ast.Name("self"), name) if name not in own:
                yield name
