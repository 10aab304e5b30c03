"""``h[:, lengths - 1]``: places of a tensor, one index of several, that may be negative (MP402).

MindSpore 2.10.0 compiles such an index to GatherNd, which counts no place from the end and fails when it
runs. ``h[places]`` alone is right, and so are a number, a list, and what sets items.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.masks import is_mask, masks_of
from mindport.findings.graph.telling import told
from mindport.findings.negative_places import may_be_negative
from mindport.findings.site import Site
from mindport.nodes import is_pure, kept
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "Graph mode fails where a place in this index is negative; write places % x.shape[axis].",
    "若该下标中有负数，静态图模式会报错；请写成 places % x.shape[axis]。",
)
TITLE = Text("Count from the front", "改为从前往后计数")


def negative_item_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place in an index of several."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or "-" not in site.document.text:
        return
    for function in code.functions:
        masks = kept(function.node, masks_of)
        for node in function.nodes:
            match node:
                case ast.Subscript(held, ast.Tuple(items), ast.Load()):
                    if not is_tensor(values.get(held, UNKNOWN)):
                        continue
                case _:
                    continue
            for item in items:
                known = is_mask(item, masks) or not is_tensor(values.get(item, UNKNOWN))
                if not known and may_be_negative(tree, item):
                    yield told(site, "MP402", item, MESSAGE, _fix(site, held, items, item, masks))


def _fix(
    site: Site, held: ast.expr, items: list[ast.expr], item: ast.expr, masks: set[str]
) -> Fix | None:
    """``places % h.shape[1]``, where the axis can be counted."""
    place = items.index(item)
    before, behind = items[:place], items[place + 1 :]
    if not is_pure(held) or any(is_mask(one, masks) for one in items):
        return None
    axis = sum(not _is(one, None) for one in before)
    if any(_is(one, ...) for one in before):
        axis = -1 - sum(not _is(one, None) for one in behind)
    span = site.document.span
    pieces = (Operand(span(item)), " % ", span(held), f".shape[{axis}]")
    return Fix(TITLE, "safe", (Edit(span(item), pieces),))


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value
