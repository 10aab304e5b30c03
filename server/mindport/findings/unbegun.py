"""Constructors that never call the one of Module (MP301): ``def __init__(self, n): self.n = n``.

torch lets a loss without layers get by with that where only its ``forward`` is called. A Cell of
MindSpore 2.10.0 does not once it is put into a mode: "object has no attribute '_cells'".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.layout import shares_line
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

MODULES = frozenset({"torch.nn.Module", "mindspore.nn.Cell"})
MESSAGE = Text(
    "This constructor never calls the one of its base: a Cell has no lists of layers and parameters "
    "then, and set_train() and trainable_params() raise.",
    "该构造函数没有调用父类的构造函数：Cell 因此没有子层和参数的列表，调用 set_train() 和 trainable_params() 会出错。",
)
TITLE = Text("Call super().__init__()", "调用 super().__init__()")


def unbegun_findings(site: Site) -> Iterator[Finding]:
    """One finding for each such constructor of a class that derives from Module alone."""
    for info in site.bindings.classes:
        constructor = _constructor(info)
        if constructor is None or _begins(constructor):
            continue
        first = constructor.body[0]
        docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if shares_line(site.document, first):
            continue
        span = site.document.span(first)
        indent = f"{site.document.newline}{' ' * first.col_offset}"
        edit = (
            Edit(Span(span.end, span.end), (f"{indent}super().__init__()",))
            if docstring
            else Edit(Span(span.start, span.start), (f"super().__init__(){indent}",))
        )
        place = site.document.name_span(constructor)
        fix = Fix(TITLE, "safe", (edit,))
        yield Finding("MP301", "error", "torch.nn.Module", None, "certain", MESSAGE, place, fix)


def _constructor(info: ClassInfo) -> ast.FunctionDef | None:
    """The constructor of a class that has one and derives from Module or Cell and nothing else."""
    if info.node is None or len(info.bases) != 1 or info.bases[0].name not in MODULES:
        return None
    methods = (s for s in info.node.body if isinstance(s, ast.FunctionDef))
    return next((m for m in methods if m.name == "__init__" and not m.decorator_list), None)


def _begins(constructor: ast.FunctionDef) -> bool:
    """Whether a constructor may call another one, or do its work by hand."""
    called = any(
        name_of(call.func) in ("__init__", "super") for call in find(constructor, ast.Call)
    )
    return called or any(
        node.attr in ("__dict__", "_modules", "_cells", "_parameters")
        for node in find(constructor, ast.Attribute)
    )
