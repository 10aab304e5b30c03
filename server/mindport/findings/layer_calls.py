"""Calls of layers by the names that torch's forward has (MP307): ``criterion(input=y, target=t)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, filled

CODE = "MP307"
# What torch's layers and losses call their inputs, and MindSpore's Cells otherwise.
NAMES = frozenset({"input", "target", "input1", "input2", "x1", "x2"})
MENTIONED = re.compile(rf"\b(?:{'|'.join(sorted(NAMES))})\s*=")
MESSAGE = Text(
    "MindSpore's layers and losses call their inputs otherwise: give {0} by place.",
    "MindSpore 的层与损失函数的输入参数名不同：{0} 请按位置传入。",
)
TITLE = Text("Give the inputs by place", "按位置传入输入")


def layer_call_findings(site: Site) -> Iterator[Finding]:
    """``self.fc(input=x)`` of a layer of torch's, which is one of MindSpore's then."""
    document = site.document
    if document.tree is None or MENTIONED.search(document.text) is None:
        return
    for call in find(document.tree, ast.Call):
        named = [k for k in call.keywords if k.arg in NAMES]
        layer = site.bindings.values.get(call.func, UNKNOWN)
        if not named or layer.kind != "instance" or not layer.name.startswith("torch.nn."):
            continue
        names = ", ".join(str(k.arg) for k in named)
        fix = Fix(TITLE, "safe", edits) if (edits := _edits(site, layer.name, call)) else None
        span = document.span(call)
        message = filled(MESSAGE, names)
        symbol = f"{layer.name}.forward"
        yield Finding(CODE, "warning", symbol, None, "likely", message, span, fix)


def _edits(site: Site, layer: str, call: ast.Call) -> tuple[Edit, ...]:
    """The inputs in forward's order, without their names; nothing where others stand between."""
    signature = next(iter(site.api.signatures(f"{layer}.forward")), None)
    order = [] if signature is None else [p.name for p in signature.parameters]
    named = [k for k in call.keywords if k.arg in NAMES]
    first = len(call.args)
    wanted = order[first : first + len(named)]
    spread = any(isinstance(a, ast.Starred) for a in call.args)
    if spread or named != call.keywords[: len(named)] or set(wanted) != {k.arg for k in named}:
        return ()
    values = {k.arg: site.document.span(k.value) for k in named}
    return tuple(
        Edit(site.document.span(place), (values[name],))
        for place, name in zip(named, wanted, strict=True)
    )
