"""``requires_grad`` of parameters in compiled code (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

FROZEN = Text(
    "Graph mode neither asks nor sets requires_grad of a parameter; do it before the network is called.",
    "静态图模式不能读取或设置参数的 requires_grad，请在调用网络之前设置。",
)
MEMBERS = ("requires_grad", "requires_grad_")


def frozen_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place; of plain tensors graph mode takes it."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Attribute) or node.attr not in MEMBERS:
                continue
            if _may_be_a_parameter(function, node.value):
                yield told(site, "MP402", node, FROZEN)


def _may_be_a_parameter(function: Function, node: ast.expr) -> bool:
    """An attribute of something, or a name for one, or for each of several."""
    if isinstance(node, ast.Attribute):
        return node.attr not in ("data", "grad")
    if not isinstance(node, ast.Name):
        return False
    names = {
        target.id
        for other in function.nodes
        for target in (
            [other.target]
            if isinstance(other, ast.For)
            else other.targets
            if isinstance(other, ast.Assign) and isinstance(other.value, ast.Attribute)
            else ()
        )
        if isinstance(target, ast.Name)
    }
    return node.id in names
