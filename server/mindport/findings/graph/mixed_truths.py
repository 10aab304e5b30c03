"""``h.mean() < 5 and self.warm`` (MP408): ``and`` and ``or`` of a tensor and a truth value of Python.

Each gives what decides it: a tensor by one way, a truth value by the other. What is known before
anything is compiled may stand first, as no second way is left then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.joins import TESTS, Flow
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of, names_bound, parents, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

MIXED = Text(
    "Graph mode does not join a tensor and a truth value of Python in 'and' or 'or'; write bool(...) "
    "around the tensor.",
    "静态图模式无法在 and 或 or 中合并张量与 Python 布尔值；请用 bool(...) 包住张量。",
)
TITLE = Text("Write bool(...)", "改写为 bool(...)")
CAUTION = Text("The result is a truth value then, and no tensor.", "此时结果是布尔值，而不是张量。")
# What gives one truth value in a tensor.
ASKS = frozenset({"all", "any", "isfinite", "isinf", "isnan"})
# Numbers of tensors, which graph mode knows no earlier than the tensor.
READS = frozenset({"float", "int", "item"})


def mixed_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding an ``and`` or ``or``, however many it holds."""
    tree = site.document.tree
    above = parents(tree) if tree is not None else {}
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            for node in scope.nodes:
                if isinstance(node, ast.BoolOp) and not isinstance(
                    _around(node, above), ast.BoolOp
                ):
                    is_test = _is_test(node, above)
                    parts = list(_parts(node))
                    wrapped = _to_wrap(flow, parts, is_test)
                    if wrapped:
                        yield told(site, "MP408", node, MIXED, _fix(site, wrapped, is_test))


def _around(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> ast.AST | None:
    """What stands around an expression and the ``not`` before it."""
    around = above.get(node)
    while isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not):
        around = above.get(around)
    return around


def _is_test(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> bool:
    around = _around(node, above)
    asked = getattr(around, "test", None)
    return asked is not None and any(one is node for one in walk(asked))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BoolOp(_, values):
            for one in values:
                yield from _parts(one)
        case ast.UnaryOp(ast.Not(), operand):
            yield from _parts(operand)
        case _:
            yield node


def _to_wrap(flow: Flow, parts: list[ast.expr], is_test: bool) -> list[ast.expr]:
    """The parts that are to be truth values: none where graph mode joins them as they are."""
    kinds = [_is_of_tensors(flow, one, is_test) for one in parts]
    if True not in kinds or all(kinds):
        return []
    first = kinds.index(True)
    is_mixed = not all(kinds[first:]) or any(_changes(flow, one) for one in parts[:first])
    if not is_mixed:
        return []
    pairs = zip(parts, kinds, strict=True)
    return [one for one, of_tensors in pairs if of_tensors or _may_be(flow, one)]


def _is_of_tensors(flow: Flow, node: ast.expr, is_test: bool, is_named: bool = False) -> bool:
    """Whether a part of a truth is a tensor for certain."""
    match node:
        case ast.BoolOp() | ast.UnaryOp(ast.Not()):
            return all(_is_of_tensors(flow, one, False, is_named) for one in _parts(node))
        case ast.Compare(left, operators, others):
            compared = all(isinstance(operator, TESTS) for operator in operators)
            return compared and any(_is_tensor(flow, one) for one in (left, *others))
        case ast.Call(ast.Attribute(_, name)) if name in ASKS:
            return True
        case ast.Name(name) if not is_named:
            values = flow.values_of(name)
            if values and all(_is_of_tensors(flow, one, False, is_named=True) for one in values):
                return True
    return is_test and _is_tensor(flow, node)


def _is_tensor(flow: Flow, node: ast.expr) -> bool:
    """Also of a name that is computed of itself: ``loss = loss * 2``."""
    if isinstance(node, ast.Name) and node.id not in flow.given:
        others = [one for one in flow.values_of(node.id) if not _reads(one, node.id)]
        if others and all(map(flow.is_computed, others)):
            return True
    return flow.is_computed(node)


def _reads(value: ast.expr, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in walk(value))


def _may_be(flow: Flow, node: ast.expr) -> bool:
    """Whether an argument may make a tensor of a part."""
    match node:
        case ast.Compare(left, operators, others):
            asks = all(isinstance(operator, TESTS) for operator in operators)
            return asks and any(_may_be(flow, one) for one in (left, *others))
        case _:
            return isinstance(node, ast.Name) and node.id in flow.given


def _changes(flow: Flow, node: ast.expr) -> bool:
    """Whether a number in it is read off a tensor, or counted in a loop that is compiled as one."""
    names = {one.id for one in walk(node) if isinstance(one, ast.Name)}
    loops = [
        one for one in flow.scope.nodes if isinstance(one, ast.While) and flow.depends(one.test)
    ]
    return any(not names.isdisjoint(names_bound(one)) for one in loops) or any(
        isinstance(value, ast.Call) and name_of(value.func) in READS
        for name in names
        for value in flow.values_of(name)
    )


def _fix(site: Site, parts: list[ast.expr], is_test: bool) -> Fix:
    spans = [site.document.span(one) for one in parts]
    edits = tuple(
        edit
        for span in spans
        for edit in (
            Edit(Span(span.start, span.start), ("bool(",)),
            Edit(Span(span.end, span.end), (")",)),
        )
    )
    return Fix(TITLE, "safe", edits) if is_test else Fix(TITLE, "unsafe", edits, CAUTION)
