"""``x.mul_(a).add_(b)`` as a statement (MP209): one in-place method a line, which means the same."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace
from typing import TypeGuard

from mindport.document import Span
from mindport.findings.api import api_finding
from mindport.findings.site import Site
from mindport.nodes import is_pure
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text

CHAIN = Text(
    "A chain of in-place methods is written one a line, so that each can be rewritten.",
    "链式的原地方法先拆成每行一个，以便逐个改写。",
)
SPLIT = Text("Write one in-place method a line", "每行只写一个原地方法")


def chain_finding(site: Site, use: Use) -> Finding | None:
    """Each method behind the first gets a line of its own, as MindSpore has it.

    The first may be a function of torch's: ``nn.init.zeros_(w).fill_(1)``.
    """
    statement, document = use.statement, site.document
    if not isinstance(statement, ast.Expr) or statement.value is not use.call:
        return None
    links, base = _links(site, use.call)
    if base is None or len(links) < 2 or not is_pure(base):
        return None
    line = document.line_text(statement.lineno - 1)
    if document.span(statement) != document.span(statement.value):
        return None  # parentheses around it
    if ";" in line or ";" in document.line_text((statement.end_lineno or 1) - 1):
        return None
    indent = line[: len(line) - len(line.lstrip())]
    begun = _begun(site, links[-1])
    if begun is None:
        return None
    edits, unsafe = list(begun.edits), begun.applicability != "safe"
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


def _links(site: Site, call: ast.expr | None) -> tuple[list[ast.Call], ast.expr | None]:
    """The calls of a chain of in-place methods, the last one first, and what they change."""
    links: list[ast.Call] = []
    base = call
    while isinstance(base, ast.Call) and _is_in_place(base.func):
        links.append(base)
        base = _changed(site, base)
    return links, base


def _begun(site: Site, call: ast.Call) -> Fix | None:
    """How a function that a chain begins with is rewritten; None where it cannot be."""
    for use in site.bindings.uses:
        if use.call is call and not use.symbol.startswith("torch.Tensor."):
            finding = api_finding(site, use)
            if finding is not None:
                return finding.fix
    return Fix(SPLIT, "safe", ())


def begins_chain(site: Site, use: Use) -> bool:
    """Whether a function of torch's begins a chain that is split, which rewrites it, too.

    What it becomes might not give the tensor back.
    """
    statement = use.statement
    if not use.symbol.endswith("_") or use.symbol.startswith("torch.Tensor."):
        return False
    if not isinstance(statement, ast.Expr) or statement.value is use.call:
        return False
    links, _ = _links(site, statement.value)
    if not links or links[-1] is not use.call:
        return False
    outer = (other for other in site.bindings.uses if other.call is statement.value)
    return any(chain_finding(site, other) for other in outer)


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


def _changed(site: Site, call: ast.Call) -> ast.expr | None:
    """What a method or a function of torch's changes in place, where the call shows it."""
    assert isinstance(call.func, ast.Attribute)
    symbol = site.symbol_of(call)
    if not symbol or symbol.startswith("torch.Tensor."):
        return call.func.value
    return call.args[0] if call.args else None


def _is_in_place(node: ast.AST) -> TypeGuard[ast.Attribute]:
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name.endswith("_") and not name.endswith("__")
