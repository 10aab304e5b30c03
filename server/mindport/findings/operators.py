"""Operators that MindSpore's tensors compute otherwise for some dtypes (MP212) and shapes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from mindport.findings.site import Site
from mindport.nodes import find, function_around, walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.symbols.dtypes import COMPLEX_PRODUCT, dtype_of
from mindport.symbols.imaginary import is_imaginary
from mindport.symbols.shapes import shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

N = TypeVar("N", bound=ast.expr)
CODE, SYMBOL = "MP212", "torch.Tensor"
# A file without these has none; most are not looked through for it.
MAGNITUDE = re.compile(r"abs\((?<![.\w]abs\()")
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
SHIFTS: dict[type[ast.operator], str] = {
    ast.LShift: "mindspore.ops.bitwise_left_shift",
    ast.RShift: "mindspore.ops.bitwise_right_shift",
}
# MindSpore's tensors have these only on the right of a number's left: 1 & x raises.
NUMBER_FIRST = re.compile(r"[&|^](?:(?<=[\de)].)|(?<=[\de)] .))")
SIGNS: dict[type[ast.operator], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDER_MESSAGE = Text(
    "MindSpore's tensors take a number only on the right of this operator; the order does not "
    "change the result.",
    "MindSpore 张量的该运算符只接受数字在右侧；交换次序不影响结果。",
)
EMPTY_CODE = "MP220"
EMPTY_MESSAGE = Text(
    "A product over an axis of size 0 is 0 in torch; on a CPU MindSpore gives what memory held.",
    "在大小为 0 的轴上做矩阵乘法，torch 结果为 0，MindSpore 在 CPU 上给出内存中的残留值。",
)
IMAGINARY = re.compile(r"\d[jJ]\b")
IMAGINARY_MESSAGE = Text(
    "MindSpore's tensors count with no complex numbers, and on a CPU complex tensors with no real "
    "ones: cast the tensor to complex64, and make a tensor of the number, "
    "mindspore.Tensor(1j, mindspore.complex64).",
    "MindSpore 张量不能与复数常量运算，且在 CPU 上复数张量不能与实数张量相乘：请将张量转为 complex64，"
    "并将该数写成张量 mindspore.Tensor(1j, mindspore.complex64)。",
)
PRODUCT = f"helper.{COMPLEX_PRODUCT}"
PRODUCT_MESSAGE = Text(
    "MindSpore's product of complex tensors has no gradient and their quotient a wrong one, and on a "
    "CPU both refuse real tensors; a helper counts with the real and imaginary parts.",
    "MindSpore 的复数张量乘法没有反向传播，除法的梯度有误，且在 CPU 上两者都不能与实数张量运算；"
    "辅助函数按实部与虚部计算。",
)
PRODUCT_TITLE = Text("Multiply by real and imaginary parts", "按实部与虚部相乘")
ORDER_TITLE = Text("Put the tensor first", "将张量放在前面")


def operator_findings(site: Site) -> Iterator[Finding]:
    """``abs(torch.fft.fft(x))``, ``~torch.arange(3)``, ``x << 2``, ``1 & x``, ``1j * x`` and ``@``."""
    document, text = site.document, site.document.text
    tree = document.tree
    if tree is None or not ("torch" in text or "mindspore" in text):
        return
    if MAGNITUDE.search(text) and (COMPLEX.search(text) or IMAGINARY.search(text)):
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
    if "@" in text and "CPU" in site.target.devices:
        for product in find(tree, ast.BinOp):
            if isinstance(product.op, ast.MatMult) and _sums_nothing(site, tree, product):
                yield replace(_finding(site, product, None, EMPTY_MESSAGE, None), code=EMPTY_CODE)
    if IMAGINARY.search(text) or COMPLEX.search(text):
        for operation in find(tree, ast.BinOp):
            yield from _complex(site, tree, operation)
        for augmented in find(tree, ast.AugAssign):
            yield from _complex_in_place(site, tree, augmented)
    if "<<" in text or ">>" in text or NUMBER_FIRST.search(text):
        for operation in find(tree, ast.BinOp):
            if type(operation.op) in SHIFTS:
                yield from _shift(site, tree, operation)
            elif type(operation.op) in SIGNS and isinstance(operation.left, ast.Constant):
                yield from _number_first(site, operation)
        for changed in (item.node for item in site.bindings.augmented):
            if type(changed.op) in SHIFTS:
                yield _shift_in_place(site, changed)


def _shift(site: Site, tree: ast.Module, operation: ast.BinOp) -> Iterator[Finding]:
    """Equal where both have one dtype; of two dtypes ops raises, where torch promotes."""
    sides = (operation.left, operation.right)
    if not any(is_tensor(site.bindings.values.get(side, UNKNOWN)) for side in sides):
        return
    api = SHIFTS[type(operation.op)]
    short = api.removeprefix("mindspore.")
    title = Text(f"Replace with {short}", f"替换为 {short}")
    document = site.document
    left, right = (document.span(side) for side in sides)
    edit = Edit(document.span(operation), (Name(api), "(", left, ", ", right, ")"))
    scope = function_around(tree, operation) or tree
    dtypes = {dtype_of(side, scope) for side in sides if not isinstance(side, ast.Constant)}
    shown = len(dtypes) == 1 and dtypes <= set(INTEGERS)
    fix = Fix(title, "safe" if shown else "unsafe", (edit,))
    yield _finding(site, operation, api, _shift_message(short), fix)


def _shift_in_place(site: Site, changed: ast.AugAssign) -> Finding:
    """Without a fix: ops gives a new tensor, and torch changes the one that others may hold."""
    api = SHIFTS[type(changed.op)]
    return _finding(site, changed, api, _shift_message(api.removeprefix("mindspore.")), None)


def _shift_message(short: str) -> Text:
    return Text(
        f"MindSpore's tensors have no << and >>; {short} shifts tensors of one dtype, or a tensor "
        "by a number.",
        f"MindSpore 张量没有 << 与 >> 运算符；{short} 可对同类型张量或张量与数字移位。",
    )


def _sums_nothing(site: Site, tree: ast.Module, product: ast.BinOp) -> bool:
    """Whether the axis that two tensors share is seen to have size 0."""
    sides = (product.left, product.right)
    if not any(is_tensor(site.bindings.values.get(side, UNKNOWN)) for side in sides):
        return False
    scope = function_around(tree, product) or tree
    left, right = shape_of(product.left, scope), shape_of(product.right, scope)
    return (left or (1,))[-1] == 0 or (right or (1,))[-2:][0] == 0


def _counts_with_imaginary(site: Site, operation: ast.BinOp, scope: ast.AST) -> bool:
    """Whether one side is a tensor and the other a number with an imaginary part."""
    sides = (operation.left, operation.right)
    known = [is_tensor(site.bindings.values.get(side, UNKNOWN)) for side in sides]
    if known[0] is known[1]:
        return False
    number = sides[1] if known[0] else sides[0]
    written = any(isinstance(n, ast.Constant) and type(n.value) is complex for n in walk(number))
    return written or is_imaginary(number, scope) is True


def _complex(site: Site, tree: ast.Module, operation: ast.BinOp) -> Iterator[Finding]:
    """``1j * x`` and ``torch.fft.fft(x) / y``; other operators take no number as ``1j`` is."""
    sides = (operation.left, operation.right)
    scope = function_around(tree, operation) or tree
    imaginary = _counts_with_imaginary(site, operation, scope)
    if not isinstance(operation.op, ast.Mult | ast.Div):
        if imaginary:
            yield _finding(site, operation, None, IMAGINARY_MESSAGE, None)
        return
    real = any(isinstance(side, ast.Constant) and type(side.value) is not complex for side in sides)
    if not imaginary and (real or not any(_is_complex(site, side, scope) for side in sides)):
        return
    left, right = (site.document.span(side) for side in sides)
    factor: tuple[Piece, ...] = (right,)
    if isinstance(operation.op, ast.Div):
        factor = ("1 / ", Operand(right))
    pieces = (Name(PRODUCT), "(", left, ", ", *factor, ")")
    fix = Fix(PRODUCT_TITLE, "safe", (Edit(site.document.span(operation), pieces),))
    yield _finding(site, operation, PRODUCT, PRODUCT_MESSAGE, fix)


def _complex_in_place(site: Site, tree: ast.Module, changed: ast.AugAssign) -> Iterator[Finding]:
    """``x *= torch.fft.fft(y)``, without a fix: torch changes the tensor that others may hold."""
    scope = function_around(tree, changed) or tree
    held = is_tensor(site.bindings.values.get(changed.target, UNKNOWN)) or any(
        augmented.node is changed for augmented in site.bindings.augmented
    )
    if held and is_imaginary(changed.value, scope):
        yield _finding(site, changed, None, IMAGINARY_MESSAGE, None)
    counts = isinstance(changed.op, ast.Mult | ast.Div)
    if counts and _is_complex(site, changed.value, scope):
        yield _finding(site, changed, PRODUCT, PRODUCT_MESSAGE, None)


def _is_complex(site: Site, node: ast.expr, scope: ast.AST) -> bool:
    is_known = is_tensor(site.bindings.values.get(node, UNKNOWN))
    return is_known and dtype_of(node, scope) == "complex64"


def _number_first(site: Site, operation: ast.BinOp) -> Iterator[Finding]:
    if not is_tensor(site.bindings.values.get(operation.right, UNKNOWN)):
        return
    document = site.document
    sign = SIGNS[type(operation.op)]
    simple = isinstance(operation.right, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    opening, closing = ("", "") if simple else ("(", ")")
    left, right = document.span(operation.left), document.span(operation.right)
    pieces = (opening, right, f"{closing} {sign} ", left)
    fix = Fix(ORDER_TITLE, "safe", (Edit(document.span(operation), pieces),))
    yield _finding(site, operation, None, ORDER_MESSAGE, fix)


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


def _finding(
    site: Site, node: ast.expr | ast.stmt, api: str | None, message: Text, fix: Fix | None
) -> Finding:
    return Finding(CODE, "warning", SYMBOL, api, "likely", message, site.document.span(node), fix)
