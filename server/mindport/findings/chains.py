"""``x.mul_(a).add_(b)`` as a statement (MP209): one in-place method a line, which means the same."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace
from typing import TypeGuard

from mindport.document import Span
from mindport.findings.api import api_finding
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text

CHAIN = Text(
    "A chain of in-place methods is written one a line, so that each can be rewritten.",
    "链式的原地方法先拆成每行一个，以便逐个改写。",
)
SPLIT = Text("Write one in-place method a line", "每行只写一个原地方法")


def chain_finding(site: Site, use: Use) -> Finding | None:
    """Each method behind the first gets a line of its own, as MindSpore has it."""
    statement, document = use.statement, site.document
    if not isinstance(statement, ast.Expr) or statement.value is not use.call:
        return None
    links: list[ast.Call] = []
    base: ast.expr | None = use.call
    while isinstance(base, ast.Call) and _is_in_place(base.func):
        links.append(base)
        base = base.func.value
    if base is None or len(links) < 2 or not _is_pure(base):
        return None
    line = document.line_text(statement.lineno - 1)
    if document.span(statement) != document.span(statement.value):
        return None  # parentheses around it
    if ";" in line or ";" in document.line_text((statement.end_lineno or 1) - 1):
        return None
    indent = line[: len(line) - len(line.lstrip())]
    edits = []
    unsafe = False
    for link, inner in itertools.pairwise(links):
        pieces, safe = _written(site, link, base)
        if not pieces:
            return None
        unsafe |= not safe
        end = document.span(inner).end
        edits.append(
            Edit(Span(end, document.span(link).end), (f"{document.newline}{indent}", *pieces))
        )
    span = document.span(use.node)
    place = Span(span.end - len(use.symbol.rpartition(".")[2]), span.end)
    fix = Fix(SPLIT, "unsafe" if unsafe else "safe", tuple(edits))
    return Finding("MP209", "warning", use.symbol, None, use.confidence, CHAIN, place, fix)


def _written(site: Site, link: ast.Call, base: ast.expr) -> tuple[tuple[Piece, ...], bool]:
    """A method of the chain called on what the chain begins with, and whether that is safe.

    It is rewritten at once, as nothing may tell later what it is called on; nothing where it
    cannot be.
    """
    document = site.document
    span, receiver = document.span(link), document.span(base)
    assert isinstance(link.func, ast.Attribute)
    before = Span(document.span(link.func.value).end, document.span(link.func).end)
    if document.text[before.start : before.end] != f".{link.func.attr}":
        return (), False  # the line breaks before the dot
    plain: tuple[Piece, ...] = (receiver, Span(before.start, span.end))
    for use in site.bindings.uses:
        if use.call is link:
            finding = api_finding(site, replace(use, receiver=base))
            fix = None if finding is None else finding.fix
            if fix is not None and len(fix.edits) == 1 and fix.edits[0].span == span:
                return tuple(fix.edits[0].pieces), fix.applicability == "safe"
            return (plain, True) if finding is None else ((), False)
    return plain, True


def _is_in_place(node: ast.AST) -> TypeGuard[ast.Attribute]:
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name.endswith("_") and not name.endswith("__")


def _is_pure(node: ast.expr) -> bool:
    """Whether the expression can be evaluated twice."""
    return all(
        isinstance(inner, ast.Name | ast.Attribute | ast.Subscript | ast.Constant)
        for inner in walk(node)
    )
