"""``round`` with one argument in compiled code: its result is a float there (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

MESSAGE = Text(
    "In graph mode round(x) is a float, which slices, ranges and shapes refuse; write int(round(x)).",
    "静态图模式下 round(x) 的结果为浮点数，切片、range 和形状均不接受；请写成 int(round(x))。",
)
TITLE = Text("Make an int of it", "转换为 int")


def rounded_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``round(x)`` whose type tells: neither computed nor compared with, nor int's."""
    for function in code.functions:
        fine: set[ast.AST] = set()
        for node in function.nodes:
            if isinstance(node, ast.BinOp):
                fine.update((node.left, node.right))
            elif isinstance(node, ast.Compare):
                fine.update((node.left, *node.comparators))
            elif isinstance(node, ast.Call) and name_of(node.func) in ("int", "float", "print"):
                fine.update(node.args)
        for node in function.nodes:
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "round":
                continue
            if len(node.args) == 1 and not node.keywords and node not in fine:
                whole = site.document.span(node)
                edits = (Edit(whole, ("int(", whole, ")")),)
                yield told(site, "MP402", node, MESSAGE, Fix(TITLE, "safe", edits))
