"""``range`` of a tensor in compiled code (MP402): torch's tensors are indices, and graph mode takes
whole numbers alone. ``int(n)`` is right, its gradients too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "Graph mode has no range() of a tensor; write range(int(n)).",
    "静态图模式的 range() 不接受张量；请写成 range(int(n))。",
)
TITLE = Text("Make an int of it", "转换为 int")


def tensor_range_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a limit that is known for a tensor; what a parameter may be is not."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "range":
                continue
            for limit in node.args:
                value = site.bindings.values.get(limit, UNKNOWN)
                if is_tensor(value) and not value.likely:
                    span = site.document.span(limit)
                    fix = Fix(TITLE, "safe", (Edit(span, ("int(", span, ")")),))
                    yield told(site, "MP402", limit, MESSAGE, fix)
