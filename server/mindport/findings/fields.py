"""Named fields of tuples that torch's functions return: MindSpore's tuples are plain."""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.rewrites.layout import blanked
from mindport.symbols.uses import Use
from mindport.texts import Text

RESULTS = "torch.return_types."
OWNERS = ("torch", "torch.Tensor", "torch.linalg")


def field_finding(site: Site, use: Use) -> Finding | None:
    """``torch.max(x, 1).values`` is ``[0]``, which torch understands as well."""
    if not isinstance(use.node, ast.Attribute) or use.owner is None:
        return None
    function, field = use.owner.removeprefix(RESULTS), use.node.attr
    known = (site.api.fields(f"{owner}.{function}") for owner in OWNERS)
    fields: tuple[str, ...] = next((names for names in known if field in names), ())
    if not fields:
        return None
    index = fields.index(field)
    end = site.document.span(use.node).end
    start = site.document.span(use.node.value).end
    # Parentheses around the call stand between the two.
    start += blanked(site.document.text[start:end]).rindex(".")
    message = Text(
        f"MindSpore's {function} gives a plain tuple: {field} is its item {index}.",
        f"MindSpore 的 {function} 返回普通元组：{field} 是第 {index} 项。",
    )
    fix = Fix(
        Text(f"Replace .{field} with [{index}]", f"将 .{field} 替换为 [{index}]"),
        "safe",
        (Edit(Span(start, end), (f"[{index}]",)),),
    )
    span = Span(end - len(field), end)
    return Finding("MP101", "warning", use.symbol, None, use.confidence, message, span, fix)
