"""Assignments that fixes left giving things to themselves: ``x, y = x, y``, ``batch[0] = batch[0]``.

``x, y = x.to(device), y.to(device)`` is one of them once nothing is left of its calls. It goes away,
with the ``if`` and the ``for`` around it that do nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.dropped import whole_lines
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Remove what changes nothing", "移除不起作用的语句")
BLOCKS = ("body", "orelse", "finalbody")


def own_assignments(document: Document) -> frozenset[str]:
    """What the author's own text gives to itself, which stays."""
    if document.tree is None:
        return frozenset()
    return frozenset(ast.unparse(node) for node in ast.walk(document.tree) if _is_idle(node))


def leftover_fixes(document: Document, own: frozenset[str]) -> list[Fix]:
    """The removal of each statement that changes nothing and is not among ``own``."""
    if document.tree is None:
        return []
    return [Fix(TITLE, "safe", (edit,)) for edit in _removals(document, document.tree, own)]


def _removals(document: Document, node: ast.AST, own: frozenset[str]) -> Iterator[Edit]:
    for name in BLOCKS:
        block: Sequence[ast.AST] = getattr(node, name, None) or ()
        if not isinstance(block, list):
            continue
        idle = [s for s in block if not isinstance(node, ast.ClassDef) and _does_nothing(s, own)]
        empties = len(idle) == len(block) and not isinstance(node, ast.Module)
        if empties and name == "orelse" and (alone := _with_else(document, node, block)):
            yield Edit(alone, ())
            continue
        for statement in block:
            if statement not in idle:
                yield from _removals(document, statement, own)
                continue
            span = document.span(statement)
            is_first = empties and statement is block[0]
            yield Edit(span, ("pass",)) if is_first else Edit(whole_lines(document, span), ())
    for other in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _removals(document, other, own)


def _with_else(document: Document, node: ast.AST, block: Sequence[ast.AST]) -> Span | None:
    """The lines of an ``else:`` and its block, or an ``elif``; None where more stands there."""
    assert isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While | ast.Try)
    above = [*node.body, *getattr(node, "handlers", ())][-1]
    end = document.span(above).end
    if document.text.startswith("elif", document.span(block[0]).start):
        return whole_lines(document, document.span(block[0]))
    between = document.text[end : document.span(block[0]).start]
    if "".join(between.split()) != "else:" or not between.startswith(("\n", "\r")):
        return None
    whole = whole_lines(document, Span(document.span(block[0]).start, document.span(block[-1]).end))
    start = end + len(between) - len(between.lstrip("\r\n"))
    return Span(start, whole.end)


def _does_nothing(node: ast.AST, own: frozenset[str]) -> bool:
    if isinstance(node, ast.If | ast.For):
        asked = node.test if isinstance(node, ast.If) else node.iter
        inner = [*node.body, *node.orelse]
        return _is_plain(asked) and all(_does_nothing(statement, own) for statement in inner)
    return _is_idle(node) and ast.unparse(node) not in own


def _is_idle(node: ast.AST) -> bool:
    """``x = x``, ``x, y = x, y`` and ``x[0] = x[0]``."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    pairs = [(node.targets[0], node.value)]
    target, value = pairs[0]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        if len(target.elts) != len(value.elts):
            return False
        pairs = list(zip(target.elts, value.elts, strict=True))
    return all(_is_place(one) and ast.unparse(one) == ast.unparse(two) for one, two in pairs)


def _is_place(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant | ast.Name) and _is_place(node.value)
    if isinstance(node, ast.Attribute):
        return _is_place(node.value)
    return isinstance(node, ast.Name)


def _is_plain(node: ast.expr) -> bool:
    """A condition, or what a loop runs over, that can be left unread: it calls nothing."""
    kinds = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
    if isinstance(node, ast.Call) and not (node.args or node.keywords):
        function = node.func
        return (
            isinstance(function, ast.Attribute)
            and function.attr == "keys"
            and _is_place(function.value)
        )
    return not any(isinstance(inner, kinds) for inner in ast.walk(node))
