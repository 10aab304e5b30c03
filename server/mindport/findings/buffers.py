"""Buffers that are assigned (MP307): a Cell refuses ``self.mean = x`` once mean is registered."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece, Severity
from mindport.rewrites.layout import blanked
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

REGISTER = "torch.nn.Module.register_buffer"
MESSAGE = Text(
    "A Cell refuses to assign to a registered buffer; register it again.",
    "Cell 不允许对已注册的 buffer 赋值，请再次调用 register_buffer。",
)
IN_PLACE = Text(
    "torch changes the buffer in place and keeps its dtype; here it becomes a new tensor.",
    "torch 原地修改 buffer 并保持 dtype；改写后会生成新张量。",
)
TITLE = Text("Register the buffer again", "再次注册该 buffer")
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip


def buffer_findings(site: Site) -> Iterator[Finding]:
    """One finding an assignment; registering again means the same in torch."""
    for info in site.bindings.classes:
        if info.node is None or not (info.is_module or info.is_cell):
            continue
        buffers = _registered(info)
        if not buffers:
            continue
        for node in walk(info.node):
            if isinstance(node, ast.Assign | ast.AugAssign):
                yield from _assignment(site, node, buffers)


def _registered(info: ClassInfo, depth: int = 0) -> dict[str, str]:
    """The buffers that the class and its bases register by name, each with ``persistent``."""
    found: dict[str, str] = {}
    for base in info.bases if depth < 8 else ():
        if isinstance(base.info, ClassInfo):
            found |= _registered(base.info, depth + 1)
    for call in walk(info.node) if info.node is not None else ():
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr != "register_buffer" or not _is_self(call.func.value) or not call.args:
            continue
        name = call.args[0]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            persistent = [k.value for k in call.keywords if k.arg == "persistent"] + call.args[2:3]
            found[name.value] = ast.unparse(persistent[0]) if persistent else ""
    return found


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _assignment(
    site: Site, node: ast.Assign | ast.AugAssign, buffers: dict[str, str]
) -> Iterator[Finding]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    stored = [
        inner
        for target in targets
        for inner in walk(target)
        if isinstance(inner, ast.Attribute)
        and isinstance(inner.ctx, ast.Store)
        and _is_self(inner.value)
        and inner.attr in buffers
    ]
    for target in stored:
        fix = _fix(site, node, target, buffers[target.attr]) if targets == [target] else None
        span = site.document.span(target)
        severity: Severity = "error" if fix is None else "warning"
        yield Finding("MP307", severity, REGISTER, None, "certain", MESSAGE, span, fix)


def _fix(
    site: Site, node: ast.Assign | ast.AugAssign, target: ast.Attribute, persistent: str
) -> Fix | None:
    """``self.register_buffer("mean", x)`` in place of ``self.mean = x``."""
    if isinstance(node.value, ast.Tuple | ast.Yield | ast.YieldFrom | ast.Await):
        return None
    whole = site.document.span(node)
    between = Span(site.document.span(target).end, site.document.span(node.value).start)
    gap = blanked(site.document.text[between.start : between.end])
    start = between.start + gap.index("=") + 1
    start += len(site.document.text[start:]) - len(site.document.text[start:].lstrip())
    value: list[Piece] = [Span(start, whole.end)]
    caution = None
    if isinstance(node, ast.AugAssign):
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            return None
        if not isinstance(node.value, ast.Constant):
            value = ["(", *value, ")"]
            caution = IN_PLACE
        value = [f"self.{target.attr} {operator} ", *value]
    tail = f", persistent={persistent})" if persistent else ")"
    pieces = (f'self.register_buffer("{target.attr}", ', *value, tail)
    return Fix(TITLE, "unsafe" if caution else "safe", (Edit(whole, pieces),), caution)
