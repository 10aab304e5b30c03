"""What stops at no rows in graph mode alone (MP402): ``h[mask].sort(0)``, ``self.words(ids[mask])``.

Where the mask picks nothing, MindSpore 2.10.0 stops in graph mode on a CPU at these, or at their gradient;
sums, softmax, losses and most others take it. PyNative is fine. Of what stops there, too, and of linear layers
``findings/empty_batches.py`` speaks, of slices ``picked_slices.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.picked_slices import may_pick_none
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of
from mindport.report import Finding
from mindport.texts import Text

STOPS = Text(
    "Where the mask picks nothing, graph mode stops here, or at the gradient: ask before whether anything is "
    "picked, as in if mask.any().",
    "当掩码什么也没有选中时，静态图模式会在此处或在求梯度时报错：请先判断是否选中，如 if mask.any()。",
)
FUNCTIONS = frozenset({"sort", "argsort", "topk", "normalize"})
LAYERS = frozenset({"Embedding", "L2Normalize"})


def picked_none_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            given = _given(site, code, node) if isinstance(node, ast.Call) else None
            within = None if given is None else function_around(tree, given)
            if (
                given is not None
                and within is not None
                and may_pick_none(site, function, given, within)
            ):
                yield told(site, "MP402", node, STOPS)


def _given(site: Site, code: Compiled, call: ast.Call) -> ast.expr | None:
    """``h`` of ``h.sort(0)``, ``torch.topk(h, 2)`` and ``self.words(h)``."""
    called, first = call.func, next(iter(call.args), None)
    if name_of(called) in FUNCTIONS:
        is_method = isinstance(called, ast.Attribute) and not code.dotted(called)
        return called.value if is_method and isinstance(called, ast.Attribute) else first
    makers = [called] if isinstance(called, ast.Call) else _made(site, attribute_of_self(called))
    return first if any(name_of(one.func) in LAYERS for one in makers) else None


def _made(site: Site, attribute: str | None) -> list[ast.Call]:
    """The calls whose results an attribute holds anywhere in the file."""
    tree = site.document.tree
    return [
        node.value
        for node in (find(tree, ast.Assign) if tree is not None and attribute else ())
        if isinstance(node.value, ast.Call)
        and any(attribute_of_self(target) == attribute for target in node.targets)
    ]
