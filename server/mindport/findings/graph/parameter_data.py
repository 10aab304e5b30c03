"""Changes of parameters by way of ``.data`` in compiled code (MP411).

With MindSpore 2.10.0 the values are right, and no parameter gets a gradient any more; where ``.data`` is
read alone, they do. ``ops.assign`` changes a parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.state import ASSIGNS, in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, root_of_chain, targets, walk
from mindport.report import Edit, Finding, Fix, Name
from mindport.texts import Text

TOLD = Text(
    "Where graph mode changes a parameter by way of .data, all gradients are lost without a word. Write "
    "ops.assign(parameter, ops.stop_gradient(value)).",
    "静态图模式下通过 .data 修改参数时，所有梯度都会无提示地丢失。请写成 ops.assign(parameter, ops.stop_gradient(value))。",
)
TITLE = Text("Write it without .data", "不使用 .data")
PARAMETERS = frozenset({"weight", "bias", "gamma", "beta", "embedding_table"})


def data_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change, and one what is read for it; buffers, which are constants there, have
    findings of their own."""
    for function in code.functions:
        items = {target.value for node in function.nodes for target in targets(node)
                 if isinstance(target, ast.Subscript)}  # fmt: skip
        changes = [n for n in function.nodes if isinstance(n, ast.Call) and _changes(code, n)]
        inside: dict[ast.AST, ast.Call] = {
            one: change for change in changes for one in walk(change)
        }
        for node in function.nodes:
            if not isinstance(node, ast.Attribute) or not _is_of_parameter(function, node):
                continue
            if node in items:
                yield told(site, "MP411", node, TOLD)
            elif node in inside and isinstance(node.ctx, ast.Load):
                yield told(site, "MP411", node, TOLD, _fix(site, function, node, inside[node]))


def _changes(code: Compiled, node: ast.Call) -> bool:
    """``p.copy_(x)``, ``ops.assign(p, x)``."""
    called = method_call(node)
    if called is None:
        return False
    return in_place(called[1]) or (
        called[1] in ASSIGNS and code.dotted(called[0]) == "mindspore.ops"
    )


def _is_of_parameter(function: Function, node: ast.Attribute) -> bool:
    """``self.scale.data`` of a Parameter, ``self.fc.weight.data``."""
    return node.attr == "data" and is_parameter(function, node.value)


def is_parameter(function: Function, node: ast.expr) -> bool:
    """``self.scale`` that is a Parameter, ``self.weight`` of a base, ``self.fc.weight``."""
    if not isinstance(node, ast.Attribute):
        return False
    own, owner = attribute_of_self(node), function.owner
    if own is not None and owner is not None:
        value = owner.attributes.get(own)
        if value is None:
            return own in PARAMETERS  # a base's
        return value.name.endswith(".Parameter")
    return node.attr in PARAMETERS and getattr(root_of_chain(node), "id", "") == "self"


def _fix(site: Site, function: Function, node: ast.Attribute, change: ast.Call) -> Fix | None:
    """``ops.assign`` for ``copy_``, in whose value the parameter needs no ``.data``."""
    span = site.document.span
    func = change.func
    assert isinstance(func, ast.Attribute)
    is_assign = func.attr in ASSIGNS
    if func.value is not node and (func.attr == "copy_" or is_assign):
        return Fix(TITLE, "safe", (Edit(span(node), (span(node.value),)),))
    alone = any(isinstance(one, ast.Expr) and one.value is change for one in function.nodes)
    if func.attr != "copy_" or not alone or len(change.args) != 1 or change.keywords:
        return None
    value = (Name("mindspore.ops.stop_gradient"), "(", span(change.args[0]), ")")
    pieces = (Name("mindspore.ops.assign"), "(", span(node.value), ", ", *value, ")")
    return Fix(TITLE, "safe", (Edit(span(change), pieces),))
