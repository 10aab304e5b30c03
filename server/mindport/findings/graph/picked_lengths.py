"""``len()`` of what a mask picks, or of what was found (MP405): ``loss / len(x[mask])``.

Its size is known when the network runs; MindSpore 2.10.0 makes ``len(x)`` when it compiles and gives
the greatest that it may be, or a number without meaning. ``x.shape[0]`` is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import is_found, taken_apart
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import function_around
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.selections import picked
from mindport.texts import Text

WRONG = Text(
    "Graph mode gives another number for len() of what a mask picks or of what was found; x.shape[0] is "
    "right.",
    "对掩码选中或查找得到的张量，静态图模式下 len() 给出的数不对；请写成 x.shape[0]。",
)
TITLE = Text("Read the shape", "读取形状")


def picked_length_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    for function in code.functions if tree is not None else ():
        for node in function.nodes:
            match node:
                case ast.Call(ast.Name("len"), [given], []):
                    within = function_around(tree, node) if tree is not None else None
                    if within is not None and _is_picked(given, within):
                        yield told(site, "MP405", node, WRONG, _fix(site, node, given))


def _is_picked(node: ast.expr, within: ast.AST) -> bool:
    parts = taken_apart(within, node.id) if isinstance(node, ast.Name) else []
    return picked(node, within) is not None or any(map(is_found, parts))


def _fix(site: Site, node: ast.Call, given: ast.expr) -> Fix:
    span = site.document.span
    pieces = (Operand(span(given)), ".shape[0]")
    return Fix(TITLE, "safe", (Edit(span(node), pieces),))
