"""The dtype of an expression, as far as the text around it tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.nodes import find, kept, name_of
from mindport.symbols.assignments import STORES, assigned, assignments, given_back, only_value
from mindport.symbols.counts import is_count

MAX_DEPTH = 12
# How people call tensors of whole numbers.
CALLED_WHOLE = re.compile(r"(^|_)(ids?|idx|index|indices|labels?|timesteps?|tokens?)$")
# A name with several values is looked into where it has few of them, and not far.
MOST, BRANCHING = 3, 4
# Methods and functions that give one dtype whatever they get.
GIVEN = {
    "long": "int64", "int": "int32", "short": "int16", "char": "int8", "byte": "uint8",
    "bool": "bool", "float": "float32", "double": "float64", "half": "float16",
    "bfloat16": "bfloat16", "argmax": "int64", "argmin": "int64", "argsort": "int64",
    **dict.fromkeys(
        ("eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "isin", "isclose",
         "isposinf", "isneginf", "logical_not", "logical_and", "logical_or", "logical_xor"), "bool"),
    **dict.fromkeys(
        ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "rfft2", "rfftn", "view_as_complex",
         "complex", "polar", "cfloat"), "complex64"),
}  # fmt: skip
# Those that give a floating dtype, though not always the same.
FLOATING = frozenset(
    {"softmax", "log_softmax", "sigmoid", "tanh", "exp", "log", "sqrt", "rsqrt", "gelu",
     "layer_norm", "mean", "std", "var", "norm", "normalize", "true_divide"}
)  # fmt: skip
# Those of them that stay complex of complex tensors.
OF_COMPLEX = frozenset({"sigmoid", "tanh", "exp", "log", "sqrt", "rsqrt", "mean", "true_divide"})
# Methods whose result has their receiver's dtype.
KEEPING = frozenset(
    {"view", "reshape", "flatten", "unflatten", "t", "transpose", "permute", "squeeze", "unsqueeze",
     "expand", "repeat", "contiguous", "detach", "clone", "cuda", "cpu", "flip", "roll", "masked_fill",
     "gather", "index_select", "narrow", "chunk", "abs", "triu", "tril", "relu", "swapaxes",
     "requires_grad_", "conj"}
)  # fmt: skip
NO_TENSORS = frozenset({"asnumpy", "item", "numpy", "tolist"})  # methods
REARRANGING = frozenset({"rearrange", "repeat"})  # einops' functions
# Functions, and methods, that make a tensor of another's dtype where they are given none.
LIKE = frozenset(
    {"zeros_like", "ones_like", "full_like", "empty_like", "rand_like", "randn_like", "new_zeros",
     "new_ones", "new_full", "new_empty"}
)  # fmt: skip
ALIASES = {"long": "int64", "int": "int32", "short": "int16", "half": "float16", "float": "float32",
           "double": "float64", "bool_": "bool", "cfloat": "complex64"}  # fmt: skip
# torch's classes of tensors, by which x.type() takes dtypes, and what they hold.
TENSOR_TYPES = {
    "BFloat16Tensor": "bfloat16", "BoolTensor": "bool", "ByteTensor": "uint8", "CharTensor": "int8",
    "DoubleTensor": "float64", "FloatTensor": "float32", "HalfTensor": "float16",
    "IntTensor": "int32", "LongTensor": "int64", "ShortTensor": "int16",
}  # fmt: skip
NAMES = frozenset(
    {
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "bool",
        "complex64",
    }
)
WHOLE = frozenset({"bool", "uint8", "int8", "int16", "int32", "int64"})
FACTORIES = {"empty": "float32", "eye": "float32", "linspace": "float32", "ones": "float32",
             "rand": "float32", "randn": "float32", "zeros": "float32", "randint": "int64",
             "randperm": "int64"}  # fmt: skip


COMPLEX_PRODUCT = "complex_product"  # the helper that stands for * of complex tensors


def dtype_of(node: ast.expr, function: ast.AST, depth: int = 0) -> str:
    """The dtype's name, ``floating`` for one of the floating ones, empty when nothing tells.

    Of a tensor, or of what names a dtype itself.

    Args:
        function: the function, or module, that ``node`` stands in.
    """
    if depth > MAX_DEPTH:
        return ""
    if isinstance(node, ast.Compare):
        return "bool"
    if isinstance(node, ast.Constant):
        return "complex64" if type(node.value) is complex else ""
    if isinstance(node, ast.UnaryOp):
        negated = isinstance(node.op, ast.Not)
        return "" if negated else dtype_of(node.operand, function, depth + 1)
    if isinstance(node, ast.Subscript):
        return dtype_of(node.value, function, depth + 1)
    if isinstance(node, ast.Name):
        values = assigned(node.id, function)
        in_place = values is None
        if values is None:
            values = assigned(node.id, function, changed=True)
        if values is None:
            return _annotated(node.id, function)
        others = [
            value
            for value in values
            if not given_back(value, node.id, KEEPING) and not _gives_no_tensor(value)
        ]
        below = depth + (1 if len(others) == 1 else BRANCHING)
        found = {dtype_of(value, function, below) for value in others[:MOST]}
        dtype = found.pop() if len(found) == 1 and len(others) <= MOST else ""
        return dtype if not in_place or dtype.startswith("float") else ""
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        left = dtype_of(node.left, function, depth + 1)
        if type(node.right.value) is complex:
            return "complex64"
        whole = type(node.right.value) is int and not isinstance(node.op, ast.Div)
        if not left and node.right.value == 1.0 and type(node.right.value) is float:
            return "floating"  # x * 1.0 is what makes one of whole numbers
        floating = left.startswith(("float", "bfloat", "complex"))
        return left if floating or (whole and left != "bool") else ""
    if isinstance(node, ast.BinOp):
        sides = {dtype_of(side, function, depth + BRANCHING) for side in (node.left, node.right)}
        if sides == {"bool"} and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return "bool"
        return "complex64" if "complex64" in sides else ""
    if isinstance(node, ast.Attribute):
        return _named(node)
    return _of_call(node, function, depth) if isinstance(node, ast.Call) else ""


def _gives_no_tensor(value: ast.expr) -> bool:
    """``t = t.tolist()``: where the name is used as a tensor, it holds another value."""
    return isinstance(value, ast.Call) and name_of(value.func) in NO_TENSORS


def _of_call(node: ast.Call, function: ast.AST, depth: int) -> str:
    for keyword in node.keywords:
        if keyword.arg == "dtype":
            return _named(keyword.value)
        if keyword.arg is None:
            return ""
    if name_of(node.func) == COMPLEX_PRODUCT or _makes_complex(node.func):
        return "complex64"
    if not isinstance(node.func, ast.Attribute):
        rearranged = name_of(node.func) in REARRANGING and bool(node.args)
        return dtype_of(node.args[0], function, depth + 1) if rearranged else ""
    name = node.func.attr
    if name in ("to", "type", "astype"):
        named = [_named(argument) for argument in node.args if _named(argument)]
        return named[0] if named else ""
    if name == "type_as" and len(node.args) == 1:
        return dtype_of(node.args[0], function, depth + 1)
    if name in GIVEN:
        return GIVEN[name]
    if name == "stft":
        wanted = [k.value for k in node.keywords if k.arg == "return_complex"]
        complex_ = any(isinstance(w, ast.Constant) and w.value is True for w in wanted)
        return "complex64" if complex_ else ""
    if name in FLOATING:
        operand = node.args[0] if _is_framework(node.func.value) and node.args else node.func.value
        complex_ = name in OF_COMPLEX and dtype_of(operand, function, depth + 1) == "complex64"
        return "complex64" if complex_ else "floating"
    if name in KEEPING or name in LIKE:
        of_framework = _is_framework(node.func.value)
        if of_framework and not node.args:
            return ""
        operand = node.args[0] if of_framework else node.func.value
        kept = dtype_of(operand, function, depth + 1)
        return "float32" if name == "abs" and kept == "complex64" else kept
    if not _is_framework(node.func.value):
        return ""
    return FACTORIES.get(name, "") or _of_literals(name, node.args, function)


def mixes(node: ast.expr, function: ast.AST) -> bool:
    """Whether the tensors of a list that is written out are seen to have several dtypes.

    Of ``torch.cat([labels, torch.zeros(n, 1)])`` the first is taken for whole numbers, by its name.
    """
    listed = only_value(node.id, function) if isinstance(node, ast.Name) else node
    if not isinstance(listed, ast.List | ast.Tuple):
        return False
    found = [dtype_of(item, function) for item in listed.elts]
    if len({*found} - {"", "floating"}) > 1:
        return True
    pairs = zip(found, listed.elts, strict=True)
    whole = any(not dtype and CALLED_WHOLE.search(name_of(item)) for dtype, item in pairs)
    return whole and any(dtype.startswith("float") for dtype in found)


MASK = re.compile(r"mask(?!ed)")
CASTING = frozenset(
    {"float", "double", "half", "int", "long", "byte", "short", "to", "type", "astype", "type_as",
     "sum", "cumsum", "mean", "argmax", "argmin", "where"}
)  # fmt: skip


def may_be_bool(node: ast.expr, function: ast.AST) -> bool:
    """Whether the text around hints at a tensor of booleans, of which it does not tell the dtype:
    its name says mask, or what it is assigned names one, or the dtype itself."""
    seen: set[str] = set()
    waiting: list[ast.expr] = [node]
    while waiting:
        part = waiting.pop()
        name = name_of(part).lower()
        if isinstance(part, ast.Compare) or "bool" in name or MASK.search(name):
            return True
        if isinstance(part, ast.Name) and part.id not in seen:
            seen.add(part.id)
            waiting += kept(function, assignments)[0].get(part.id, [])
        else:
            waiting += _of_same_dtype(part)
    return False


def _of_same_dtype(node: ast.expr) -> list[ast.expr]:
    """What has the dtype of the expression, or names it: ``x`` of ``x[i]``, and of ``x.flip(0)``."""
    match node:
        case ast.Subscript(value=inner) | ast.UnaryOp(operand=inner):
            return [inner]
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return [left, right]
        case ast.BinOp(left=ast.Compare() as left, op=ast.Mult(), right=ast.Compare()):
            return [left]
        case ast.Call(func=ast.Attribute(attr=name, value=held)) if name not in CASTING:
            named = [keyword.value for keyword in node.keywords if keyword.arg == "dtype"]
            return [*named, *(node.args[:1] if _is_framework(held) else [held])]
        case ast.Call(func=ast.Attribute(attr="to" | "type", value=held)):
            return [held, *node.args]
        case ast.Call(func=ast.Name(called) as function) if "bool" in called:  # one_hot_bool(x, 3)
            return [function]
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return list(items)
    return []


def _is_framework(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("torch", "mint", "ms", "ops")


def _makes_complex(function: ast.expr) -> bool:
    """``ops.Complex()`` of ``ops.Complex()(re, im)``."""
    return isinstance(function, ast.Call) and name_of(function.func) == "Complex"


def _of_literals(name: str, arguments: list[ast.expr], function: ast.AST) -> str:
    """``arange(5)``, ``arange(1, len(x) + 1)``, ``tensor(0.5)`` and ``tensor([[1, 2], [3, 4]])``."""
    if name not in ("arange", "tensor") or not arguments:
        return ""
    kinds = {kind for node in arguments for kind in _kinds(node)}
    if name == "tensor" and complex in kinds and None not in kinds:
        return "complex64"
    if kinds == {int}:
        return "int64"
    if name == "arange":
        return "int64" if all(is_count(one, function) for one in arguments) else ""
    if kinds == {bool}:
        return "bool"
    return "float32" if float in kinds and kinds <= {int, float} else ""


def _kinds(node: ast.expr) -> Iterator[type | None]:
    """The types of the constants in lists of lists; None for what is not written out."""
    if isinstance(node, ast.List | ast.Tuple):
        for item in node.elts:
            yield from _kinds(item)
        return
    plain = node.operand if isinstance(node, ast.UnaryOp) else node
    if _is_float(plain):
        yield float
        return
    if isinstance(plain, ast.BinOp):  # 1 + 2j
        sides = {*_kinds(plain.left), *_kinds(plain.right)}
        yield complex if complex in sides and sides <= {int, float, complex} else None
        return
    yield type(plain.value) if isinstance(plain, ast.Constant) else None


def _is_float(node: ast.expr) -> bool:
    """``float("inf")``, ``math.nan``."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("nan", "inf", "pi")
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
    )


def _named(node: ast.expr) -> str:
    """The dtype that ``torch.float16`` names."""
    name = node.attr if isinstance(node, ast.Attribute) else ""
    name = ALIASES.get(name, name)
    return name if name in NAMES else ""


def _annotated(name: str, function: ast.AST) -> str:
    """The dtype of a parameter that is annotated as a ``torch.ByteTensor`` and is not bound again.

    Of other types people write FloatTensor and LongTensor for any tensor.
    """
    if not isinstance(function, ast.FunctionDef):
        return ""
    found = [argument for argument in find(function, ast.arg) if argument.arg == name]
    own = [a for a in (*function.args.args, *function.args.kwonlyargs) if a.arg == name]
    again = any(n.id == name and isinstance(n.ctx, STORES) for n in find(function, ast.Name))
    annotation = own[0].annotation if own and found == own and not again else None
    told = annotation is not None and name_of(annotation) == "ByteTensor"
    return "uint8" if told else ""


def names_dtype(node: ast.Assign, within: ast.AST) -> bool:
    """Whether it is ``kind = torch.cuda.HalfTensor if half else torch.cuda.FloatTensor``, and
    nothing is done with the name in ``within`` but ``x.type(kind)``."""
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.IfExp(body=ast.Attribute(attr=one), orelse=ast.Attribute(attr=other)),
        ) if one != other and {one, other} <= TENSOR_TYPES.keys():
            pass
        case _:
            return False
    asked = [
        given
        for call in find(within, ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr == "type" and not call.keywords
        for given in call.args
        if isinstance(given, ast.Name) and given.id == name
    ]
    reads = [n for n in find(within, ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
    return bool(asked) and len(reads) == len(asked)
