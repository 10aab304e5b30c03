"""``x.expand(3, 4)`` (MP402): graph mode compiles no Tensor.expand; broadcast_to means the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

EXPAND = Text(
    "Graph mode does not compile Tensor.expand; Tensor.broadcast_to takes the sizes as a tuple and "
    "means the same in both modes.",
    "静态图模式不支持 Tensor.expand；Tensor.broadcast_to 以元组接收尺寸，在两种模式下含义相同。",
)
TITLE = Text("Replace with broadcast_to", "替换为 broadcast_to")


def expanded_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call; torch has broadcast_to, too."""
    for function in code.functions:
        for node in function.nodes:
            func = node.func if isinstance(node, ast.Call) else None
            if isinstance(func, ast.Attribute) and func.attr == "expand":
                assert isinstance(node, ast.Call)
                if _is_of_a_tensor(site, code, node, func):
                    yield told(site, "MP402", node, EXPAND, _as_broadcast(site, node, func))


def _is_of_a_tensor(site: Site, code: Compiled, node: ast.Call, func: ast.Attribute) -> bool:
    """Whether the receiver is a tensor, or the arguments are sizes; a layer may be called so, too."""
    if code.dotted(func) or getattr(func.value, "id", "") == "self" or not node.args:
        return False
    value = site.bindings.values.get(func.value, UNKNOWN)
    if is_tensor(value):
        return True
    return value.kind == "unknown" and (len(node.args) > 1 or _is_a_size(node.args[0]))


def _is_a_size(node: ast.expr) -> bool:
    """``*sizes``, ``(3, 4)``, ``y.shape``, ``y.size()``."""
    called = node.func if isinstance(node, ast.Call) else node
    named = isinstance(called, ast.Attribute) and called.attr in ("shape", "size")
    return named or isinstance(node, ast.Starred | ast.Tuple | ast.List)


def _as_broadcast(site: Site, node: ast.Call, func: ast.Attribute) -> Fix | None:
    """``x.broadcast_to((3, 4))``; a size that stands alone is taken for a tuple."""
    if node.keywords:
        return None
    document = site.document
    end = document.span(func).end
    edits = [Edit(Span(end - len("expand"), end), ("broadcast_to",))]
    first, last = document.span(node.args[0]), document.span(node.args[-1])
    if len(node.args) > 1 or isinstance(node.args[0], ast.Starred | ast.Constant | ast.UnaryOp):
        behind = ")" if len(node.args) > 1 else ",)"
        edits += [Edit(Span(first.start, first.start), ("(",))]
        edits += [Edit(Span(last.end, last.end), (behind,))]
    return Fix(TITLE, "safe", tuple(edits))
