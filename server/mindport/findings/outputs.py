"""``torch.max(a, b, out=c)`` as a statement (MP209): the result is copied into the tensor.

MindSpore's functions take no ``out``; ``c.copy_(torch.max(a, b))`` means the same for a tensor that
has the result's shape, and is then rewritten as any other.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

MESSAGE = Text(
    "MindSpore's functions take no out: the result is copied into the tensor.",
    "MindSpore 的函数没有 out 参数：改为把结果复制到该张量。",
)
CAUTION = Text(
    "torch would resize a tensor of another shape.",
    "若形状不同，torch 会调整该张量的大小。",
)
TITLE = Text("Copy the result into the tensor", "把结果复制到该张量")


def output_finding(site: Site, use: Use) -> Finding | None:
    """The finding with an unsafe fix, for a plain tensor as ``out`` of a call that is a statement."""
    call, statement, document = use.call, use.statement, site.document
    if call is None or not isinstance(statement, ast.Expr) or statement.value is not call:
        return None
    given = next((k for k in call.keywords if k.arg == "out"), None)
    if given is None or not call.args or not _is_plain(given.value) or use.owner is not None:
        return None
    whole, name = document.span(call), document.span(given)
    others = [document.span(n) for n in (*call.args, *call.keywords) if n is not given]
    behind = [span.start for span in others if span.start > name.start]
    left_out = Span(name.start, min(behind)) if behind else None
    if left_out is None:
        left_out = Span(max(span.end for span in others), name.end)
    edits = (
        Edit(Span(whole.start, whole.start), (document.span(given.value), ".copy_(")),
        Edit(left_out, ()),
        Edit(Span(whole.end, whole.end), (")",)),
    )
    fix = Fix(TITLE, "unsafe", edits, CAUTION)
    place = document.span(use.node)
    return Finding("MP209", "warning", use.symbol, None, use.confidence, MESSAGE, place, fix)


def _is_plain(node: ast.expr) -> bool:
    """Whether the expression can stand elsewhere, and is no part of a tensor."""
    return all(isinstance(n, ast.Name | ast.Attribute | ast.expr_context) for n in walk(node))
