"""Calls of layers that MindSpore's do not take (MP307): by the names that torch's forward has,
``criterion(input=y, target=t)``, and with the size of a transposed convolution's result."""

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
SIZED = re.compile(r"\b(?:ConvTranspose[123]d|Conv[123]dTranspose)\b")
UNPOOLING = "MaxUnpool"  # layers that do take it
SIZE_MESSAGE = Text(
    "MindSpore's transposed convolutions take no output_size: give output_padding where the layer is "
    "made.",
    "MindSpore 的转置卷积不接受 output_size：请在创建层时给出 output_padding。",
)
TITLE = Text("Give the inputs by place", "按位置传入输入")


def layer_call_findings(site: Site) -> Iterator[Finding]:
    """``self.fc(input=x)`` of a layer of torch's, which is one of MindSpore's then."""
    document = site.document
    if document.tree is None:
        return
    if SIZED.search(document.text) is not None:
        yield from _sized_findings(site, document.tree)
    if MENTIONED.search(document.text) is None:
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


def _sized_findings(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """``up(x, output_size=skip.size())``, and ``up(x, skip.size())`` of a layer that is known."""
    looped = {loop.target.id for loop in find(tree, ast.For) if isinstance(loop.target, ast.Name)}
    for call in find(tree, ast.Call):
        layer = site.bindings.values.get(call.func, UNKNOWN)
        known = layer.kind == "instance" and SIZED.search(layer.name) is not None
        likely = layer.name == "mindspore.nn.Cell" and UNPOOLING not in site.document.text
        likely |= isinstance(call.func, ast.Name) and call.func.id in looped
        named = [k.value for k in call.keywords if k.arg == "output_size"]
        given = [*call.args[1:], *named] if known else named if likely else []
        if given and not all(isinstance(g, ast.Constant) and g.value is None for g in given):
            symbol = f"{layer.name}.forward" if known else "torch.nn.ConvTranspose2d.forward"
            span = site.document.span(call)
            yield Finding(CODE, "warning", symbol, None, "likely", SIZE_MESSAGE, span)


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
