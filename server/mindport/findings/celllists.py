"""Cells filled after they got their place (MP307): parameters are named as if they had none."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, find, name_of, walk
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
MOVED = ("CellList", "CellDict", "SequentialCell")
EMPTY = re.compile(rf"(?:{'|'.join(KINDS)})\((?:\[\]|\{{\}})?\)$")
FILLED = (
    r"(?:self\.{0}(?:\.(?:append|extend|insert|update)\(|\[[^\]\n]+\] = )|add_module\(self\.{0},)"
)
TITLE = Text("Name the parameters after what holds them", "按所在容器的名称命名参数")


def cell_list_findings(site: Site) -> Iterator[Finding]:
    """Two in one Cell that begin empty end in parameters of equal names, which optimizers refuse."""
    for info in site.bindings.classes:
        if info.node is None or not (info.is_cell or info.is_module):
            continue
        kinds = KINDS.keys() if info.is_cell else MOVED  # a base of another file may move later
        for method in info.node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                yield from _in_constructor(site, method, kinds)


def _in_constructor(
    site: Site, method: ast.FunctionDef, kinds: Collection[str]
) -> Iterator[Finding]:
    document, whole = site.document, site.document.source(method)
    filled = [
        (target.attr, value, block)
        for block in _blocks(method)
        for node in block
        for target, value in assigned_pairs(node)
        if isinstance(target, ast.Attribute)
        and ast.unparse(target.value) == "self"
        and EMPTY.search(ast.unparse(value))
        and name_of(getattr(value, "func", value)) in kinds
        and _is_filled(site, target.attr, method, block)
    ]
    if len({name for name, *_ in filled}) < 2:
        return
    for name, value, block in filled:
        start, end = document.span(block[-1]).start, document.span(block[-1]).end
        indent = document.text[document.line_starts[document.line_of(start)] : start]
        at = document.line_starts[document.line_of(end)]
        at += len(document.line_text(document.line_of(end)))
        call = f'self.{name}.update_parameters_name("{name}.")'
        if call in whole or indent.strip():
            continue
        message = Text(
            f"The parameters in {name} are named 0.weight and so on, as those of others that are "
            "filled here may be; an optimizer refuses equal names.",
            f"{name} 中的参数名为 0.weight 等，可能与此处填充的其他容器重名，优化器会报错。",
        )
        before = f"{document.newline}{indent}"
        if _is_taken_away(name, block):
            before += f"if self.{name} is not None:{document.newline}{indent}    "
        fix = Fix(TITLE, "safe", (Edit(Span(at, at), (f"{before}{call}",)),))
        span = document.span(value)
        symbol = KINDS[name_of(value.func)] if isinstance(value, ast.Call) else ""
        yield Finding("MP307", "warning", symbol, None, "certain", message, span, fix)


def _blocks(method: ast.FunctionDef) -> Iterator[Sequence[ast.stmt]]:
    """The constructor's own statements, and those of each branch in it."""
    yield method.body
    for branch in walk(method):
        if isinstance(branch, ast.If):
            yield from (block for block in (branch.body, branch.orelse) if block)


def _is_filled(site: Site, name: str, method: ast.FunctionDef, block: Sequence[ast.stmt]) -> bool:
    """Whether layers are put into it, and nowhere but in the block that makes it."""
    filled = re.compile(FILLED.format(re.escape(name)))
    inside = sum(len(filled.findall(site.document.source(statement))) for statement in block)
    return inside > 0 and inside == len(filled.findall(site.document.source(method)))


def _is_taken_away(name: str, block: Sequence[ast.stmt]) -> bool:
    """Whether a statement inside puts None in its place."""
    return any(
        ast.unparse(target) == f"self.{name}" and isinstance(value, ast.Constant)
        for statement in block
        for node in find(statement, ast.Assign)
        for target, value in assigned_pairs(node)
    )
