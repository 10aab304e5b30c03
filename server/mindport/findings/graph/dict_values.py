"""``d.values()`` before ``d.items()`` of one dict in compiled code (MP402).

MindSpore 2.10.0 makes a tuple of a dict whose values are taken, and finds no items in it then. It is right
the other way round, but for the items of a comprehension, which is computed when its result is needed,
and so are the keys, an item, ``values()`` alone and its length, and a dict that is changed in between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, filled

FAILS = Text(
    "Graph mode finds no items() in a dict whose values() were taken before; write "
    "[value for _, value in {0}.items()].",
    "静态图模式下，先取过 values() 的字典无法再取 items()；请写成 [value for _, value in {0}.items()]。",
)
LATE = ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp
NUMBERS = frozenset({"int", "float", "bool"})
TITLE = Text("Take the values from the items", "从 items 中取值")


def dict_value_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``values()``."""
    for function in code.functions:
        counted = {one for node in function.nodes for one in _counted(node)}
        taken = [node for node in function.nodes if _called(node, "values") is not None]
        items = [node for node in function.nodes if _called(node, "items") is not None]
        loops = [set(walk(one)) for one in function.nodes if isinstance(one, ast.For | ast.While)]
        late = {one for node in function.nodes if isinstance(node, LATE) for one in walk(node)}
        for node in taken:
            name = None if _is_of_numbers(site, node) else _called(node, "values")
            if name is None or node in counted:
                continue
            held = _dict(function, node, "values")
            same = [one for one in items if _dict(function, one, "items") == held]
            before = [one for one in same if _is_before(node, one, loops)]
            failing = [one for one in before if not _changed(function, name, node, one)]
            if failing or not late.isdisjoint(same):
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


def _dict(function: Function, node: ast.AST, method: str) -> str | None:
    """The name of the dict; ``d`` where ``e = d`` gave another one."""
    name = _called(node, method)
    value = None if name is None else only_value(name, function.node)
    return value.id if isinstance(value, ast.Name) else name


def _counted(node: ast.AST) -> Sequence[ast.expr]:
    """``d.values()`` of ``len(d.values())``."""
    match node:
        case ast.Call(ast.Name("len"), args):
            return args
    return ()


def _changed(function: Function, name: str, node: ast.AST, other: ast.AST) -> bool:
    """Whether the dict gets an item, or the name another dict, between two lines."""
    assert isinstance(node, ast.expr) and isinstance(other, ast.expr)
    between = range(node.lineno + 1, other.lineno)
    return any(
        name == getattr(getattr(target, "value", target), "id", "")
        for statement in function.nodes
        if isinstance(statement, ast.Assign) and statement.lineno in between
        for target in targets(statement)
    )


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
