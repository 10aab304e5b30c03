"""``if self.bag:`` of a user's module that has a length (MP301).

Python takes what has ``__len__`` for false where that is 0, torch's modules too. MindSpore's Cell has a
``__bool__`` of its own, and is always true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.symbols.walk import find_member
from mindport.texts import Text

MESSAGE = Text(
    "torch takes this module for false where its length is 0; a Cell is always true. Ask for its length.",
    "torch 中该模块的长度为 0 时视为假；而 Cell 始终为真。请改为判断其长度。",
)
TITLE = Text("Ask for the length", "判断长度")


def length_findings(site: Site) -> Iterator[Finding]:
    """One finding for each test of such a module's truth."""
    tree = site.document.tree
    if tree is None or not any("__len__" in info.methods for info in site.bindings.classes):
        return
    tested = set(_tests(tree))
    chosen = {one for node in find(tree, ast.BoolOp) for one in node.values[:-1]} - tested
    for node in sorted(tested | chosen, key=lambda one: (one.lineno, one.col_offset)):
        value = site.bindings.values.get(node, UNKNOWN)
        if value.kind == "object" and isinstance(value.info, ClassInfo) and _has_length(value.info):
            span = site.document.span(node)
            edit = Edit(span, ("len(", span, ") > 0"))
            fix = Fix(TITLE, "safe", (edit,)) if node in tested else None
            yield Finding("MP301", "error", "torch.nn.Module", None, "certain", MESSAGE, span, fix)


def _has_length(info: ClassInfo) -> bool:
    """Whether it is a module whose truth its length says."""
    module = info.is_module or info.is_cell
    return module and bool(find_member(info, "__len__")) and not find_member(info, "__bool__")


def _tests(tree: ast.AST) -> Iterator[ast.expr]:
    """What a condition asks for nothing but its truth."""
    waiting: list[ast.expr] = []
    for node in walk(tree):
        match node:
            case ast.If(test) | ast.While(test) | ast.IfExp(test):
                waiting.append(test)
            case ast.UnaryOp(ast.Not(), inner) | ast.Call(ast.Name("bool"), [inner], []):
                waiting.append(inner)
            case ast.comprehension():
                waiting += node.ifs
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.BoolOp):
            waiting += one.values
        elif isinstance(one, ast.Name | ast.Attribute | ast.Subscript):
            yield one
