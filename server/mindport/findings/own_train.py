"""``def train(self, mode=True)`` in a module: MindSpore's set_train() calls no such method.

A Cell's set_train() sets a flag of all the Cells inside it. A base of our own calls train() where
it does, as torch does.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Name
from mindport.symbols.uses import Use
from mindport.symbols.values import ClassInfo, Value

BASE = "helper.OwnTrain"


def own_train_edit(site: Site, info: ClassInfo) -> Edit | None:
    """Puts the helper's class before the bases of ``info``, if it overrides train."""
    if info.node is None or not info.is_module or not info.node.bases:
        return None
    if not overrides_train(info) or any(map(_inherits, info.bases)):
        return None
    start = site.document.span(info.node.bases[0]).start
    return Edit(Span(start, start), (Name(BASE), ", "))


def overrides_train(info: ClassInfo) -> bool:
    """Whether the class itself says what is done when its mode is set."""
    nodes = [] if info.node is None else info.node.body
    return any(
        isinstance(s, ast.FunctionDef) and s.name == "train" and _takes_mode(s) for s in nodes
    )


def is_super_train(use: Use) -> bool:
    """``super().train(mode)`` where the helper's class takes it."""
    node = use.node
    if not isinstance(node, ast.Attribute) or node.attr != "train" or use.cls is None:
        return False
    above = isinstance(node.value, ast.Call) and name_of(node.value.func) == "super"
    return above and use.cls.is_module and overrides_train(use.cls)


def _inherits(base: Value) -> bool:
    info = base.info
    return isinstance(info, ClassInfo) and (
        overrides_train(info) or any(map(_inherits, info.bases))
    )


def _takes_mode(function: ast.FunctionDef) -> bool:
    parameters = [*function.args.posonlyargs, *function.args.args][1:]
    if len(parameters) != 1 or function.args.kwonlyargs:
        return False
    default = function.args.defaults[-1:] and function.args.defaults[-1]
    known = isinstance(default, ast.Constant) and isinstance(default.value, bool)
    return parameters[0].arg == "mode" or known
