"""What stops at no rows in graph mode alone (MP402): ``h[mask].sort(0)``, ``self.words(ids[mask])``.

Where the mask picks nothing, MindSpore 2.10.0 stops in graph mode on a CPU at these, or at their gradient,
or ends the process (``roll``, ``unfold``); rows that ``pad`` adds hold anything. Sums, softmax, losses and most
others take it. PyNative is fine, but for ``pad``. Of what stops there, too, and of linear layers
``findings/empty_batches.py`` speaks, of slices ``picked_slices.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.picked_slices import may_pick_none
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of, walk
from mindport.report import Finding
from mindport.symbols.assignments import assigned
from mindport.texts import Text

STOPS = Text(
    "Where the mask picks nothing, graph mode stops here, or at the gradient: ask before whether anything is "
    "picked, as in if mask.any().",
    "当掩码什么也没有选中时，静态图模式会在此处或在求梯度时报错：请先判断是否选中，如 if mask.any()。",
)
FUNCTIONS = frozenset(
    {"sort", "argsort", "topk", "pad", "roll", "unfold", "unfold_windows", "avg_pool1d",
     "avg_pool2d", "max_pool1d", "max_pool2d", "take_along_dim", "take_along_axis"}
)  # fmt: skip
JOINS = frozenset({"cat", "concat", "concatenate"})
SPREADS = frozenset({"expand", "expand_as", "broadcast_to"})
VIEWS = frozenset({"view", "reshape"})
LAYERS = frozenset({"Embedding", "L2Normalize"})


def picked_none_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call):
                continue
            within = function_around(tree, node)
            if within is not None and any(
                may_pick_none(site, function, given, within)
                for given in _given(site, code, node, within)
            ):
                yield told(site, "MP402", node, STOPS)


def _given(
    site: Site, code: Compiled, call: ast.Call, within: ast.FunctionDef
) -> Sequence[ast.expr]:
    """``h`` of ``h.sort(0)``, ``torch.topk(h, 2)``, ``self.words(h)``, ``torch.cat([h, x], 1)`` and
    ``w.expand(h.shape[0], 8)``."""
    called, first = call.func, call.args[:1]
    name = name_of(called)
    if name in FUNCTIONS:
        is_method = isinstance(called, ast.Attribute) and not code.dotted(called)
        return [called.value] if is_method and isinstance(called, ast.Attribute) else first
    if name in JOINS | {"hstack"}:
        return [part for part in _joined(call) if not _is_viewed(part, within)]
    if name in SPREADS:
        return [given for one in call.args for given in _sized(one, name == "expand_as")]
    makers = [called] if isinstance(called, ast.Call) else _made(site, attribute_of_self(called))
    return first if any(name_of(one.func) in LAYERS for one in makers) else []


def _joined(call: ast.Call) -> Sequence[ast.expr]:
    """The tensors that are put beside each other, and not behind: along an axis that is no first one."""
    axes = [*call.args[1:2], *(k.value for k in call.keywords if k.arg in ("dim", "axis"))]
    beside = any(ast.unparse(axis).lstrip("-").isdigit() for axis in axes)
    beside = beside and not any(ast.unparse(axis) == "0" for axis in axes)
    match call.args[:1]:
        case [ast.List(parts) | ast.Tuple(parts)] if beside or name_of(call.func) == "hstack":
            return parts
    return []


def _is_viewed(part: ast.expr, within: ast.AST) -> bool:
    """``scores[~eye].view(n, -1)``: with rows of its own the mask picks as many of each."""
    values = (assigned(part.id, within) or []) if isinstance(part, ast.Name) else [part]
    return any(
        name_of(call.func) in VIEWS and not _is_open(call.args)
        for value in values
        for call in find(value, ast.Call)
    )


def _is_open(sizes: Sequence[ast.expr]) -> bool:
    """``view(-1, 4)``: as many rows as there are."""
    return bool(sizes) and ast.unparse(sizes[0]).startswith(("-1", "(-1"))


def _sized(size: ast.expr, whole: bool) -> Iterator[ast.expr]:
    """``h`` of ``h.shape[0]`` and ``h.size(0)``; the tensor itself of ``expand_as``."""
    if whole:
        yield size
    for one in walk(size):
        if isinstance(one, ast.Attribute) and one.attr in ("shape", "size"):
            yield one.value


def _made(site: Site, attribute: str | None) -> list[ast.Call]:
    """The calls whose results an attribute holds anywhere in the file."""
    tree = site.document.tree
    return [
        node.value
        for node in (find(tree, ast.Assign) if tree is not None and attribute else ())
        if isinstance(node.value, ast.Call)
        and any(attribute_of_self(target) == attribute for target in node.targets)
    ]
