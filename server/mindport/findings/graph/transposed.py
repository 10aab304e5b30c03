"""``x.transpose(1, 2)`` (MP402): in graph mode Tensor.transpose takes all axes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

SWAP = Text(
    "In graph mode Tensor.transpose takes the order of all axes: with two it fails, or leaves a "
    "matrix as it is. swapaxes means the same in both modes.",
    "静态图模式下 Tensor.transpose 需要全部轴的顺序：只给两个轴会报错，或使矩阵保持不变。swapaxes 在两种模式下含义相同。",
)
TITLE = Text("Replace with swapaxes", "替换为 swapaxes")


def transposed_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call with two axes; torch has swapaxes, too."""
    for function in code.functions:
        for node in function.nodes:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "transpose"
                and _takes_two(code, node)
                and not node.keywords
                and not code.dotted(node.func)
            ):
                end = site.document.span(node.func).end
                name = Span(end - len("transpose"), end)
                fix = Fix(TITLE, "safe", (Edit(name, ("swapaxes",)),))
                yield told(site, "MP402", node, SWAP, fix)


def _takes_two(code: Compiled, call: ast.Call) -> bool:
    """Two axes, or ``*axes``: beside torch these are two, as torch takes no more."""
    match call.args:
        case [ast.Starred()]:
            return any(name.partition(".")[0] == "torch" for name in code.imports.values())
        case [first, second]:
            return not any(isinstance(one, ast.Starred) for one in (first, second))
    return False
