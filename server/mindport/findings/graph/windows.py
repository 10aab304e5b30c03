"""Windows that graph mode computes beside the graph (MP411), so that what they are multiplied with
has no gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

WINDOWS = frozenset(
    f"{home}.{name}_window"
    for home in ("torch", "mindspore.ops", "mindspore.mint")
    for name in ("hann", "kaiser")
)
BESIDE = Text(
    "Graph mode computes this window beside the graph: what is multiplied with it gets no gradient. "
    "Make the window in __init__ and keep it.",
    "静态图模式在图外计算该窗函数，与之相乘的张量得不到梯度。请在 __init__ 中创建并保存。",
)


def window_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        for node in function.nodes:
            if isinstance(node, ast.Call) and code.dotted(node.func) in WINDOWS:
                yield told(site, "MP411", node, BESIDE)
