"""Slices of what a mask picks, of which there may be nothing (MP402): ``h[mask][:, :2]``.

On a CPU MindSpore 2.10.0 ends the whole process in graph mode where the mask picks nothing and an axis
is cut, and fails at the gradient of every other slice. A number among the slices is fine, and so are
``mint.narrow``, ``unsqueeze`` and PyNative.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.call_sites import parameters_of
from mindport.findings.callers import Callers
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.dtypes import may_be_bool
from mindport.symbols.selections import is_selection, picked
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

NOTHING = Text(
    "Where the mask picks nothing, graph mode ends the process at this slice, or fails at its gradient; "
    "take the part by mint.narrow(picked, axis, start, length), or ask before whether there is any.",
    "当掩码什么也没有选中时，静态图模式会在此切片处终止进程，或在求梯度时报错；"
    "请用 mint.narrow(picked, axis, start, length) 取出该部分，或先判断是否选中。",
)
NARROW = Text("Take the part by narrow", "改用 narrow 取出该部分")
UNSQUEEZE = Text("Add the axis by unsqueeze", "改用 unsqueeze 增加该轴")
# Masks of these pick the same places each time.
FIXED = frozenset({"eye", "tril", "triu", "ones"})


def picked_slice_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a slice."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                continue
            if not _is_slice(node.slice):
                continue
            within = function_around(tree, node)
            if within is not None and may_pick_none(site, function, node.value, within):
                yield told(site, "MP402", node, NOTHING, _fix(site, node))


def _is_slice(index: ast.expr) -> bool:
    """Slices, ``...`` and None alone."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(item, ast.Slice) for item in items) and all(
        isinstance(item, ast.Slice) or _is(item, None) or _is(item, ...) for item in items
    )


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def may_pick_none(site: Site, function: Function, value: ast.expr, within: ast.FunctionDef) -> bool:
    """Whether it is a tensor that a mask picks, and no mask that is made of numbers."""
    if not is_tensor(site.bindings.values.get(value, UNKNOWN)):
        return False
    masks = _given_masks(site, function, within)
    if not is_selection(value, within, masks):
        return False
    mask = picked(value, within, masks)
    texts = [] if mask is None else [mask]
    for name in [one.id for text in texts for one in find(text, ast.Name)]:
        texts += assigned(name, within) or []
    return not any(name_of(call.func) in FIXED for text in texts for call in find(text, ast.Call))


def _given_masks(site: Site, function: Function, within: ast.FunctionDef) -> frozenset[str]:
    """The parameters that index something and that a call gives a tensor of truth values."""
    tree = site.document.tree
    if tree is None:
        return frozenset()
    callers = Callers(tree, "" if function.owner is None else function.owner.name)
    indices = {
        one.slice.id for one in find(within, ast.Subscript) if isinstance(one.slice, ast.Name)
    }
    return frozenset(
        name
        for name in indices & parameters_of(within)
        if any(may_be_bool(value, scope) for value, scope in callers.values(within, name))
    )


def _fix(site: Site, node: ast.Subscript) -> Fix | None:
    """``mint.narrow(h[mask], 1, 0, 2)`` for ``h[mask][:, :2]``."""
    span = site.document.span
    match node.slice:
        case ast.Tuple([ast.Slice(None, None, None), ast.Constant(None)]):
            unsqueezed = (Operand(span(node.value)), ".unsqueeze(1)")
            return Fix(UNSQUEEZE, "safe", (Edit(span(node), unsqueezed),))
        case ast.Tuple([ast.Slice(None, None, None), ast.Slice(lower, upper, None)]):
            axis = "1"
        case ast.Tuple([first, ast.Slice(lower, upper, None)]) if _is(first, ...):
            axis = "-1"
        case _:
            return None
    start = 0 if lower is None else _number(lower)
    stop = None if upper is None else _number(upper)
    if start is None or (upper is not None and (stop is None or stop <= start)):
        return None
    length: tuple[Piece, ...] = (str((stop or 0) - start),)
    if stop is None:
        if not isinstance(node.value, ast.Name) or not start:
            return None
        length = (span(node.value), f".shape[{axis}] - {start}")
    pieces = (
        Name("mindspore.mint.narrow"), "(", span(node.value), f", {axis}, {start}, ", *length, ")",
    )  # fmt: skip
    return Fix(NARROW, "safe", (Edit(span(node), pieces),))


def _number(node: ast.expr) -> int | None:
    """A place that is counted from the front."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
