"""Lists of layers that are added (MP212): ``nn.ModuleList(..) + nn.ModuleList(..)``.

torch's ModuleList and Sequential have +, MindSpore's CellList and SequentialCell have not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

CELLS = {
    "torch.nn.ModuleList": "mindspore.nn.CellList",
    "torch.nn.Sequential": "mindspore.nn.SequentialCell",
}
# What goes through a list once, and keeps none.
WALKING = frozenset({"enumerate", "iter", "list", "reversed", "tuple", "zip"})
MESSAGE = Text(
    "torch's ModuleList and Sequential can be added; MindSpore's CellList and SequentialCell cannot: "
    "put the layers of both into a new one.",
    "torch 的 ModuleList 和 Sequential 可以相加；MindSpore 的 CellList 和 SequentialCell 不能："
    "请将两者的各层放入一个新的容器。",
)
TITLE = Text("Put the layers of both into one", "将两者的各层合为一个")


def joined_layer_findings(site: Site) -> Iterator[Finding]:
    """One finding for each sum of lists of layers."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    around = site.parents(tree)
    for whole in find(tree, ast.BinOp):
        owner = _owner(site, whole)
        outer = around.get(whole)
        if not owner or (isinstance(outer, ast.BinOp) and outer.left is whole):
            continue
        pieces: list[Piece] = []
        for part in _parts(whole):
            pieces += [", *" if pieces else "*", site.document.span(part)]
        is_walked = _is_walked(whole, outer)
        if is_walked:
            pieces = ["[", *pieces, "]"]
        elif owner == "torch.nn.ModuleList":
            pieces = [Name(CELLS[owner]), "([", *pieces, "])"]
        else:
            pieces = [Name(CELLS[owner]), "(", *pieces, ")"]
        span = site.document.span(whole)
        fix = Fix(TITLE, "safe", (Edit(span, tuple(pieces)),))
        yield Finding("MP212", "error", owner, CELLS[owner], "certain", MESSAGE, span, fix)


def _owner(site: Site, node: ast.expr) -> str:
    """The torch class of a sum's first operand, where that is a list of layers."""
    first = node
    while isinstance(first, ast.BinOp) and isinstance(first.op, ast.Add):
        first = first.left
    value = site.bindings.values.get(first, UNKNOWN)
    return value.name if value.kind == "instance" and value.name in CELLS else ""


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _parts(node.left)
        yield node.right
    else:
        yield node


def _is_walked(whole: ast.expr, outer: ast.AST | None) -> bool:
    """Whether a sum is gone through, ``for layer in a + b``, and not kept."""
    if isinstance(outer, ast.For | ast.comprehension):
        return outer.iter is whole
    return isinstance(outer, ast.Starred) or (
        isinstance(outer, ast.Call) and name_of(outer.func) in WALKING and whole in outer.args
    )
