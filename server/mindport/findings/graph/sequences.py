"""Sequences of layers that compiled code makes of layers it is given (MP411).

With ``nn.SequentialCell(*layers)(x)`` MindSpore 2.10.0 computes the right value and trains nothing:
the parameters of the layers get gradients of 0, no error is raised.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.calls import SEQUENTIAL
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, line_behind, names_of_function, start_of
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

UNTRAINED = Text(
    "Graph mode trains no layer that compiled code puts into a sequence: their gradients are 0. Call the "
    "layers one by one.",
    "静态图模式不会训练在被编译的代码中放入序列容器的层，其梯度为 0；请逐层调用。",
)
TITLE = Text("Call the layers one by one", "逐层调用")


def sequence_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a sequence that is made in compiled code of layers that were made elsewhere."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call) or code.dotted(node.func) not in SEQUENTIAL:
                continue
            if any(isinstance(one, ast.Starred | ast.Name | ast.Attribute) for one in node.args):
                yield told(site, "MP411", node, UNTRAINED, _one_by_one(site, function, node))


def _one_by_one(site: Site, function: Function, node: ast.Call) -> Fix | None:
    """A loop for ``y = nn.Sequential(*layers)(x)``, and for what is returned so."""
    statement = next(
        (s for s in function.nodes if isinstance(s, ast.stmt) and _is_call(s, node)), None
    )
    if statement is None or len(node.args) != 1 or not isinstance(node.args[0], ast.Starred):
        return None
    call = statement.value  # type: ignore[attr-defined]
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    layers, given = node.args[0].value, call.args[0]
    names = (
        names_of_function(function.node) if isinstance(function.node, ast.FunctionDef) else set()
    )
    layer = free_name("layer", names)
    if isinstance(statement, ast.Return):
        name = free_name("output", names)
    else:
        name = statement.targets[0].id  # type: ignore[attr-defined]
        if any(isinstance(n, ast.Name) and n.id == name for n in walk(layers)):
            return None
    document = site.document
    start, behind = start_of(document, statement), line_behind(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip() or document.text[document.span(statement).end : behind].strip():
        return None
    line, step = document.newline + blanks, "\t" if "\t" in blanks else "    "
    pieces: list[str | Span] = []
    if not (isinstance(given, ast.Name) and given.id == name):
        pieces += [f"{name} = ", document.span(given), line]
    pieces += [f"for {layer} in ", document.span(layers), f":{line}{step}{name} = {layer}({name})"]
    if isinstance(statement, ast.Return):
        pieces += [f"{line}return {name}"]
    return Fix(TITLE, "safe", (Edit(document.span(statement), tuple(pieces)),))


def _is_call(statement: ast.stmt, node: ast.Call) -> bool:
    """Whether a statement binds one name to, or returns, what the sequence gives."""
    if isinstance(statement, ast.Assign):
        if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
            return False
    elif not isinstance(statement, ast.Return):
        return False
    return isinstance(statement.value, ast.Call) and statement.value.func is node
