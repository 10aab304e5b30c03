"""``next(self.parameters()).dtype`` in compiled code (MP402): a class attribute gives the parameter.

Measured with MindSpore 2.10.0: Python reads such an attribute when the graph is compiled, and the
parameter that it gives is trained as the network's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, start_of
from mindport.nodes import find, name_of
from mindport.report import Edit, Fix, Name
from mindport.texts import Text

TITLE = Text("Let a class attribute give the first parameter", "由类属性给出第一个参数")
LISTS = frozenset({"parameters", "get_parameters", "trainable_params"})
HELPER = "FirstParameter"
NAME = "first_parameter"


def by_attribute(site: Site, code: Compiled, function: Function, node: ast.Call) -> Fix | None:
    """The fix for a call in ``next(self.parameters())``, which is that of all in the class."""
    owner = None if function.owner is None else function.owner.node
    own = [one for one in code.functions if owner is not None and one.node in owner.body]
    calls = [call for one in own for call in _calls(one.nodes)]
    if owner is None or not any(node in ast.walk(call) for call in calls):
        return None
    document = site.document
    first = next(one for one in owner.body if isinstance(one, ast.FunctionDef))
    start = start_of(document, first)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip():
        return None
    name = next(iter(first_parameters(owner)), None)
    edits = []
    if name is None:
        name = free_name(NAME, _names(owner))
        gap = f"{document.newline}{document.newline}{blanks}"
        edits = [Edit(Span(start, start), (f"{name} = ", Name(f"helper.{HELPER}"), f"(){gap}"))]
    edits += [Edit(document.span(call), (f"self.{name}",)) for call in calls]
    return Fix(TITLE, "safe", tuple(edits))


def _calls(nodes: Sequence[ast.AST]) -> Iterator[ast.Call]:
    """``next(self.parameters())`` and ``next(iter(self.parameters()))``."""
    for node in nodes:
        match node:
            case ast.Call(ast.Name("next"), [ast.Call() as given], []):
                if getattr(given.func, "id", "") == "iter" and isinstance(given.args[0], ast.Call):
                    given = given.args[0]
                match given:
                    case ast.Call(ast.Attribute(ast.Name("self"), method), [], []):
                        if method in LISTS:
                            yield node


def first_parameters(owner: ast.ClassDef) -> list[str]:
    """The names of the attributes that the class has for it already."""
    names = []
    for statement in owner.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call() as call) if name_of(call.func) == HELPER:
                names.append(name)
    return names


def _names(owner: ast.ClassDef) -> set[str]:
    names = {node.attr for node in find(owner, ast.Attribute)}
    return names | {node.name for node in find(owner, ast.FunctionDef)}
