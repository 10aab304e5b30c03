"""Cells filled after they got their place (MP307): parameters are named as if they had none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

# A list that takes None as well, or a dict of lists, is a class in the user's file.
KINDS = {
    "CellList": "torch.nn.ModuleList",
    "ModuleList": "torch.nn.ModuleList",
    "SequentialCell": "torch.nn.Sequential",
    "CellDict": "torch.nn.ModuleDict",
    "ModuleDict": "torch.nn.ModuleDict",
}
EMPTY = re.compile(rf"(?:{'|'.join(KINDS)})\((?:\[\]|\{{\}})?\)$")
FILLED = (
    r"(?:self\.{0}(?:\.(?:append|extend|insert|update)\(|\[[^\]\n]+\] = )|add_module\(self\.{0},)"
)
TITLE = Text("Name the parameters after what holds them", "按所在容器的名称命名参数")


def cell_list_findings(site: Site) -> Iterator[Finding]:
    """Two in one Cell that begin empty end in parameters of equal names, which optimizers refuse."""
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
    if len(empty) < 2:
        return
    appended = [
        (name, node) for name, node in empty if re.search(FILLED.format(re.escape(name)), source)
    ]
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
            f"The parameters in {name} are named 0.weight and so on, as those of others that are "
            "filled here may be; an optimizer refuses equal names.",
            f"{name} 中的参数名为 0.weight 等，可能与此处填充的其他容器重名，优化器会报错。",
        )
        fix = Fix(TITLE, "safe", (Edit(Span(at, at), (f"{document.newline}{indent}{call}",)),))
        span = document.span(node)
        symbol = KINDS[name_of(node.value.func)] if isinstance(node.value, ast.Call) else ""
        yield Finding("MP307", "warning", symbol, None, "certain", message, span, fix)
