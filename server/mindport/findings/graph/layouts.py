"""Questions about how a tensor lies in memory (MP402): graph mode answers as if it were
contiguous."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

QUESTIONS = frozenset({"stride", "is_contiguous", "storage_offset"})
ANSWER = Text(
    "Graph mode answers {0}() as for a contiguous tensor of this shape, also for a transposed tensor "
    "or a part; call contiguous() without asking, or compute with the shape.",
    "静态图模式下 {0}() 总按该形状的连续张量回答，即使它是转置或切片的结果；请不加判断直接调用 contiguous()，或改用 shape 计算。",
)


def layout_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a question; an assert that the tensor is contiguous holds in graph mode."""
    for function in code.functions:
        asserted = {node.test for node in function.nodes if isinstance(node, ast.Assert)}
        for node in function.nodes:
            func = node.func if isinstance(node, ast.Call) else None
            if isinstance(func, ast.Attribute) and func.attr in QUESTIONS:
                value = site.bindings.values.get(func.value, UNKNOWN)
                unknown = value.kind == "unknown" and not code.dotted(func)
                holds = func.attr == "is_contiguous" and node in asserted
                if (is_tensor(value) or unknown) and not holds:
                    words = filled(ANSWER, func.attr)
                    yield told(site, "MP402", node, words)
