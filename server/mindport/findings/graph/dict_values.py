"""``d.values()`` before ``d.items()`` of one dict in compiled code (MP402).

MindSpore 2.10.0 makes a tuple of a dict whose values are taken, and finds no items in it then. The other
way round it is right, and so are the keys, an item, and ``values()`` alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, filled

FAILS = Text(
    "Graph mode finds no items() in a dict whose values() were taken before; write "
    "[value for _, value in {0}.items()].",
    "静态图模式下，先取过 values() 的字典无法再取 items()；请写成 [value for _, value in {0}.items()]。",
)
NUMBERS = frozenset({"int", "float", "bool"})
TITLE = Text("Take the values from the items", "从 items 中取值")


def dict_value_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``values()``."""
    for function in code.functions:
        taken = [node for node in function.nodes if _called(node, "values") is not None]
        items = [node for node in function.nodes if _called(node, "items") is not None]
        loops = [set(walk(one)) for one in function.nodes if isinstance(one, ast.For | ast.While)]
        for node in taken:
            name = None if _is_of_numbers(site, node) else _called(node, "values")
            later = [one for one in items if _called(one, "items") == name]
            if name and any(_is_before(node, one, loops) for one in later):
                span = site.document.span(node)
                edit = Edit(span, (f"[value for _, value in {name}.items()]",))
                fix = Fix(TITLE, "safe", (edit,))
                yield told(site, "MP402", node, filled(FAILS, name), fix)


def _called(node: ast.AST, method: str) -> str | None:
    """``d`` of ``d.values()``."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), called), [], []) if called == method:
            return name
    return None


def _is_of_numbers(site: Site, node: ast.AST) -> bool:
    """Of a dict that holds no tensors it is right."""
    match node:
        case ast.Call(ast.Attribute(held)):
            items = site.bindings.values.get(held, UNKNOWN).items
            return bool(items) and all(one.kind == "other" and one.name in NUMBERS for one in items)
    return False


def _is_before(node: ast.AST, other: ast.AST, loops: list[set[ast.AST]]) -> bool:
    """Whether it stands above the other one, or goes round with it."""
    assert isinstance(node, ast.expr) and isinstance(other, ast.expr)
    above = (node.lineno, node.col_offset) < (other.lineno, other.col_offset)
    return above or any(node in loop and other in loop for loop in loops)
