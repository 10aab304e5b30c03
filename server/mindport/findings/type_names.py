"""A name for one of torch's tensor types that nothing reads any more (MP101).

What such a name is called with, or ``x.type`` is, becomes MindSpore's by itself; then
``Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor`` has nothing left to do. So it is with
a name for autocast (MP108).
"""

from __future__ import annotations

import ast

from mindport.findings.autocasts import AUTOCAST
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Finding, Fix
from mindport.symbols.dtypes import TENSOR_TYPES
from mindport.symbols.uses import Use
from mindport.texts import Text

TENSOR = "torch.Tensor"
TYPES = frozenset(f"torch.{name}" for name in TENSOR_TYPES)


def type_name_finding(site: Site, use: Use) -> Finding | None:
    """The removal of the assignment; None where ``use`` is something else, or the name is read."""
    statement, is_member = use.statement, use.cls is not None and use.function is None
    if use.context != "reference" or use.symbol not in {*TYPES, *AUTOCAST, TENSOR} or is_member:
        return None
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if use.node in _choices(value):
            if use.symbol == TENSOR and not any(
                name_of(c) in TENSOR_TYPES for c in _choices(value)
            ):
                return None
        case _:
            return None
    if _is_read(site, name):
        return None
    message = Text(
        f"Nothing reads {name} any more; MindSpore has one tensor class for all dtypes and devices.",
        f"{name} 已不再被读取；MindSpore 的所有数据类型与设备共用一个张量类。",
    )
    code = "MP101"
    if use.symbol in AUTOCAST:
        code, message = "MP108", Text(f"Nothing reads {name} any more.", f"{name} 已不再被读取。")
    title = Text(f"Remove {name}", f"删除 {name}")
    fix = Fix(title, "safe", (remove_statement(site.document, statement),))
    span = site.document.span(statement.targets[0])
    return Finding(code, "warning", use.symbol, None, "certain", message, span, fix)


def _choices(value: ast.expr) -> tuple[ast.expr, ...]:
    return (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _is_read(site: Site, name: str) -> bool:
    """Whether this file or another may read it."""
    tree = site.document.tree
    assert tree is not None
    if name in site.bindings.reads or name in site.taken():
        return True
    return any(isinstance(node.ctx, ast.Load) for node in find(tree, ast.Name) if node.id == name)
