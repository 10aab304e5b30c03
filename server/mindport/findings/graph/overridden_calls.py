"""Networks with a ``__call__`` of their own (MP402).

In compiled code MindSpore 2.10.0 runs the construct of a Cell, whatever its class does in ``__call__``:
with nothing said where there is a construct, and with an error where there is none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.definitions import method_of, own_method
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.reached import ENTRIES
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

SKIPPED = Text(
    "Graph mode runs the construct of a Cell, and not this __call__; write what it does in construct.",
    "静态图模式运行 Cell 的 construct，而不是此 __call__；请将其内容写入 construct。",
)
TITLE = Text("Make it what the network computes", "改为网络的计算方法")


def overridden_call_findings(site: Site, _: Compiled) -> Iterator[Finding]:
    """One finding a method."""
    for info in site.bindings.classes:
        method = own_method(info, "__call__") if info.is_module or info.is_plain_cell else None
        if method is not None:
            fix = _fix(site, info, method) if isinstance(method, ast.FunctionDef) else None
            span = site.document.name_span(method)
            yield replace(told(site, "MP402", method, SKIPPED, fix), span=span)


def _fix(site: Site, info: ClassInfo, method: ast.FunctionDef) -> Fix | None:
    """``construct`` for the ``__call__`` of a Cell that has none."""
    names = {one.id for one in find(method, ast.Name)}
    if (
        not info.is_cell
        or "super" in names
        or any(method_of(info, entry)[0] is not None for entry in ENTRIES)
    ):
        return None
    return Fix(TITLE, "safe", (Edit(site.document.name_span(method), ("construct",)),))
