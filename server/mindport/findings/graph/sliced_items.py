"""Items that are set in a slice of a tensor's first axis (MP407): ``h[1:][mask] = 0``.

In graph mode MindSpore 2.10.0 sets them in a copy, with nothing said, and the tensor stays as it was.
A slice in a tuple, ``h[1:, ...]``, is written back, and so is a row, ``h[0]``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.texts import Text, filled

COPIED = Text(
    "Graph mode sets this in a copy of the slice, and {0} stays as it is; write the slice with the other "
    "axes, as in {0}[1:, ...].",
    "静态图模式会在该切片的副本中赋值，{0} 本身不变；请将切片与其余轴一起写出，如 {0}[1:, ...]。",
)
TITLE = Text("Write the slice with the other axes", "将切片与其余轴一起写出")
LISTS = (ast.List, ast.ListComp)


def sliced_item_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a statement, however many slices it goes through."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
                continue
            gone_through = list(_gone_through(node.value))
            slices = [one.slice for one in gone_through if isinstance(one.slice, ast.Slice)]
            if slices and not _is_a_list(gone_through[-1].value, function.node):
                held = ast.unparse(gone_through[-1].value)
                ends = [site.document.span(one).end for one in slices]
                edits = tuple(Edit(Span(end, end), (", ...",)) for end in ends)
                fix = Fix(TITLE, "safe", edits)
                yield told(site, "MP407", node, filled(COPIED, held), fix)


def _gone_through(node: ast.expr) -> Iterator[ast.Subscript]:
    """``h[1:][0]`` and ``h[1:]`` of ``h[1:][0][mask]``."""
    while isinstance(node, ast.Subscript):
        yield node
        node = node.value


def _is_a_list(node: ast.expr, within: ast.AST) -> bool:
    values = assigned(node.id, within) or () if isinstance(node, ast.Name) else ()
    return any(isinstance(value, LISTS) for value in values)
