"""CellLists filled by append (MP307): their parameters get their names before the list has one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

# A list that takes None as well is a class in the user's file.
EMPTY = re.compile(r"(?:CellList|ModuleList)\((?:\[\])?\)$")
TITLE = Text("Name the parameters after the list", "按列表名称命名参数")


def cell_list_findings(site: Site) -> Iterator[Finding]:
    """Two empty CellLists in one Cell end in parameters of equal names, which optimizers refuse."""
    for info in site.bindings.classes:
        if info.node is None or not info.is_cell:
            continue
        for method in info.node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                yield from _in_constructor(site, method)


def _in_constructor(site: Site, method: ast.FunctionDef) -> Iterator[Finding]:
    source = site.document.source(method)
    empty = [
        (node.targets[0].attr, node)
        for node in method.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Attribute)
        and ast.unparse(node.targets[0].value) == "self"
        and EMPTY.search(ast.unparse(node.value))
    ]
    appended = [(name, node) for name, node in empty if f"self.{name}.append(" in source]
    if len(appended) < 2:
        return
    document = site.document
    last = method.body[-1]
    start = document.span(last).start
    indent = document.text[document.line_starts[document.line_of(start)] : start]
    end = document.span(last).end
    at = document.line_starts[document.line_of(end)]
    at += len(document.line_text(document.line_of(end)))
    for name, node in appended:
        call = f'self.{name}.update_parameters_name("{name}.")'
        if call in source or indent.strip():
            continue
        message = Text(
            f"The parameters in {name} are named 0.weight and so on, as those of the other list are; "
            "an optimizer refuses equal names.",
            f"{name} 中的参数名为 0.weight 等，与另一个列表重名，优化器会报错。",
        )
        fix = Fix(TITLE, "safe", (Edit(Span(at, at), (f"{document.newline}{indent}{call}",)),))
        span = document.span(node)
        symbol = "torch.nn.ModuleList.append"
        yield Finding("MP307", "warning", symbol, None, "certain", message, span, fix)
