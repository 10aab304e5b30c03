"""A value with more axes than the row that it is written to (MP102): ``x[t] = y.reshape(1, -1)``.

torch drops leading axes of length 1. Seen with MindSpore 2.10.0 on a CPU: "input's rank should be less
equal to the number of proposed_shape" for a row, and no more than shape (1,) for a single place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, find, function_around
from mindport.report import Edit, Finding, Fix
from mindport.symbols.shapes import KEEPING, shape_of
from mindport.texts import Text

FLAT = re.compile(r"\.(?:reshape|view)\(\(?1,")  # what no other file is looked through for
FRAMEWORK = re.compile(r"^\s*(?:from|import)\s+(?:torch|mindspore)\b", re.MULTILINE)
SYMBOL = "torch.select_scatter"
LONGER = Text(
    "torch drops leading axes of length 1 of what is written to a row; MindSpore refuses a value with "
    "more axes than the row has.",
    "写入某一行时，torch 会去掉长度为 1 的前导轴；MindSpore 不接受轴数多于该行的值。",
)
TITLE = Text("Give the value the shape of the row", "把值改为该行的形状")
BROADCAST = Text(
    "reshape refuses a value that is broadcast along other axes, too.",
    "若该值还需沿其他轴广播，reshape 会报错。",
)


def row_findings(site: Site) -> Iterator[Finding]:
    """One finding for each assignment to a row of what a reshape to ``(1, n)`` went into."""
    tree = site.document.tree
    text = site.document.text
    if tree is None or not FLAT.search(text) or not FRAMEWORK.search(text):
        return
    flat = [call for call in find(tree, ast.Call) if _is_flat(call)]
    for scope in {function_around(tree, call) or tree: None for call in flat}:
        names = _names(scope)
        for statement in find(scope, ast.Assign):
            if not _is_longer(statement.value, names):
                continue
            for target in statement.targets:
                if isinstance(target, ast.Subscript) and is_row(target, scope):
                    yield _finding(site, statement, target, shape_of(target.value, scope))


def _is_flat(node: ast.expr) -> bool:
    """``y.reshape(1, -1)`` or ``y.view((1, n))``: two axes, the first of length 1."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    sizes = node.args
    if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple):
        sizes = sizes[0].elts
    return (
        node.func.attr in ("reshape", "view")
        and len(sizes) == 2
        and isinstance(sizes[0], ast.Constant)
        and sizes[0].value == 1
    )


def _names(scope: ast.AST) -> frozenset[str]:
    """Names in ``scope`` that may hold a tensor with such a first axis."""
    found: set[str] = set()
    assigned = find(scope, ast.Assign)
    while more := {
        target.id
        for statement in assigned
        for target, value in assigned_pairs(statement)
        if isinstance(target, ast.Name) and target.id not in found and _is_longer(value, found)
    }:
        found |= more
    return frozenset(found)


def _is_longer(node: ast.expr, names: set[str] | frozenset[str]) -> bool:
    """Whether the value has such an axis: arithmetic gives its result all axes of its operands."""
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.BinOp):
        return _is_longer(node.left, names) or _is_longer(node.right, names)
    if isinstance(node, ast.UnaryOp):
        return _is_longer(node.operand, names)
    if isinstance(node, ast.IfExp):
        return _is_longer(node.body, names) or _is_longer(node.orelse, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        kept = node.func.attr in KEEPING and _is_longer(node.func.value, names)
        return kept or _is_flat(node)
    return False


def is_row(target: ast.Subscript, scope: ast.AST) -> bool:
    """Whether one place along the first axis is meant, of a tensor that may have two axes."""
    counted = {
        loop.target.id
        for loop in find(scope, ast.For)
        if isinstance(loop.target, ast.Name) and _counts(loop.iter)
    }
    shape = shape_of(target.value, scope)
    return (shape is None or len(shape) <= 2) and _is_place(target.slice, counted)


def _counts(node: ast.expr) -> bool:
    """``range(n)``, ``reversed(range(n))``."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    if node.func.id == "reversed" and len(node.args) == 1:
        return _counts(node.args[0])
    return node.func.id == "range"


def _is_place(node: ast.expr, counted: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.BinOp):
        return _is_place(node.left, counted) and _is_place(node.right, counted)
    if isinstance(node, ast.UnaryOp):
        return _is_place(node.operand, counted)
    return isinstance(node, ast.Name) and node.id in counted


def _finding(
    site: Site, statement: ast.Assign, target: ast.Subscript, shape: Sequence[object] | None
) -> Finding:
    """A row that is seen to have one axis takes all that torch writes to it as one axis."""
    span, is_flat = site.document.span(target), shape is not None and len(shape) == 2
    wanted = "-1" if is_flat else f"{ast.unparse(target)}.shape"
    edits, fix = _edits(site, statement, target, wanted), None
    if edits:
        fix = Fix(TITLE, "safe", edits) if is_flat else Fix(TITLE, "unsafe", edits, BROADCAST)
    return Finding("MP102", "warning", SYMBOL, None, "likely", LONGER, span, fix)


def _edits(
    site: Site, statement: ast.Assign, target: ast.Subscript, shape: str
) -> tuple[Edit, ...]:
    """``x[t] = (value).reshape(-1)``; another name of the value keeps it as it is."""
    document = site.document
    place, value = ast.unparse(target), document.span(statement.value)
    if len(statement.targets) == 1:
        before, after = Span(value.start, value.start), Span(value.end, value.end)
        opened = not isinstance(statement.value, ast.Name | ast.Call)
        left, right = ("(", ")") if opened else ("", "")
        end = Edit(after, (f"{right}.reshape({shape})",))
        return (Edit(before, (left,)), end) if opened else (end,)
    first, second = statement.targets[0], statement.targets[1]
    if len(statement.targets) > 2 or first is not target or not isinstance(second, ast.Name):
        return ()
    line = document.line_text(statement.lineno - 1)
    if line[: statement.col_offset].strip() or ";" in line:
        return ()
    behind = f"{place} = {second.id}.reshape({shape})"
    written = f"{document.newline}{line[: statement.col_offset]}{behind}"
    whole = document.span(statement)  # the value may stand in parentheses
    return (
        Edit(Span(document.span(target).start, document.span(second).start), ()),
        Edit(Span(whole.end, whole.end), (written,)),
    )
