"""A network that is given a ``train()`` of its own (MP218): ``encoder.train = disabled_train``.

torch's train() asks each part's own, so that such a part keeps its mode. A Cell's set_train() sets a
flag of all the Cells inside it, and asks none of them (run in MindSpore 2.10.0).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.bases import MODULE
from mindport.findings.children import is_module
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, find, name_of
from mindport.report import Finding
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text

METHODS = frozenset({"train", "eval"})
BINDS = frozenset({"MethodType", "__get__", "partial"})
MESSAGE = Text(
    "A Cell's set_train() sets the mode of its parts and asks none of their own methods: what is put "
    "in the place of this one is never called. Where the part is to keep its mode, call "
    "set_train(False) of it behind each set_train() of the whole.",
    "Cell 的 set_train() 直接设置所有子 Cell 的模式，不会调用它们自己的方法：此处替换的方法永远不会被调用。"
    "若该部分应保持其模式，请在每次对整体调用 set_train() 之后对它调用 set_train(False)。",
)


def replaced_train_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place where a network's train() or eval() is replaced."""
    tree = site.document.tree
    if tree is None or not any(f".{name} = " in site.document.text for name in METHODS):
        return
    functions = {f.name for f in find(tree, ast.FunctionDef)}
    for statement in find(tree, ast.Assign):
        for target, value in assigned_pairs(statement):
            if not isinstance(target, ast.Attribute) or target.attr not in METHODS:
                continue
            if not _is_function(value, functions) or not _may_be_network(site, target.value):
                continue
            span = site.document.span(target)
            yield Finding(
                "MP218", "error", f"{MODULE}.{target.attr}", None, "likely", MESSAGE, span
            )


def is_replaced_train(use: Use) -> bool:
    """Whether a use is such a place."""
    return use.context == "store" and use.symbol in {f"{MODULE}.{name}" for name in METHODS}


def _is_function(value: ast.expr, functions: set[str]) -> bool:
    """``lambda ..``, ``disabled_train``, ``MethodType(f, net)``, ``f.__get__(net)``."""
    if isinstance(value, ast.Call):
        return name_of(value.func) in BINDS
    name = name_of(value)
    return isinstance(value, ast.Lambda) or name in functions or "train" in name


def _may_be_network(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    if value.kind == "unknown" and isinstance(node, ast.Name):
        known = site.bindings.exports.get(node.id, UNKNOWN)
        value = known if known.kind == "class" else value
    if isinstance(value.info, ClassInfo):
        return value.info.is_module or value.info.is_cell
    return value.kind == "unknown" or is_module(value)
