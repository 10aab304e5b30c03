"""``h[lengths - 1]``: places of a tensor that may be negative, which lose the gradient in silence.

Run with MindSpore 2.7.2 to 2.10.0 in PyNative mode on a CPU: the value of ``h[i]`` is right where the
tensor ``i`` holds a negative place, its gradient is zero there; that of ``h[i, ...]`` is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.flat_views import is_differentiated
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned, own_values
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__getitem__"
MESSAGE = Text(
    "Where a place of this index is negative, x[i] gets no gradient from it in MindSpore; x[i, ...] is the "
    "same and does.",
    "若该下标中有负数，MindSpore 的 x[i] 在这些位置上没有梯度；x[i, ...] 与之相同且有梯度。",
)
TITLE = Text("Write x[i, ...]", "改写为 x[i, ...]")
# What makes a tensor of the numbers that it is given.
MAKERS = frozenset(
    {"arange", "as_tensor", "full", "full_like", "tensor", "LongTensor", "IntTensor"}
)
# What gives nothing negative.
POSITIVE = frozenset(
    {"abs", "argmax", "argmin", "argsort", "clamp", "clamp_min", "nonzero", "relu", "size"}
)


def negative_place_findings(site: Site) -> Iterator[Finding]:
    """One finding for each index that is a tensor by itself and may hold negative places."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or site.target.mode == "GRAPH" or "-" not in site.document.text:
        return
    for node in find(tree, ast.Subscript):
        index = node.slice
        if not isinstance(node.ctx, ast.Load) or not is_tensor(values.get(index, UNKNOWN)):
            continue
        if not is_tensor(values.get(node.value, UNKNOWN)) or not may_be_negative(tree, index):
            continue
        if is_differentiated(site, node):
            end = site.document.span(index).end
            fix = Fix(TITLE, "safe", (Edit(Span(end, end), (", ...",)),))
            span = site.document.span(node)
            yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def may_be_negative(tree: ast.Module, index: ast.expr) -> bool:
    """Whether something negative is written where the index is computed: ``n - 1``, ``tensor([-1])``."""
    given = [index]
    if isinstance(index, ast.Name):
        given = assigned(index.id, function_around(tree, index) or tree, changed=True) or []
    elif (own := attribute_of_self(index)) is not None:
        given = [value for cls in find(tree, ast.ClassDef) for value in own_values(cls, own)]
        given += list(_registered(tree, own))
    return any(_is_negative(one) for one in given)


def _registered(tree: ast.Module, name: str) -> Iterator[ast.expr]:
    """What ``register_buffer`` is given for a name."""
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(attr="register_buffer"), [ast.Constant(known), value, *_]):
                if known == name:
                    yield value


def _is_negative(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(op=ast.Sub()) | ast.UnaryOp(op=ast.USub()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Mult(), right):
            return _is_negative(left) or _is_negative(right)
        case ast.Call(func, arguments) if name_of(func) in MAKERS:
            return any(
                isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.USub)
                for one in arguments
                for n in walk(one)
            )
        case ast.Call(ast.Attribute(made, method)) if method not in POSITIVE:
            return _is_negative(made)  # (n - 1).long(), torch.tensor([-1]).to(device)
    return False
