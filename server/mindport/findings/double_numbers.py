"""Numbers in arithmetic with float64 tensors (MP212): MindSpore rounds them to float32 first.

``x * 0.1`` of a float64 tensor is 1.5e-8 off, relative to the result; a number that float32 holds
(0.5, 3.0) is not. With ``mindspore.tensor(0.1, mindspore.float64)`` in its place the result is
torch's: seen for + - * / ** and comparisons on MindSpore 2.7.2 to 2.10.0 on a CPU. Not for % and //:
these take the quotient for whole that float64 rounds to a whole one, with either: 1.0 // 0.1 is 10 and
in torch 9. They are told without a fix.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import struct
from collections.abc import Callable, Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "In arithmetic with float64 tensors MindSpore rounds a number to float32 first, which torch does "
    "not; a tensor of it keeps all digits.",
    "与 float64 张量运算时，MindSpore 会先将数字舍入为 float32，而 torch 不会；写成张量可保留全部精度。",
)
WHOLE = Text(
    "For float64 tensors MindSpore takes a quotient for whole that rounds to a whole one (1.0 // 0.1 is "
    "10, in torch 9; 1.0 % 0.1 is 0, in torch 0.1), and a number is rounded to float32 first. Compute in "
    "float32, where both agree, or with numpy.fmod.",
    "对 float64 张量，MindSpore 会把舍入后为整数的商当作整数（1.0 // 0.1 得 10，torch 为 9；1.0 % 0.1 得 0，torch 为 "
    "0.1），并且会先将数字舍入为 float32。请改用 float32 计算（两者一致），或使用 numpy.fmod。",
)
TITLE = Text("Make a float64 tensor of the number", "将该数字写成 float64 张量")
# A file without these has none; most are not looked through for it.
DOUBLE = re.compile(r"float64|double")
OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
RESTS = (ast.Mod, ast.FloorDiv)
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau}
HOLDERS = ("math", "np", "numpy", "torch")


def double_number_findings(site: Site) -> Iterator[Finding]:
    """One finding for each number that float32 does not hold, beside a float64 tensor."""
    tree = site.document.tree
    if tree is None or not DOUBLE.search(site.document.text):
        return
    changed = {item.node.target for item in site.bindings.augmented}

    def is_double(node: ast.expr) -> bool:
        known = node in changed or is_tensor(site.bindings.values.get(node, UNKNOWN))
        return known and dtype_of(node, function_around(tree, node) or tree) == "float64"

    for tensor, number in _pairs(tree):
        if not _loses_digits(number) or not is_double(tensor):
            continue
        span = site.document.span(number)
        pieces = (Name("mindspore.tensor"), "(", span, ", ", Name("mindspore.float64"), ")")
        fix = Fix(TITLE, "safe", (Edit(span, pieces),))
        yield Finding("MP212", "warning", "torch.Tensor", None, "likely", MESSAGE, span, fix)
    for operation, dividend, divisor in _rests(tree):
        value = _number(divisor)
        if (value is None or value % 1) and (is_double(dividend) or is_double(divisor)):
            span = site.document.span(operation)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", WHOLE, span)


def _pairs(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Operands beside one another, in both orders."""
    for operation in find(tree, ast.BinOp):
        if type(operation.op) in OPERATIONS:
            yield operation.left, operation.right
            yield operation.right, operation.left
    for test in find(tree, ast.Compare):
        if len(test.ops) == 1 and isinstance(test.ops[0], COMPARISONS):
            yield test.left, test.comparators[0]
            yield test.comparators[0], test.left
    for changed in find(tree, ast.AugAssign):
        if type(changed.op) in OPERATIONS:
            yield changed.target, changed.value


def _rests(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.expr, ast.expr]]:
    """What ``%`` and ``//`` divide, and by what."""
    for operation in find(tree, ast.BinOp):
        if isinstance(operation.op, RESTS):
            yield operation, operation.left, operation.right
    for changed in find(tree, ast.AugAssign):
        if isinstance(changed.op, RESTS):
            yield changed, changed.target, changed.value


def _loses_digits(node: ast.expr) -> bool:
    value = _number(node)
    if not isinstance(value, float) or math.isinf(value):
        return False
    try:
        (rounded,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        return True
    return bool(rounded != value)


def _number(node: ast.expr) -> float | int | None:
    """What an expression of nothing but numbers is, ``math.pi`` among them."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) in (float, int) else None  # type: ignore[return-value]
    if isinstance(node, ast.Attribute):
        return CONSTANTS.get(node.attr) if name_of(node.value) in HOLDERS else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        left, right = _number(node.left), _number(node.right)
        if left is None or right is None:
            return None
        try:
            return OPERATIONS[type(node.op)](left, right)
        except (ArithmeticError, ValueError):
            return None
    return None
