"""Cells filled after they got their place (MP307): parameters are named as if they had none."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, attribute_of_self, find, name_of, walk
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
# Methods that run the layers, and make none.
RUNNING = frozenset({"forward", "construct"})
MOVED = ("CellList", "CellDict", "SequentialCell")
EMPTY = re.compile(rf"(?:{'|'.join(KINDS)})\((?:\[\]|\{{\}})?\)$")
FILLED = (
    r"(?:(?<![\w.]){0}(?:\.(?:append|extend|insert|update)\(|\[[^\]\n]+\] = | \+= )"
    r"|add_module\({0},)"
)
TITLE = Text("Name the parameters after what holds them", "按所在容器的名称命名参数")


@dataclass(frozen=True)
class _Filled:
    """An attribute that begins empty and is filled in the block that makes it."""

    name: str
    value: ast.expr
    method: ast.FunctionDef
    block: Sequence[ast.stmt]
    in_branch: bool = False
    """Whether a branch makes it that others than ``block``, the method's own statements, may not run."""


def cell_list_findings(site: Site) -> Iterator[Finding]:
    """Two in one Cell that begin empty end in parameters of equal names, which optimizers refuse."""
    for info in site.bindings.classes:
        if info.node is None or not (info.is_cell or info.is_module):
            continue
        kinds = KINDS.keys() if info.is_cell else MOVED  # a base of another file may move later
        filled = [
            one
            for method in info.node.body
            if isinstance(method, ast.FunctionDef) and method.name not in RUNNING
            for one in _filled(site, info.node, method, kinds)
        ]
        if len({one.name for one in filled}) > 1:
            yield from _findings(site, filled)


def _filled(
    site: Site, cls: ast.ClassDef, method: ast.FunctionDef, kinds: Collection[str]
) -> Iterator[_Filled]:
    for block in _blocks(method):
        for place, node in enumerate(block):
            for target, value in assigned_pairs(node):
                if not (isinstance(target, ast.Attribute) and attribute_of_self(target)):
                    continue
                local = _local_name(node, value)
                made = _made_before(block[:place], value) if isinstance(value, ast.Name) else value
                if made is None or not EMPTY.search(ast.unparse(made)):
                    continue
                if name_of(getattr(made, "func", made)) not in kinds:
                    continue
                attribute = f"self.{target.attr}"
                if (
                    _is_filled(site, attribute, method, block)
                    or (local and _is_filled(site, local, method, block, place + 1))
                    or (
                        block is method.body and _is_filled_by_methods(site, attribute, cls, method)
                    )
                ):
                    yield _Filled(target.attr, made, method, block)
                elif block is not method.body and _is_filled(site, attribute, method, method.body):
                    yield _Filled(target.attr, made, method, method.body, in_branch=True)


def _local_name(statement: ast.stmt, value: ast.expr) -> str:
    """``c`` of ``self.c = c`` and of ``c = self.c = nn.CellList()``."""
    if isinstance(value, ast.Name):
        return value.id
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return next((one.id for one in targets if isinstance(one, ast.Name)), "")


def _made_before(statements: Sequence[ast.stmt], name: ast.Name) -> ast.expr | None:
    """What a name was given last in a block."""
    for statement in reversed(statements):
        for target, value in assigned_pairs(statement):
            if isinstance(target, ast.Name) and target.id == name.id:
                return value
    return None


def _findings(site: Site, filled: Sequence[_Filled]) -> Iterator[Finding]:
    document, named = site.document, set[tuple[str, int]]()
    for one in filled:
        name, block = one.name, one.block
        last = block[-2] if isinstance(block[-1], ast.Return) else block[-1]
        start, end = document.span(last).start, document.span(last).end
        indent = document.text[document.line_starts[document.line_of(start)] : start]
        at = document.line_starts[document.line_of(end)]
        at += len(document.line_text(document.line_of(end)))
        call = f'self.{name}.update_parameters_name("{name}.")'
        if call in document.source(one.method) or indent.strip() or (name, end) in named:
            continue
        named.add((name, end))
        message = Text(
            f"The parameters in {name} are named 0.weight and so on, as those of others that are "
            "filled here may be; an optimizer refuses equal names.",
            f"{name} 中的参数名为 0.weight 等，可能与此处填充的其他容器重名，优化器会报错。",
        )
        before = f"{document.newline}{indent}"
        if one.in_branch:
            asked = f'if getattr(self, "{name}", None) is not None:'
            before += f"{asked}{document.newline}{indent}    "
        elif _is_taken_away(name, block):
            before += f"if self.{name} is not None:{document.newline}{indent}    "
        fix = Fix(TITLE, "safe", (Edit(Span(at, at), (f"{before}{call}",)),))
        span, value = document.span(one.value), one.value
        symbol = KINDS[name_of(value.func)] if isinstance(value, ast.Call) else ""
        yield Finding("MP307", "warning", symbol, None, "certain", message, span, fix)


def _blocks(method: ast.FunctionDef) -> Iterator[Sequence[ast.stmt]]:
    """The method's own statements, and those of each branch in it."""
    yield method.body
    for branch in walk(method):
        if isinstance(branch, ast.If):
            yield from (block for block in (branch.body, branch.orelse) if block)


def _is_filled(
    site: Site, path: str, method: ast.FunctionDef, block: Sequence[ast.stmt], first: int = 0
) -> bool:
    """Whether layers are put into it, and nowhere but in the block that makes it, from ``first`` on."""
    filled = re.compile(FILLED.format(re.escape(path)))
    inside = sum(len(filled.findall(site.document.source(one))) for one in block[first:])
    return inside > 0 and inside == len(filled.findall(site.document.source(method)))


def _is_filled_by_methods(
    site: Site, path: str, cls: ast.ClassDef, method: ast.FunctionDef
) -> bool:
    """Whether methods alone put layers into it that the constructor calls."""
    filled = re.compile(FILLED.format(re.escape(path)))
    called = {
        name
        for statement in method.body
        for call in find(statement, ast.Call)
        if (name := attribute_of_self(call.func)) is not None
    }
    filling = {
        one.name
        for one in cls.body
        if isinstance(one, ast.FunctionDef) and filled.search(site.document.source(one))
    }
    return bool(filling) and filling <= called


def _is_taken_away(name: str, block: Sequence[ast.stmt]) -> bool:
    """Whether a statement inside puts None in its place."""
    return any(
        ast.unparse(target) == f"self.{name}" and isinstance(value, ast.Constant)
        for statement in block
        for node in find(statement, ast.Assign)
        for target, value in assigned_pairs(node)
    )
