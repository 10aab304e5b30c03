"""A base that MindSpore needs no class for: it goes, with its comma or with the brackets."""

from __future__ import annotations

import ast
import re

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit
from mindport.symbols.uses import Use

NOTHING = "object"
REST = re.compile(r"\s*,?\s*\)")
COMMA = re.compile(r"\s*,")


def without_base(site: Site, use: Use) -> Edit | None:
    """Takes the base away; None where nothing but ``object`` can stand there."""
    cls, node = use.statement, use.node
    if not isinstance(cls, ast.ClassDef) or not isinstance(node, ast.expr):
        return None
    document = site.document
    span = document.span(node)
    others = [base for base in (*cls.bases, *cls.keywords) if base is not node]
    if not others:
        name = document.name_span(cls)
        rest = REST.match(document.text, span.end)
        if rest is None or document.text[name.end : span.start].strip() != "(":
            return None
        return Edit(Span(name.end, rest.end()), ())
    spans = sorted((document.span(other) for other in others), key=lambda other: other.start)
    behind = next((other for other in spans if other.start > span.start), None)
    gone = Span(spans[-1].end, span.end) if behind is None else Span(span.start, behind.start)
    if "#" in document.text[gone.start : gone.end]:
        comma = COMMA.match(document.text, span.end)
        gone = Span(span.start, span.end if comma is None else comma.end())
    return Edit(gone, ())
