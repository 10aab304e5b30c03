"""``mask + other`` of two tensors of truth values (MP402), which graph mode does not add.

torch's sum of two such tensors holds where one of them does, as PyNative's; MindSpore 2.10.0's Add
takes no bool in a graph. A product of them is computed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import function_around
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

ADDED = Text(
    "Graph mode does not add tensors of truth values; a | b is the same.",
    "静态图模式不支持布尔张量相加；a | b 结果相同。",
)
TITLE = Text("Write |", "改写为 |")


def added_truth_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a sum."""
    tree, span = site.document.tree, site.document.span
    if tree is None:
        return
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.BinOp(left, ast.Add(), right):
                    pieces: tuple[Piece, ...] = (
                        "(", Operand(span(left)), " | ", Operand(span(right)), ")",
                    )  # fmt: skip
                case ast.AugAssign(left, ast.Add(), right):
                    pieces = (span(left), " |= ", Operand(span(right)))
                case _:
                    continue
            within = function_around(tree, node) or tree
            parts = (left, right)
            if all(_is_truth(one, within) for one in parts) and any(
                is_tensor(site.bindings.values.get(one, UNKNOWN)) for one in parts
            ):
                fix = Fix(TITLE, "safe", (Edit(span(node), pieces),))
                yield told(site, "MP402", node, ADDED, fix)


def _is_truth(node: ast.expr, within: ast.AST) -> bool:
    """Also ``a * b`` and ``a + b``, of which torch makes truth values, too, and what ``+=`` changes."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult | ast.BitOr):
        return _is_truth(node.left, within) and _is_truth(node.right, within)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        values = assigned(node.id, within, changed=True) or ()
        return bool(values) and all(_is_truth(one, within) for one in values)
    return dtype_of(node, within) == "bool"
