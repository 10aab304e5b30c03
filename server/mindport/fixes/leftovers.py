"""Branches and loops in which fixes left nothing to do: ``if device == "cuda": pass``.

They go away where nothing is called to decide about them; the author's own ``pass`` stays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement, whole_lines
from mindport.nodes import find
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Remove what does nothing", "移除不起作用的语句")
BLOCKS = ("body", "orelse", "finalbody")


def idle_statements(document: Document) -> frozenset[str]:
    """The branches and loops of the author's own text that do nothing."""
    if document.tree is None:
        return frozenset()
    branches, loops = find(document.tree, ast.If), find(document.tree, ast.For)
    idle = {ast.unparse(node) for node in (*branches, *loops) if _is_idle(node)}
    return frozenset(idle | {_without(node) for node in branches if _has_idle_else(node)})


def leftover_fixes(document: Document, own: frozenset[str]) -> list[Fix]:
    """The removal of each branch and loop that does nothing and is not among ``own``."""
    if document.tree is None:
        return []
    return [Fix(TITLE, "safe", (edit,)) for edit in _removals(document, document.tree, own)]


def _removals(document: Document, node: ast.AST, own: frozenset[str]) -> Iterator[Edit]:
    for name in BLOCKS:
        block = getattr(node, name, None)
        if not isinstance(block, list):
            continue
        if name == "orelse" and _has_idle_else(node) and _without(node) not in own:
            span = _with_else(document, node, block)
            if span is not None:
                yield Edit(span, ())
                continue
        for statement in block:
            if _is_idle(statement) and ast.unparse(statement) not in own:
                yield remove_statement(document, statement)
            else:
                yield from _removals(document, statement, own)
    for other in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _removals(document, other, own)


def _with_else(document: Document, node: ast.AST, block: Sequence[ast.stmt]) -> Span | None:
    """The lines of an ``else:`` and its block, or an ``elif``; None where more stands there."""
    assert isinstance(node, ast.If)
    first = document.span(block[0])
    if document.text.startswith("elif", first.start):
        return whole_lines(document, first)
    end = document.span(node.body[-1]).end
    between = document.text[end : first.start]
    if "".join(between.split()) != "else:" or not between.startswith(("\n", "\r")):
        return None
    whole = whole_lines(document, Span(first.start, document.span(block[-1]).end))
    return Span(end + len(between) - len(between.lstrip("\r\n")), whole.end)


def _has_idle_else(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and bool(node.orelse) and all(map(_does_nothing, node.orelse))


def _without(node: ast.AST) -> str:
    """What tells a branch whose ``else`` is idle from others."""
    return f"else of {ast.unparse(node.test)}" if isinstance(node, ast.If) else ""


def _is_idle(node: ast.AST) -> bool:
    return not isinstance(node, ast.Pass) and _does_nothing(node)


def _does_nothing(node: ast.AST) -> bool:
    """``pass``, and an ``if`` or ``for`` of nothing else that calls nothing to decide."""
    if isinstance(node, ast.If | ast.For):
        asked = node.test if isinstance(node, ast.If) else node.iter
        return _is_plain(asked) and all(map(_does_nothing, [*node.body, *node.orelse]))
    return isinstance(node, ast.Pass)


def _is_plain(node: ast.expr) -> bool:
    kinds = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
    return not any(isinstance(inner, kinds) for inner in ast.walk(node))
