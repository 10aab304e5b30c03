"""Literals for ``dict(...)`` and ``OrderedDict(...)``: graph mode keeps the gradients of what they hold."""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Fix, Piece
from mindport.texts import Text

TITLE = Text("Write the dict out", "写成字典字面量")


def dict_fix(site: Site, node: ast.Call) -> Fix | None:
    """``{"a": x}`` for ``dict(a=x)`` and for a list of pairs, a comprehension for one of pairs and for
    ``zip``, and a literal that is handed in by itself."""
    pieces = _pieces(site, node)
    return None if pieces is None else Fix(TITLE, "safe", (Edit(site.document.span(node), pieces),))


def _pieces(site: Site, node: ast.Call) -> tuple[Piece, ...] | None:
    span = site.document.span
    if not node.args:
        pairs: list[tuple[Piece, Span]] = []
        for one in node.keywords:
            if one.arg is None:
                return None
            pairs.append((f'"{one.arg}"', span(one.value)))
        return _literal(pairs)
    if node.keywords or len(node.args) > 1:
        return None
    given = node.args[0]
    if isinstance(given, ast.Dict):
        return (span(given),)
    if isinstance(given, ast.List | ast.Tuple):
        items = [_pair(site, one) for one in given.elts]
        return _literal([one for one in items if one is not None]) if all(items) else None
    if isinstance(given, ast.ListComp | ast.GeneratorExp) and len(given.generators) == 1:
        pair = _pair(site, given.elt)
        if pair is None:
            return None
        tail = Span(span(given.elt).end, span(given).end - 1)
        text = site.document.text[tail.start : tail.end]
        own = isinstance(given, ast.ListComp) or site.document.text[span(given).start] == "("
        return (
            ("{", pair[0], ": ", pair[1], Span(tail.start, tail.start + len(text.rstrip())), "}")
            if own
            else None
        )
    if isinstance(given, ast.Call) and getattr(given.func, "id", "") == "zip":
        is_two = len(given.args) == 2 and not given.keywords
        starred = any(isinstance(one, ast.Starred) for one in given.args)
        return (
            ("{key: value for key, value in ", span(given), "}") if is_two and not starred else None
        )
    return None


def _pair(site: Site, node: ast.expr) -> tuple[Span, Span] | None:
    """A key and its value."""
    if not isinstance(node, ast.Tuple | ast.List) or len(node.elts) != 2:
        return None
    if any(isinstance(one, ast.Starred) for one in node.elts):
        return None
    key, value = node.elts
    return site.document.span(key), site.document.span(value)


def _literal(pairs: list[tuple[Piece, Span]] | list[tuple[Span, Span]]) -> tuple[Piece, ...]:
    pieces: list[Piece] = ["{"]
    for index, (key, value) in enumerate(pairs):
        pieces += [", "] if index else []
        pieces += [key, ": ", value]
    return (*pieces, "}")
