"""``clamp(h, max=h.max().item())``: an upper bound read off a tensor, and no lower one (MP402).

MindSpore 2.10.0 compiles it and fails at its gradient; with both bounds, or a lower one alone, it is
right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "Graph mode has no gradient of clamp where its upper bound is read off a tensor and there is no lower "
    "one; give both.",
    "若 clamp 的上限由张量读出且没有下限，静态图模式无法求其梯度；请同时给出上下限。",
)
TITLE = Text("Give a lower bound, too", "同时给出下限")
CAUTION = Text("Whole numbers become floating ones.", "整数会变为浮点数。")
CLAMPS = frozenset({"clamp", "clip"})
READS = frozenset({"float", "int"})


def clamped_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Attribute(held, name), given, [ast.keyword("max", bound)]) if (
                    name in CLAMPS
                ):
                    is_method = is_tensor(site.bindings.values.get(held, UNKNOWN))
                    if len(given) != (0 if is_method else 1):
                        continue
                case _:
                    continue
            if _is_read(site, function.node, bound):
                start = site.document.span(node.keywords[0]).start
                edit = Edit(Span(start, start), ('min=float("-inf"), ',))
                yield told(site, "MP402", node, MESSAGE, Fix(TITLE, "unsafe", (edit,), CAUTION))


def _is_read(site: Site, within: ast.AST, bound: ast.expr) -> bool:
    """Whether a number is read off a tensor in an expression, or where its names are assigned."""
    given = [bound, *(v for n in find(bound, ast.Name) for v in assigned(n.id, within) or ())]
    return any(
        name_of(call.func) == "item"
        or (
            getattr(call.func, "id", "") in READS
            and any(is_tensor(site.bindings.values.get(one, UNKNOWN)) for one in call.args)
        )
        for value in given
        for call in find(value, ast.Call)
    )
