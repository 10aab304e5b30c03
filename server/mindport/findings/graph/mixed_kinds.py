"""``if m.f != -1`` of what is a list for some layers and a number for others (MP402).

Where it is a list, graph mode does not decide the comparison when it compiles, and refuses branches of
different kinds. ``not isinstance(m.f, int) or m.f != -1`` is decided.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, statement_parents
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

MIXED = Text(
    "Where {0} is a list, graph mode does not decide this comparison when it compiles, and refuses branches of "
    "different kinds. Write {1}.",
    "当 {0} 为列表时，静态图模式在编译期无法确定该比较的结果，并会拒绝类型不同的分支。请写成 {1}。",
)
TITLE = Text("Ask for the type first", "先判断类型")


def mixed_kind_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a comparison."""
    tree = site.document.tree
    if tree is None:
        return
    around = statement_parents(tree)
    for function in code.functions:
        asked = set(_asked(function.nodes)) & set(_gone_through(function.nodes))
        for node in function.nodes if asked else ():
            match node:
                case ast.Compare(ast.Attribute() | ast.Name() as left, [op], [right]):
                    if not isinstance(op, ast.Eq | ast.NotEq) or not _is_whole(right):
                        continue
                    if ast.dump(left) in asked and not _is_guarded(around, node, left):
                        yield _finding(site, around, node, left)


def _asked(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """What is asked whether it is a whole number, or a list: ``isinstance(m.f, int)``."""
    for node in nodes:
        match node:
            case ast.Call(ast.Name("isinstance"), [ast.Attribute() | ast.Name() as one, kind]):
                if {name.id for name in find(kind, ast.Name)} & {"int", "list", "tuple"}:
                    yield ast.dump(one)


def _gone_through(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """What ``for j in m.f`` goes through: a list."""
    for node in nodes:
        if isinstance(node, ast.For | ast.comprehension):
            yield ast.dump(node.iter)


def _is_whole(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_guarded(around: Mapping[ast.AST, ast.AST], node: ast.AST, left: ast.expr) -> bool:
    """Whether the type was asked for around the comparison."""
    text = ast.dump(left)
    while (outer := around.get(node)) is not None and not isinstance(outer, ast.FunctionDef):
        parts = [outer.test] if isinstance(outer, ast.If | ast.IfExp | ast.While) else []
        parts += outer.values if isinstance(outer, ast.BoolOp) else []
        if any(text in _asked([*ast.walk(one)]) for one in parts if one is not node):
            return True
        node = outer
    return False


def _finding(
    site: Site, around: Mapping[ast.AST, ast.AST], node: ast.Compare, left: ast.expr
) -> Finding:
    span, text = site.document.span, ast.unparse(left)
    is_equal = isinstance(node.ops[0], ast.Eq)
    words = f"isinstance({text}, int) and" if is_equal else f"not isinstance({text}, int) or"
    message = filled(MIXED, text, f"{words} {ast.unparse(node)}")
    is_whole = isinstance(around.get(node), ast.If | ast.While | ast.Assert)
    ends = ("", "") if is_whole else ("(", ")")
    pieces = (f"{ends[0]}{words} ", span(node), ends[1])
    return told(site, "MP402", node, message, Fix(TITLE, "safe", (Edit(span(node), pieces),)))
