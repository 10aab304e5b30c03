"""Slices of lists of layers, ``self.layers[1:]`` (MP307), that rename the parameters in PyNative mode.

Seen with 2.7.2 to 2.10.0: CellList and SequentialCell put the layers of a slice into a new cell, which
names their parameters ``0.weight`` for ``layers.1.weight``; a checkpoint that is saved then does not
load into another network of the class. The compiler of graph mode renames those of SequentialCell alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.values import CELL, UNKNOWN
from mindport.texts import Text

HELPER = "helper.part_of"
LISTS = ("torch.nn.ModuleList", "torch.nn.Sequential")
COMPILED = ("forward", "construct")
ITERATING = ("enumerate", "zip", "reversed", "list", "tuple", "len", "iter", "map")
MESSAGE = Text(
    "A slice of such layers renames their parameters in MindSpore: what is saved afterwards does not "
    "load into another network of the class.",
    "在 MindSpore 中，对这类层取切片会重命名其参数：之后保存的检查点无法载入同一类的其他网络。",
)
TITLE = Text("Take the part without renaming", "取其中一部分而不重命名")


def part_of_layers_findings(site: Site) -> Iterator[Finding]:
    """One finding for each slice that is read, but for parts that a constructor keeps: those are named
    alike in all networks of the class."""
    tree = site.document.tree
    if tree is None:
        return
    for node in find(tree, ast.Subscript):
        if not isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            continue
        value = site.bindings.values.get(node.value, UNKNOWN)
        if value.kind != "instance" or value.name not in (*LISTS, CELL):
            continue
        around = function_around(tree, node)
        edits = _edits(site, tree, node, around)
        if edits is None:
            continue
        symbol = value.name if value.name in LISTS else LISTS[0]
        fix = Fix(TITLE, "safe", edits) if edits else None
        span = site.document.span(node)
        yield Finding(
            "MP307", "warning", f"{symbol}.__getitem__", HELPER, "certain", MESSAGE, span, fix
        )


def _edits(
    site: Site, tree: ast.Module, node: ast.Subscript, around: ast.FunctionDef | None
) -> tuple[Edit, ...] | None:
    """What takes the slice's place, empty where nothing can; None where it may stay."""
    within = around or tree
    layers = site.document.span(node.value)
    if _is_iterated(site, within, node) or _names_a_list(site, within, node):
        return (Edit(layers, ("list(", layers, ")")),)
    name = "" if around is None else around.name
    if name == "__init__":
        return None
    if name in COMPILED and site.target.mode == "GRAPH":
        return ()
    assert isinstance(node.slice, ast.Slice)
    lower, upper, step = node.slice.lower, node.slice.upper, node.slice.step
    bounds = [upper] if lower is None else [lower, upper]
    places: list[Piece] = []
    for bound in bounds if step is None else (lower, upper, step):
        places += [", "] * bool(places)
        places.append("None" if bound is None else site.document.span(bound))
    pieces = (Name(HELPER), "(", layers, ", slice(", *places, "))")
    return (Edit(site.document.span(node), pieces),)


def _is_iterated(site: Site, within: ast.AST, node: ast.expr) -> bool:
    """Whether only the layers are asked for, one by one: in a loop, by ``zip``, behind a star."""
    parent = site.parents(within).get(node)
    if isinstance(parent, ast.For | ast.comprehension):
        return parent.iter is node
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in ITERATING
    return isinstance(parent, ast.Starred)


def _names_a_list(site: Site, within: ast.AST, node: ast.expr) -> bool:
    """Whether a local name for it is only iterated over."""
    parent = site.parents(within).get(node)
    if not (isinstance(parent, ast.Assign) and len(parent.targets) == 1):
        return False
    [target] = parent.targets
    if not isinstance(target, ast.Name) or not isinstance(within, ast.FunctionDef):
        return False
    reads = [
        name
        for name in find(within, ast.Name)
        if name.id == target.id and isinstance(name.ctx, ast.Load)
    ]
    return all(_is_iterated(site, within, name) for name in reads)
