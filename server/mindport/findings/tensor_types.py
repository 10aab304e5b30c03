"""Questions for torch's tensor types, which hold a dtype: ``isinstance(x, torch.LongTensor)``,
``x.type() == "torch.LongTensor"`` (MP212). MindSpore has one tensor class: the dtype is asked for."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.choice import ASKED_FOR
from mindport.findings.site import Site
from mindport.findings.tested import as_asked_for, test_of
from mindport.findings.type_names import TYPES
from mindport.nodes import is_pure
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.dtypes import TENSOR_TYPES
from mindport.symbols.uses import Use
from mindport.texts import Text, join

CODE, TENSOR, TYPE = "MP212", "torch.Tensor", "torch.Tensor.type"
EQUAL = {ast.Eq: True, ast.In: True, ast.NotEq: False, ast.NotIn: False}
TITLE = Text("Ask for the dtype", "改为判断数据类型")
ONE_CLASS = Text(
    "MindSpore has one tensor class for all dtypes and devices: the dtype is asked for.",
    "MindSpore 的所有数据类型与设备共用一个张量类：改为判断数据类型。",
)
ON_DEVICE = Text(
    "torch.cuda's types hold for tensors on a GPU alone; the dtype holds on every device.",
    "torch.cuda 的类型只对 GPU 上的张量成立；数据类型的判断在任何设备上都成立。",
)
BY_HAND = Text(
    "MindSpore has one tensor class for all dtypes: ask for x.dtype.",
    "MindSpore 的所有数据类型共用一个张量类：请改为判断 x.dtype。",
)
VERY_CLASS = Text(
    "No tensor is of this very class in torch: type(x) is torch.Tensor, and the test never holds. Ask "
    "for x.dtype.",
    "torch 中没有张量恰好属于该类：type(x) 是 torch.Tensor，此判断从不成立。请改为判断 x.dtype。",
)


def tensor_type_finding(site: Site, use: Use) -> Finding | None:
    """What is to be said where a tensor type is asked for; None for other uses."""
    if use.symbol == TYPE:
        return _compared(site, use)
    context = as_asked_for(site, use).context if use.symbol in TYPES else None
    if context not in ASKED_FOR:
        return None
    test = test_of(site, use)
    if context == "type" or (test is not None and isinstance(test.node, ast.Compare)):
        return _finding(site, use, VERY_CLASS)
    classes = [] if test is None else _items(test.classes)
    if test is None or not classes or not is_pure(test.instance):
        return _finding(site, use, BY_HAND)
    symbols: dict[ast.AST, str] = {other.node: other.symbol for other in site.bindings.uses}
    types = [node for node in classes if symbols.get(node) in TYPES]
    rest = [node for node in classes if node not in types]
    instance = site.document.span(test.instance)
    pieces: list[Piece] = []
    if rest:
        others: list[Piece] = [site.document.span(rest[0])]
        for node in rest[1:]:
            others += [", ", site.document.span(node)]
        others = ["(", *others, ")"] if len(rest) > 1 else others
        pieces = ["isinstance(", instance, ", ", *others, ")"]
    of_device = False
    if not any(symbols.get(node) == TENSOR for node in rest):
        of_device = not _are_of_both(types)
        dtypes = _dtypes([symbols[node] for node in types])
        asked: list[Piece] = ["isinstance(", instance, ", ", Name("mindspore.Tensor"), ") and "]
        asked += [instance, ".dtype ", *_among(dtypes, True)]
        pieces = [*pieces, " or (", *asked, ")"] if rest else asked
        outer = site.parent(test.node, use.statement)
        inner = isinstance(outer, ast.UnaryOp | ast.Compare | ast.BoolOp | ast.BinOp)
        joins_alike = isinstance(outer, ast.BoolOp) and isinstance(outer.op, ast.And) and not rest
        if inner and not joins_alike:
            pieces = ["(", *pieces, ")"]
    edit = Edit(site.document.span(test.node), tuple(pieces))
    return _finding(site, use, ONE_CLASS, edit, of_device)


def _compared(site: Site, use: Use) -> Finding | None:
    """``x.type() == "torch.LongTensor"`` as ``x.dtype == ms.int64``."""
    call = use.call
    if call is None or call.args or call.keywords or use.receiver is None:
        return None
    compared = site.parent(call, use.statement)
    if not isinstance(compared, ast.Compare) or compared.left is not call:
        return None
    if len(compared.ops) != 1 or type(compared.ops[0]) not in EQUAL:
        return None
    nodes = _items(compared.comparators[0])
    texts = [node.value if isinstance(node, ast.Constant) else None for node in nodes]
    symbols = [f"torch.{str(text).rpartition('.')[2]}" for text in texts]
    if not nodes or not all(symbol in TYPES for symbol in symbols):
        return None
    pieces: list[Piece] = [site.document.span(use.receiver), ".dtype "]
    pieces += _among(_dtypes(symbols), EQUAL[type(compared.ops[0])])
    edit = Edit(site.document.span(compared), tuple(pieces))
    return _finding(site, use, ONE_CLASS, edit, not _are_of_both(nodes))


def _items(node: ast.expr) -> list[ast.expr]:
    """A class, or those that a tuple of them names."""
    return list(node.elts) if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _are_of_both(types: Sequence[ast.expr]) -> bool:
    """Whether each type of torch.cuda has that of the CPU beside it."""
    written = {
        str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node) for node in types
    }
    return all(one.replace(".cuda.", ".") in written for one in written)


def _dtypes(symbols: Sequence[str]) -> list[Name]:
    """MindSpore's names of the dtypes that tensor types hold."""
    held = [TENSOR_TYPES[symbol.removeprefix("torch.")] for symbol in dict.fromkeys(symbols)]
    return [dtype_name(dtype) for dtype in held]


def dtype_name(dtype: str) -> Name:
    """``mindspore.float32`` of ``float32``."""
    return Name("mindspore.bool_" if dtype == "bool" else f"mindspore.{dtype}")


def _among(dtypes: Sequence[Name], equal: bool) -> list[Piece]:
    if len(dtypes) == 1:
        return ["== " if equal else "!= ", dtypes[0]]
    pieces: list[Piece] = ["in (" if equal else "not in (", dtypes[0]]
    for dtype in dtypes[1:]:
        pieces += [", ", dtype]
    return [*pieces, ")"]


def _finding(
    site: Site, use: Use, message: Text, edit: Edit | None = None, of_device: bool = False
) -> Finding:
    span = site.document.span(use.node)
    if edit is None:
        return Finding(CODE, "error", use.symbol, None, "certain", message, span)
    caution = ON_DEVICE if of_device else None
    fix = Fix(TITLE, "unsafe" if of_device else "safe", (edit,), caution)
    return Finding(CODE, "warning", use.symbol, None, "certain", join(message, caution), span, fix)
