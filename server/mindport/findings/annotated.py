"""Annotations with a class of torch's that MindSpore has nothing for: ``-> Future[Tensor]``, or with
one of torch's modules: ``optimizer: torch.optim``.

They do nothing when the program runs; where such an object is made, that is told there.
"""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.uses import Use
from mindport.texts import Text, join

LACKING = ("MP102", "MP103", "MP104")
# What puts types together.
INSIDE = (ast.BinOp, ast.List, ast.Subscript, ast.Tuple)
TITLE = Text("Annotate with Any", "改用 Any 注解")
TYPE_TITLE = Text("Annotate with the type", "改用类型注解")
MESSAGE = Text(
    "It stands in an annotation, which does nothing when the program runs; the fix writes Any.",
    "它位于类型注解中，运行时不起作用；修复会写为 Any。",
)

# The types that people mean who annotate with a module.
MEANT = {"torch.nn": "mindspore.nn.Cell", "torch.optim": "mindspore.nn.Optimizer"}


def annotated(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix where it is of a class in an annotation that has none."""
    if finding is None or finding.fix is not None or finding.code not in LACKING:
        return finding
    if use.symbol in MEANT and use.context == "annotation":
        return _of_module(site, finding, MEANT[use.symbol], use.node)
    if use.call is not None or site.api.kind(use.symbol) != "class":
        return finding
    whole = _annotation(site, use)
    if whole is None:
        return finding
    edit = Edit(site.document.span(whole), (Name("typing.Any"),))
    return Finding(
        finding.code,
        "warning",
        finding.symbol,
        None,
        finding.confidence,
        join(finding.message, MESSAGE),
        finding.span,
        Fix(TITLE, "safe", (edit,)),
    )


def _of_module(site: Site, finding: Finding, meant: str, node: ast.AST) -> Finding:
    """``optimizer: nn.Optimizer`` for ``optimizer: torch.optim``."""
    symbol = finding.symbol
    fix = Fix(TYPE_TITLE, "safe", (Edit(site.document.span(node), (Name(meant),)),))
    message = Text(
        f"{symbol} is a module and no type; what is meant is {meant}.",
        f"{symbol} 是模块而不是类型；这里指的是 {meant}。",
    )
    return Finding("MP101", "warning", symbol, None, "certain", message, finding.span, fix)


def _annotation(site: Site, use: Use) -> ast.AST | None:
    """The class with its own parameters, ``Future[Tensor]``, where it stands in an annotation."""
    tree = site.document.tree
    parents = {} if tree is None else site.parents(tree)
    whole: ast.AST = use.node
    outer = parents.get(whole)
    if isinstance(outer, ast.Subscript) and outer.value is whole:
        whole = outer
    if use.context == "annotation":
        return whole
    inner, outer = whole, parents.get(whole)
    while isinstance(outer, INSIDE):
        inner, outer = outer, parents.get(outer)
    annotations = (getattr(outer, "annotation", None), getattr(outer, "returns", None))
    return whole if inner in annotations else None
