"""A layer's stride and the like in an object of settings, asked for while it computes (MP407).

MindSpore 2.10.0 does not decide ``self.args.stride == 1`` when it compiles where that is a list, as it
does for an attribute of the Cell itself: both branches are compiled, and must fit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, line_behind
from mindport.nodes import attribute_of_self, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

ASKED = Text(
    "Where {0} is a list, graph mode does not decide this when it compiles, and compiles what is never "
    "reached. Keep it as an attribute of the Cell, which may be asked.",
    "若 {0} 是列表，静态图模式在编译时无法判定该条件，会连永远不会执行的分支一并编译。请将其保存为 Cell 自身的属性再判断。",
)
TITLE = Text("Keep it as an attribute of the Cell", "保存为 Cell 自身的属性")
# What a layer takes as a number, or as one for each axis.
GEOMETRY = frozenset({"stride", "strides", "kernel_size", "padding", "dilation"})


def geometry_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a test; a number in its place does no harm."""
    for function in code.functions:
        for node in function.nodes:
            tests = [node.test] if isinstance(node, ast.If | ast.IfExp) else []
            for compared in (one for test in tests for one in walk(test)):
                asked = compared.left if isinstance(compared, ast.Compare) else None
                if isinstance(asked, ast.Attribute) and _is_of_settings(function, asked):
                    assert isinstance(compared, ast.Compare)
                    if all(isinstance(one, ast.Constant) for one in compared.comparators):
                        message = filled(ASKED, ast.unparse(asked))
                        yield told(site, "MP407", asked, message, _fix(site, function, asked))


def _is_of_settings(function: Function, node: ast.Attribute) -> bool:
    """``self.args.stride``, where the constructor was given the object."""
    return node.attr in GEOMETRY and _kept(function, attribute_of_self(node.value)) is not None


def _kept(function: Function, name: str | None) -> ast.Assign | None:
    """``self.args = args`` in the constructor, whose parameter that is."""
    cls = None if function.owner is None else function.owner.node
    for method in cls.body if cls is not None and name is not None else ():
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            given = {one.arg for one in (*method.args.args, *method.args.kwonlyargs)}
            for node in method.body:
                bound = list(map(attribute_of_self, getattr(node, "targets", ())))
                if isinstance(node, ast.Assign) and bound == [name]:
                    return node if getattr(node.value, "id", "") in given else None
    return None


def _fix(site: Site, function: Function, node: ast.Attribute) -> Fix | None:
    """``self.stride = args.stride`` behind it, and ``self.stride`` where it is asked for."""
    document = site.document
    statement = _kept(function, attribute_of_self(node.value))
    owner = function.owner
    assert statement is not None and owner is not None and owner.node is not None
    behind = line_behind(document, statement)
    start = document.span(statement).start
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip() or not document.text[:behind].endswith("\n"):
        return None
    own = {one.attr for one in walk(owner.node) if isinstance(one, ast.Attribute)}
    name = node.attr if not _is_taken(owner.node, node.attr) else free_name(f"_{node.attr}", own)
    line = f"{blanks}self.{name} = {ast.unparse(statement.value)}.{node.attr}{document.newline}"
    edits = [Edit(Span(behind, behind), (line,))]
    for one in function.nodes:
        if isinstance(one, ast.Attribute) and ast.unparse(one) == ast.unparse(node):
            edits.append(Edit(document.span(one), (f"self.{name}",)))
    return Fix(TITLE, "safe", tuple(edits))


def _is_taken(cls: ast.ClassDef, name: str) -> bool:
    methods = {one.name for one in cls.body if isinstance(one, ast.FunctionDef)}
    return name in methods or any(attribute_of_self(one) == name for one in walk(cls))
