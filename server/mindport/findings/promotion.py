"""Tensors without axes in arithmetic (MP212): torch lets the other operand decide the dtype."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.report import Finding
from mindport.symbols.dtypes import dtype_of
from mindport.texts import Text

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64")
# Reductions that, without arguments, leave no axis.
REDUCTIONS = frozenset({"sum", "mean", "max", "min", "prod", "norm", "std", "var"})
# A file without both of these has none; most are not walked for it.
SCALAR = re.compile(r"\.tensor\(\s*-?[\w.]+[,)]|\.(?:sum|mean|max|min|prod|norm|std|var)\(\)")
DTYPE = re.compile(r"\b(?:half|float16|bfloat16|int32|int16|float64|double|short)\b|\.int\(")
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def promotion_findings(site: Site) -> Iterator[Finding]:
    """``x.half() * torch.tensor(0.5)`` is float16 in torch and float32 in MindSpore."""
    text = site.document.text
    framework = "torch" in text or "mindspore" in text  # the trap stays when names are MindSpore's
    likely = framework and SCALAR.search(text) and DTYPE.search(text)
    if likely and site.document.tree is not None:
        yield from _in_scope(site, site.document.tree)


def _in_scope(site: Site, scope: ast.AST) -> Iterator[Finding]:
    operations: list[ast.BinOp] = []
    scalars: set[str] = set()
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _in_scope(site, node)
            continue
        if isinstance(node, ast.Assign) and _is_scalar(node.value, frozenset()):
            scalars |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.BinOp) and isinstance(node.op, ARITHMETIC):
            operations.append(node)
        waiting += ast.iter_child_nodes(node)
    for operation in operations:
        for scalar, other in (
            (operation.left, operation.right),
            (operation.right, operation.left),
        ):
            if _is_scalar(scalar, scalars) and not _is_scalar(other, scalars):
                yield from _compared(site, operation, scalar, other, scope)


def _is_scalar(node: ast.expr, names: set[str] | frozenset[str]) -> bool:
    """Whether it is a tensor without axes: ``torch.tensor(0.5)``, ``x.sum()``."""
    if isinstance(node, ast.Name):
        return node.id in names
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr == "tensor":
        return bool(node.args) and isinstance(node.args[0], ast.Constant | ast.UnaryOp)
    return node.func.attr in REDUCTIONS and not node.args and not node.keywords


def _compared(
    site: Site, operation: ast.BinOp, scalar: ast.expr, other: ast.expr, scope: ast.AST
) -> Iterator[Finding]:
    ours, theirs = dtype_of(other, scope), _scalar_dtype(scalar, scope)
    if not _decides(ours, theirs, FLOATS) and not (
        _decides(ours, theirs, INTEGERS) and not isinstance(operation.op, ast.Div)
    ):
        return
    message = Text(
        f"A {theirs} tensor without axes leaves the result {ours} in torch; MindSpore promotes it. "
        f"Cast it to {ours} first.",
        f"torch 中零维 {theirs} 张量不改变结果的 {ours} 类型，MindSpore 会提升类型；请先转换为 {ours}。",
    )
    span = site.document.span(operation)
    yield Finding("MP212", "warning", "torch.Tensor", None, "likely", message, span)


def _decides(ours: str, theirs: str, order: tuple[str, ...]) -> bool:
    """Whether MindSpore gives another dtype than ``ours``, which torch keeps."""
    if ours not in order or theirs not in order:
        return False
    return order.index(theirs) > order.index(ours) or (ours, theirs) == ("bfloat16", "float16")


def _scalar_dtype(node: ast.expr, scope: ast.AST) -> str:
    """The dtype; that of a reduction is its receiver's."""
    reduces = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    if reduces and node.func.attr in REDUCTIONS:  # type: ignore[attr-defined]
        found = dtype_of(node.func.value, scope)  # type: ignore[attr-defined]
        return found if found in FLOATS else ""
    return dtype_of(node, scope)
