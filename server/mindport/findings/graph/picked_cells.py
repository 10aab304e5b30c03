"""Layers that a number picks which the network computes (MP407): ``self.experts[int(i)](x)``.

MindSpore 2.10.0 compiles it, and runs another layer than the number says. Numbers that are known when
the graph is compiled are right, and so is a choice by conditions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.computed_numbers import is_computed
from mindport.findings.graph.parts import LISTS, STACKS, part_kind
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

ANOTHER = Text(
    "Graph mode runs another layer than a number picks that the network computes; write the choice out: "
    "for k, layer in enumerate(layers), and the layer under if k == i.",
    "当下标由网络计算得出时，静态图模式会执行另一个层而非该下标所指的层；请写成显式选择："
    "for k, layer in enumerate(layers)，并在 if k == i 之下调用该层。",
)


def picked_cell_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a subscript."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
                continue
            is_list = part_kind(function, node.value) in LISTS | STACKS
            if is_list and is_computed(site, node.slice, function.node):
                yield told(site, "MP407", node, ANOTHER)
