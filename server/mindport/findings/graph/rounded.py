"""``round`` and ``abs`` in compiled code (MP402): ``round(x)`` is a float there, and both refuse a number
that the network computes, ``round(x.item(), 1)``, ``abs(x.item())``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.computed_numbers import is_computed, is_number
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.texts import Text

MESSAGE = Text(
    "In graph mode round(x) is a float, which slices, ranges and shapes refuse; write int(round(x)).",
    "静态图模式下 round(x) 的结果为浮点数，切片、range 和形状均不接受；请写成 int(round(x))。",
)
COMPUTED = Text(
    "Graph mode rounds no number that the network computes; round the tensor: "
    "float(ops.round(x * 10.0) / 10.0).",
    "静态图模式不能对网络计算得到的数取整；请对张量取整：float(ops.round(x * 10.0) / 10.0)。",
)
SIZE = Text(
    "Graph mode takes no abs() of a number that the network computes; ask the tensor: x.abs().item().",
    "静态图模式不能对网络计算得到的数使用 abs()；请对张量取绝对值：x.abs().item()。",
)
SIZE_OF_TENSOR = Text("Ask the tensor for its size", "对张量取绝对值")
OF_TENSOR = Text("Round the tensor", "对张量取整")
CAUTION = Text(
    "A tensor is rounded in its own precision, Python's number in double precision.",
    "张量按自身精度取整，而 Python 的数按双精度取整。",
)
TITLE = Text("Make an int of it", "转换为 int")


def rounded_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``round(x)`` whose type tells, neither computed nor compared with, nor int's, and one
    an ``abs(x)`` of a computed number."""
    for function in code.functions:
        fine: set[ast.AST] = set()
        for node in function.nodes:
            if isinstance(node, ast.BinOp):
                fine.update((node.left, node.right))
            elif isinstance(node, ast.Compare):
                fine.update((node.left, *node.comparators))
            elif isinstance(node, ast.Call) and name_of(node.func) in ("int", "float", "print"):
                fine.update(node.args)
        for node in function.nodes:
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in ("round", "abs"):
                continue
            computed = bool(node.args) and _is_computed_number(site, node.args[0], function.node)
            if name == "abs":
                if computed:
                    yield told(site, "MP402", node, SIZE, _size(site, node))
            elif computed:
                yield told(site, "MP402", node, COMPUTED, _of_tensor(site, node))
            elif len(node.args) == 1 and not node.keywords and node not in fine:
                whole = site.document.span(node)
                edits = (Edit(whole, ("int(", whole, ")")),)
                yield told(site, "MP402", node, MESSAGE, Fix(TITLE, "safe", edits))


def _is_computed_number(site: Site, node: ast.expr, within: ast.AST) -> bool:
    """``x.item()``, ``float(x)``; ``round(x)`` of a tensor is right."""
    return is_number(node, within) and is_computed(site, node, within)


def _size(site: Site, node: ast.Call) -> Fix | None:
    """``x.abs().item()`` for ``abs(x.item())``, ``float(x.abs())`` for ``abs(float(x))``."""
    span = site.document.span
    match node.args:
        case [ast.Call(ast.Attribute(tensor, "item"), [], [])]:
            pieces: tuple[Piece, ...] = Operand(span(tensor)), ".abs().item()"
        case [ast.Call(ast.Name("float" | "int" as kind), [tensor], [])]:
            pieces = f"{kind}(", Operand(span(tensor)), ".abs())"
        case _:
            return None
    return Fix(SIZE_OF_TENSOR, "safe", (Edit(span(node), pieces),))


def _of_tensor(site: Site, node: ast.Call) -> Fix | None:
    """``float(ops.round(x * 10.0) / 10.0)`` for ``round(x.item(), 1)``, ``int(ops.round(x))`` without
    places."""
    match node.args:
        case [ast.Call(ast.Attribute(tensor, "item"), [], []), *places]:
            pass
        case [ast.Call(ast.Name("float"), [tensor], []), *places]:
            pass
        case _:
            return None
    span, rounds = site.document.span, Name("mindspore.ops.round")
    match places:
        case []:
            pieces: tuple[Piece, ...] = "int(", rounds, "(", span(tensor), "))"
        case [ast.Constant(int(count))]:
            scale = f"{float(10**count)}"
            pieces = (
                "float(", rounds, "(", Operand(span(tensor)), f" * {scale}) / {scale})",
            )  # fmt: skip
        case _:
            return None
    return Fix(OF_TENSOR, "unsafe", (Edit(span(node), pieces),), CAUTION)
