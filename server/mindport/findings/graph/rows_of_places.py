"""Loops over the rows of ``nonzero()`` in compiled code (MP402).

The compiler of MindSpore 2.10.0 refuses an index of a row, or does not end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Finding
from mindport.texts import Text

ROWS = Text(
    "How many places there are depends on a tensor's values: the graph compiler refuses a loop "
    "over them. Index with whole columns, h[i[:, 0], i[:, 1]], or move the loop out of the compiled code.",
    "位置的个数取决于张量的值：图编译器不支持对其循环。请用整列作为下标，如 h[i[:, 0], i[:, 1]]，或将循环移出被编译的代码。",
)
PLACES = frozenset({"nonzero", "argwhere"})


def place_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a loop."""
    for function in code.functions:
        for node in function.nodes:
            if isinstance(node, ast.For) and _are_places(function, node.iter):
                yield told(site, "MP402", node.iter, ROWS)


def _are_places(function: Function, node: ast.expr) -> bool:
    """``mask.nonzero()``, ``torch.nonzero(mask)``, or a name for it; ``as_tuple`` gives columns."""
    if isinstance(node, ast.Name):
        made = (one for one in function.nodes if isinstance(one, ast.Assign))
        return any(
            isinstance(one.value, ast.Call)
            and _are_places(function, one.value)
            and any(getattr(target, "id", "") == node.id for target in one.targets)
            for one in made
        )
    plain = isinstance(node, ast.Call) and not node.keywords
    return plain and isinstance(node, ast.Call) and name_of(node.func) in PLACES
