"""Operators that MindSpore's tensors compute otherwise for some dtypes (MP212)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.dtypes import dtype_of
from mindport.texts import Text

N = TypeVar("N", bound=ast.expr)
CODE, SYMBOL = "MP212", "torch.Tensor"
# A file without these has none; most are not looked through for it.
MAGNITUDE = re.compile(r"(?<![.\w])abs\(")
COMPLEX = re.compile(r"fft|complex|polar")
INVERSION = re.compile(r"~\s*[\w(]")
INTEGER = re.compile(r"\b(?:long|int\d*|uint8|randint|arange|argmax|argmin|tensor)\b")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8")
ABS = "mindspore.ops.ComplexAbs"
ABS_MESSAGE = Text(
    "abs of a complex tensor is real in torch and stays complex in MindSpore; ops.ComplexAbs gives "
    "the real one.",
    "torch 中复数张量的 abs 为实数，MindSpore 仍为复数；ops.ComplexAbs 给出实数结果。",
)
ABS_TITLE = Text("Replace with ops.ComplexAbs()", "替换为 ops.ComplexAbs()")
INVERT = "mindspore.ops.invert"
INVERT_MESSAGE = Text(
    "~ flips the bits of integers in torch; on a CPU MindSpore takes it for the logical not; "
    "ops.invert flips them.",
    "torch 中 ~ 对整数按位取反，MindSpore 在 CPU 上当作逻辑非；ops.invert 按位取反。",
)
INVERT_TITLE = Text("Replace with ops.invert", "替换为 ops.invert")


def operator_findings(site: Site) -> Iterator[Finding]:
    """``abs(torch.fft.fft(x))`` and ``~torch.arange(3)``."""
    document, text = site.document, site.document.text
    tree = document.tree
    if tree is None or not ("torch" in text or "mindspore" in text):
        return
    if MAGNITUDE.search(text) and COMPLEX.search(text):
        for call, dtype in _typed(tree, _magnitudes):
            if dtype == "complex64":
                edit = Edit(document.span(call.func), (Name(ABS), "()"))
                yield _finding(site, call, ABS, ABS_MESSAGE, Fix(ABS_TITLE, "safe", (edit,)))
    if INVERSION.search(text) and INTEGER.search(text):
        for node, dtype in _typed(tree, _inversions):
            if dtype in INTEGERS:
                operand = document.span(node.operand)
                edit = Edit(document.span(node), (Name(INVERT), "(", operand, ")"))
                fix = Fix(INVERT_TITLE, "safe", (edit,))
                yield _finding(site, node, INVERT, INVERT_MESSAGE, fix)


def _typed(
    tree: ast.AST, operations: Callable[[ast.AST], Iterator[tuple[N, ast.expr]]]
) -> Iterator[tuple[N, str]]:
    """The operations with the dtype of their operand, as the scopes around them tell it."""
    seen: set[ast.expr] = set()
    for scope in (*find(tree, ast.FunctionDef), tree):
        for node, operand in operations(scope):
            dtype = "" if node in seen else dtype_of(operand, scope)
            if dtype:
                seen.add(node)
                yield node, dtype


def _magnitudes(scope: ast.AST) -> Iterator[tuple[ast.Call, ast.expr]]:
    for call in find(scope, ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == "abs" and len(call.args) == 1:
            yield call, call.args[0]


def _inversions(scope: ast.AST) -> Iterator[tuple[ast.UnaryOp, ast.expr]]:
    for node in find(scope, ast.UnaryOp):
        if isinstance(node.op, ast.Invert):
            yield node, node.operand


def _finding(site: Site, node: ast.expr, api: str, message: Text, fix: Fix) -> Finding:
    return Finding(CODE, "warning", SYMBOL, api, "likely", message, site.document.span(node), fix)
