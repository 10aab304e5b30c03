"""``train + extra`` and ``sum(rest, first)`` of datasets (MP103): MindSpore's and the user's own classes
have no ``+``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.joined import joined_data
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

CODE, SYMBOL = "MP103", "torch.utils.data.Dataset"
MESSAGE = Text(
    "The sum of two datasets is one behind the other in torch; without torch's base class they have no +.",
    "torch 中两个数据集相加即首尾相接；去掉 torch 的基类后没有 + 运算。",
)


def joined_data_findings(site: Site) -> Iterator[Finding]:
    """A finding for each ``a + b``, ``a += b`` and ``sum(rest, a)`` of datasets, which becomes
    ``ConcatDataset([a, b])``."""
    tree, document = site.document.tree, site.document
    if tree is None or "torch" not in document.text:
        return
    for node in (*find(tree, ast.BinOp), *find(tree, ast.AugAssign), *find(tree, ast.Call)):
        match node:
            case ast.BinOp(first, ast.Add(), second) | ast.AugAssign(first, ast.Add(), second):
                spread = ""
            case ast.Call(ast.Name("sum"), [second, first]) | ast.Call(
                ast.Name("sum"), [second], [ast.keyword("start", first)]
            ):
                spread = "*"
            case _:
                continue
        kind = joined_data(site.bindings.values.get(first, UNKNOWN)).name
        if not kind:
            continue
        helper = f"helper.{kind.rpartition('.')[2]}"
        left, right = document.span(first), document.span(second)
        pieces: tuple[Piece, ...] = (Name(helper), "([", left, f", {spread}", right, "])")
        if isinstance(node, ast.AugAssign):
            pieces = (left, " = ", *pieces)
        yield _finding(helper, document.span(node), pieces)


def _finding(helper: str, span: Span, pieces: tuple[Piece, ...]) -> Finding:
    short = helper.rpartition(".")[2]
    fix = Fix(Text(f"Write {short}([…])", f"改写为 {short}([…])"), "safe", (Edit(span, pieces),))
    return Finding(CODE, "warning", SYMBOL, helper, "likely", MESSAGE, span, fix)
