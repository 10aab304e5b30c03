"""Lists and dicts that grow in the middle of an expression, ``a.append(x), b.append(y)`` (MP407).

Graph mode follows such a change where the call is a statement of its own; elsewhere the list stays as
it was, and nothing says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.graph.compiled import Compiled, is_a_container
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import indentation_of
from mindport.nodes import statement_parents
from mindport.report import Edit, Finding, Fix, Piece
from mindport.texts import Text, filled

GROWS = frozenset({"append", "extend", "insert", "update", "appendleft"})
NESTED = Text(
    "Graph mode follows {0}() as a statement of its own alone: here the list or dict stays as it was. Write "
    "it on a line of its own.",
    "静态图模式只能跟踪单独成句的 {0}()：此处的列表或字典保持不变。请单独写成一行。",
)
NAMED = Text(
    "Graph mode does not follow a list that grows through another name of {0}(): call it on the list.",
    "静态图模式无法跟踪通过 {0}() 的别名增长的列表：请直接在列表上调用。",
)
TITLE = Text("Write statements of their own", "改为单独的语句")


def nested_append_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call, or a name that stands for the method."""
    tree = site.document.tree
    if tree is None:
        return
    around = statement_parents(tree)
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Attribute) or node.attr not in GROWS:
                continue
            if not isinstance(node.value, ast.Name) or not is_a_container(function, node.value):
                continue
            call = around.get(node)
            if not isinstance(call, ast.Call) or call.func is not node:
                if isinstance(call, ast.Assign):
                    yield told(site, "MP407", node, filled(NAMED, node.attr))
            elif not isinstance(around.get(call), ast.Expr):
                fix = _fix(site, around, call)
                yield told(site, "MP407", call, filled(NESTED, node.attr), fix)


def _fix(site: Site, around: Mapping[ast.AST, ast.AST], call: ast.Call) -> Fix | None:
    """A line for each call of ``a.append(x), b.append(y)``; the loop of ``[a.append(k) for k in items]``."""
    outer = around.get(call)
    statement = around.get(outer) if outer is not None else None
    if not isinstance(statement, ast.Expr) or not _stands_alone(site, statement):
        return None
    span, indent = site.document.span, indentation_of(site.document, statement)
    pieces: list[Piece] = []
    match outer:
        case ast.Tuple(items) if items[0] is call:
            for one in items:
                pieces += [f"\n{indent}" if pieces else "", span(one)]
        case ast.ListComp(item, [ast.comprehension(target, items, [], 0)]):
            pieces = ["for ", span(target), " in ", span(items), f":\n{indent}    ", span(item)]
        case _:
            return None
    return Fix(TITLE, "safe", (Edit(span(statement), tuple(pieces)),))


def _stands_alone(site: Site, statement: ast.stmt) -> bool:
    """Whether it has its lines for itself, and no comments in them."""
    document = site.document
    first = document.line_text(statement.lineno - 1)
    end = statement.end_lineno or statement.lineno
    text = "\n".join(document.line_text(line) for line in range(statement.lineno - 1, end))
    begins = first[: statement.col_offset].strip() == ""
    last = document.line_text(end - 1).encode()[statement.end_col_offset or 0 :].decode()
    return begins and not last.strip() and "#" not in text
