"""Comprehensions with several ``for`` in compiled code (MP401), which takes one, but a comprehension in
another one, too: the lists of the inner one are added up."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.site import Site
from mindport.nodes import kept, names_bound
from mindport.report import Edit, Fix, Piece
from mindport.texts import Text

TITLE = Text("Add the lists of an inner comprehension", "将内层推导式的列表相加")
# What stands in parentheses behind ``in`` and ``if``, which its place in the text leaves out.
LOOSE = (ast.IfExp, ast.Lambda, ast.NamedExpr)


def added_lists(site: Site, node: ast.ListComp | ast.GeneratorExp) -> Fix | None:
    """``sum([[f(a, b) for b in y] for a in x], [])`` for ``[f(a, b) for a in x for b in y]``."""
    tree = site.document.tree
    parts = [one for each in node.generators for one in (each.iter, *each.ifs)]
    if (
        tree is None
        or any(isinstance(one, LOOSE) for one in parts)
        or isinstance(node.elt, ast.NamedExpr)
    ):
        return None
    if "sum" in kept(tree, _bound) or any(each.is_async for each in node.generators):
        return None
    *outer, last = node.generators
    pieces: list[Piece] = ["[", site.document.span(node.elt), *_clause(site, last), "]"]
    for each in reversed(outer):
        pieces = ["sum([", *pieces, *_clause(site, each), "], [])"]
    span = site.document.span(node)
    if site.document.text.startswith("(", span.start):
        pieces = ["(", *pieces, ")"]
    return Fix(TITLE, "safe", (Edit(span, tuple(pieces)),))


def _clause(site: Site, each: ast.comprehension) -> Sequence[Piece]:
    """`` for a in x if c``."""
    span = site.document.span
    conditions = [piece for one in each.ifs for piece in (" if ", span(one))]
    return (" for ", span(each.target), " in ", span(each.iter), *conditions)


def _bound(tree: ast.Module) -> frozenset[str]:
    return frozenset(names_bound(tree))
