"""Axes turned of what a mask picks, of which there may be nothing (MP405): ``h[mask].t()``.

On a CPU a graph of MindSpore 2.10.0 that has once turned a tensor without elements turns none rightly
at later steps, in silence; nor have ``cdist``, ``split``, ``unbind`` and ``stack`` the right gradient
then. PyNative is fine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.picked_slices import may_pick_none
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import function_around, name_of
from mindport.report import Finding
from mindport.symbols.selections import PICKERS
from mindport.texts import Text

STALE = Text(
    "Once the mask picked nothing, graph mode computes this wrongly on a CPU at all later steps, and says "
    "nothing: ask before whether anything is picked, as in if mask.any().",
    "一旦掩码什么也没有选中，静态图模式在 CPU 上此后各步都会在此算错且不作提示：请先判断是否选中，如 if mask.any()。",
)
TURNS = frozenset(
    {"t", "permute", "transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "cdist", "split",
     "stack", "unbind"}
)  # fmt: skip
ATTRIBUTES = frozenset({"T", "mT"})


def picked_turn_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            within = function_around(tree, node) if isinstance(node, ast.expr) else None
            if within is not None and any(
                may_pick_none(site, function, one, within) for one in _turned(node)
            ):
                yield told(site, "MP405", node, STALE)


def _turned(node: ast.AST) -> list[ast.expr]:
    """``h`` of ``h.t()``, ``torch.permute(h, (1, 0))``, ``h.T``, ``torch.stack([h, g])``."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(found), "unbind")) | ast.Call(
            ast.Attribute(_, "unbind"), [ast.Call(found), *_]
        ) if name_of(found) in PICKERS:
            return []  # places have no gradient
        case ast.Call(function, [ast.List(items) | ast.Tuple(items), *_]) if (
            name_of(function) == "stack"
        ):
            return items
        case ast.Call(ast.Attribute(given) as function, arguments) if name_of(function) in TURNS:
            return [given, *arguments[:2]]
        case ast.Attribute(given, name) if name in ATTRIBUTES:
            return [given]
    return []
