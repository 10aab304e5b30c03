"""``train + extra`` of two datasets (MP103): MindSpore's and the user's own classes have no ``+``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.joined import joined_data
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

CODE, SYMBOL = "MP103", "torch.utils.data.Dataset"
MESSAGE = Text(
    "The sum of two datasets is one behind the other in torch; without torch's base class they have no +.",
    "torch 中两个数据集相加即首尾相接；去掉 torch 的基类后没有 + 运算。",
)


def joined_data_findings(site: Site) -> Iterator[Finding]:
    """A finding for each ``a + b`` and ``a += b`` of datasets, which becomes ``ConcatDataset([a, b])``."""
    tree, document = site.document.tree, site.document
    if tree is None or "torch" not in document.text or "+" not in document.text:
        return
    sums: list[ast.BinOp | ast.AugAssign] = [*find(tree, ast.BinOp), *find(tree, ast.AugAssign)]
    for node in sums:
        if isinstance(node, ast.BinOp):
            first, second = node.left, node.right
        else:
            first, second = node.target, node.value
        kind = joined_data(site.bindings.values.get(first, UNKNOWN)).name
        if not isinstance(node.op, ast.Add) or not kind:
            continue
        short = kind.rpartition(".")[2]
        span, left, right = (document.span(part) for part in (node, first, second))
        pieces = (Name(f"helper.{short}"), "([", left, ", ", right, "])")
        edit = Edit(span, pieces if isinstance(node, ast.BinOp) else (left, " = ", *pieces))
        fix = Fix(Text(f"Write {short}([…])", f"改写为 {short}([…])"), "safe", (edit,))
        helper = f"helper.{short}"
        yield Finding(CODE, "warning", SYMBOL, helper, "likely", MESSAGE, span, fix)
