"""``:=`` in a statement, which graph mode does not compile (MP401), as a statement of its own."""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.graph.compiled import Function
from mindport.findings.site import Site
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Assign in a statement of its own", "单独写一条赋值语句")


def assigned_before(site: Site, function: Function, node: ast.NamedExpr) -> Fix | None:
    """``b = f(x)`` above ``if b is not None:``, where nothing is evaluated before it."""
    document = site.document
    for statement in function.nodes:
        firsts = _firsts(statement) if isinstance(statement, ast.stmt) else []
        if node not in firsts:
            continue
        start = document.span(statement).start
        line = document.line_starts[document.line_of(start)]
        blanks = document.text[line:start]
        if blanks.strip() or document.text.startswith("elif", start):
            return None
        assert isinstance(node.target, ast.Name)
        name, value = node.target.id, document.span(node.value)
        above = (f"{name} = ", value, f"{document.newline}{blanks}")
        return Fix(
            TITLE,
            "safe",
            (Edit(Span(start, start), above), Edit(_whole(site, node, firsts), (name,))),
        )
    return None


def _firsts(statement: ast.stmt) -> list[ast.expr]:
    """What a statement evaluates first, the outermost at the beginning."""
    match statement:
        case ast.If(test=value) | ast.Assert(test=value):
            node: ast.expr | None = value
        case ast.Assign(value=value) | ast.Expr(value=value) | ast.AnnAssign(value=value):
            node = value
        case ast.Return(value=value) | ast.AugAssign(value=value):
            node = value
        case _:
            node = None
    found: list[ast.expr] = []
    while node is not None:
        found.append(node)
        match node:
            case ast.Compare(left=inner) | ast.BinOp(left=inner) | ast.UnaryOp(operand=inner):
                node = inner
            case ast.BoolOp(values=[inner, *_]) | ast.Subscript(value=inner):
                node = inner
            case ast.Attribute(value=inner) | ast.IfExp(test=inner):
                node = inner
            case ast.Call(func=ast.Name(), args=[inner, *_]):
                node = inner
            case ast.Call(func=ast.Attribute() as inner):
                node = inner
            case _:
                node = None
    return found


def _whole(site: Site, node: ast.NamedExpr, firsts: list[ast.expr]) -> Span:
    """With the parentheses around it, where they are none of a call."""
    text, span = site.document.text, site.document.span(node)
    outer = firsts[firsts.index(node) - 1] if firsts[0] is not node else None
    enclosed = text[: span.start].endswith("(") and text[span.end :].startswith(")")
    if not enclosed or (isinstance(outer, ast.Call) and node in outer.args):
        return span
    return Span(span.start - 1, span.end + 1)
