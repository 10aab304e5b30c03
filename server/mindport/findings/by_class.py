"""Methods of tensors that are called by their class (MP101): ``torch.Tensor.sum(x, 1)`` is ``x.sum(1)``."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text

TENSOR = "torch.Tensor."
TITLE = Text("Call the tensor's own method", "改为调用张量自身的方法")
MESSAGE = Text(
    "The method of a tensor is called by its class; as the tensor's own it is rewritten.",
    "此处通过类调用张量的方法；改为由张量自身调用后即可改写。",
)


def by_class_finding(site: Site, use: Use) -> Finding | None:
    """The finding of a method that a class is asked for, with the tensor as its first argument."""
    call, node = use.call, use.node
    if use.receiver is not None or call is None or not isinstance(node, ast.Attribute):
        return None
    if not use.symbol.startswith(TENSOR) or site.api.kind(use.symbol) != "method":
        return None
    if site.api.decorator(use.symbol) or not call.args or isinstance(call.args[0], ast.Starred):
        return None
    if use.cls is not None and isinstance(call.args[0], ast.Name) and call.args[0].id == "self":
        return None  # of a class of tensors, whose own method may be another
    document = site.document
    tensor, *rest = [document.span(one) for one in call.args]
    named = [(keyword.arg, document.span(keyword.value)) for keyword in call.keywords]
    pieces: list[Piece] = [Operand(tensor), f".{node.attr}("]
    for index, one in enumerate(rest):
        pieces += [", " if index else "", one]
    for index, (name, one) in enumerate(named, start=len(rest)):
        pieces += [", " if index else "", f"{name}=" if name else "**", one]
    edit = Edit(document.span(call), (*pieces, ")"))
    fix = Fix(TITLE, "safe", (edit,), rearranges=True)
    span = document.span(node)
    return Finding("MP101", "warning", use.symbol, None, use.confidence, MESSAGE, span, fix)
