"""Operators that MindSpore's tensors compute otherwise for some dtypes (MP212) and shapes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from mindport.findings.site import Site
from mindport.nodes import find, function_around, lies_in, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.symbols.assignments import given_last
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
# Names of what holds True and False; of another whose dtype is hidden it is asked at run time.
TRUTH = re.compile(
    r"mask|valid|pad|keep|^(?:is|has|in|can|not|no|use|new|any|all|are)_|_(?:in|is)_|ed$|done|finish|flag"
    r"|bool|nan|inf|cond|miss|match|stop|occl|lost|inside|outside|bound|early|found|reset|final|special"
    r"|accept|filter|emit|positive|negative|hit|contain|ground|empty|exist|eq|same|dup|select|support"
    r"|visible|enough|overlap|sentinel"
)
INTEGERS = ("int8", "int16", "int32", "int64", "uint8")
ABS = "mindspore.ops.ComplexAbs"
ABS_MESSAGE = Text(
    "abs of a complex tensor is real in torch and stays complex in MindSpore; ops.ComplexAbs gives "
    "the real one.",
    "torch 中复数张量的 abs 为实数，MindSpore 仍为复数；ops.ComplexAbs 给出实数结果。",
)
ABS_ANY = "helper.absolute"
ABS_ANY_MESSAGE = Text(
    "abs of a complex tensor is real in torch and stays complex in MindSpore; the source does not show "
    "whether the tensor is complex: a helper looks.",
    "torch 中复数张量的 abs 为实数，MindSpore 仍为复数；源码未表明张量是否为复数：由辅助函数判断。",
)
ABS_ANY_TITLE = Text("Replace with a helper for all dtypes", "替换为适用于各种类型的辅助函数")
ABS_TITLE = Text("Replace with ops.ComplexAbs()", "替换为 ops.ComplexAbs()")
INVERT, INVERT_ANY = "mindspore.ops.invert", "helper.bitwise_not"
INVERT_MESSAGE = Text(
    "~ flips the bits of integers in torch; MindSpore takes it for the logical not; ops.invert "
    "flips them.",
    "torch 中 ~ 对整数按位取反，MindSpore 当作逻辑非；ops.invert 按位取反。",
)
INVERT_ANY_MESSAGE = Text(
    "~ flips the bits of integers in torch; MindSpore takes it for the logical not, and the source "
    "does not show whether the tensor holds integers or bools: a helper looks.",
    "torch 中 ~ 对整数按位取反，MindSpore 当作逻辑非；源码未表明张量是整数还是布尔：由辅助函数判断。",
)
INVERT_TITLE = Text("Replace with ops.invert", "替换为 ops.invert")
INVERT_ANY_TITLE = ABS_ANY_TITLE
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
IMAGINARY = re.compile(r"[\d.][jJ]\b")
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
        shown = dict(_typed(tree, _magnitudes))
        for call, operand in _magnitudes(tree):
            dtype = shown.get(call, "")
            if dtype == "complex64":
                edit = Edit(document.span(call.func), (Name(ABS), "()"))
                yield _finding(site, call, ABS, ABS_MESSAGE, Fix(ABS_TITLE, "safe", (edit,)))
            elif not dtype and is_tensor(site.bindings.values.get(operand, UNKNOWN)):
                edit = Edit(document.span(call.func), (Name(ABS_ANY),))
                fix = Fix(ABS_ANY_TITLE, "safe", (edit,))
                yield _finding(site, call, ABS_ANY, ABS_ANY_MESSAGE, fix)
    if INVERSION.search(text):
        yield from _inverted(site, tree)
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


def _inverted(site: Site, tree: ast.Module) -> Iterator[Finding]:
    shown = dict(_typed(tree, _inversions))
    around = site.parents(tree)
    for node, operand in _inversions(tree):
        dtype = shown.get(node, "")
        if dtype in INTEGERS:
            yield _turned(site, node, INVERT, INVERT_MESSAGE, INVERT_TITLE)
        elif not dtype and _may_be_whole(site, operand) and not _picks(node, around.get(node)):
            yield _turned(site, node, INVERT_ANY, INVERT_ANY_MESSAGE, INVERT_ANY_TITLE)


def _turned(site: Site, node: ast.UnaryOp, api: str, message: Text, title: Text) -> Finding:
    operand = site.document.span(node.operand)
    edit = Edit(site.document.span(node), (Name(api), "(", operand, ")"))
    return _finding(site, node, api, message, Fix(title, "safe", (edit,)))


def _may_be_whole(site: Site, operand: ast.expr) -> bool:
    """Whether it is a tensor, and no name in it says that it holds True and False."""
    if not is_tensor(site.bindings.values.get(operand, UNKNOWN)):
        return False
    return not any(TRUTH.search(name_of(node).lower()) for node in walk(operand))


def _picks(node: ast.UnaryOp, outer: ast.AST | None) -> bool:
    """``x[~seen]``, ``x.masked_fill(~seen, 0)`` and ``torch.where(~seen, x, y)``: places for bools."""
    if isinstance(outer, ast.Subscript):
        return outer.slice is node
    picking = ("masked_fill", "masked_fill_", "masked_select", "masked_scatter", "where")
    return isinstance(outer, ast.Call) and name_of(outer.func) in picking


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
    return is_known and "complex64" in (dtype_of(node, scope), _dtype_so_far(node, scope))


def _dtype_so_far(node: ast.expr, scope: ast.AST) -> str:
    """That of ``x`` behind ``x = torch.view_as_complex(x)``, a statement of the function's own, up to
    where something else is given to it."""
    body = getattr(scope, "body", [])
    value = given_last(scope, node) if isinstance(node, ast.Name) else None
    made = next((s for s in body if isinstance(s, ast.Assign) and s.value is value), None)
    around = next((s for s in body if lies_in(node, s)), None)
    if value is None or made is None or isinstance(around, ast.For | ast.While | None):
        return ""
    lines = range((made.end_lineno or 0) + 1, around.lineno)
    others = (one.lineno in lines for one in find(scope, ast.Name)
              if one.id == getattr(node, "id", "") and isinstance(one.ctx, ast.Store))  # fmt: skip
    return "" if any(others) else dtype_of(value, scope)


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
