"""Layers that may get no rows: ``expert(x[mask])`` where the mask picks none (MP220).

On a CPU MindSpore 2.7.2 to 2.10.0 leave the product of (n, 0) and (0, m) as its memory was, and so the
gradient of the weights, in both modes; torch's is 0. ``F.linear(x[mask], self.w)`` is one, too. Graph
mode refuses the gradient of ``x[mask] @ w``, whatever w is; in PyNative mode it is right. LayerNorm and
cumsum refuse no rows in both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import is_asked_for, is_found, may_be_empty
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import is_selection
from mindport.symbols.values import UNKNOWN, ClassInfo, Value, is_tensor
from mindport.symbols.whole import HOLDERS
from mindport.texts import Text

LINEAR, NORM, MATMUL = "torch.nn.Linear", "torch.nn.LayerNorm", "torch.matmul"
CUMSUM = "torch.cumsum"
MESSAGE = Text(
    "Where nothing is picked, this layer gets no rows, and on a CPU MindSpore's gradient of its weights is"
    " then whatever its memory held, torch's 0: call it only where something is picked.",
    "未选中任何元素时，该层没有输入行，MindSpore 在 CPU 上给出的权重梯度是内存中的残留值，而 torch 为 0：请仅在选中元素时调用。",
)
REFUSED = Text(
    "Where nothing is picked, this gets no rows, which MindSpore refuses on a CPU: call it only where"
    " something is picked.",
    "未选中任何元素时，此处没有输入行，MindSpore 在 CPU 上会报错：请仅在选中元素时调用。",
)
PRODUCT = Text(
    "Where nothing is picked, this product has no rows, and graph mode refuses its gradient on a CPU:"
    " compute it only where something is picked.",
    "未选中任何元素时，该乘积没有行，静态图模式在 CPU 上拒绝求其梯度：请仅在选中元素时计算。",
)
_Use = tuple[ast.expr, ast.expr, str, Text]
PRODUCTS = frozenset({"matmul", "mm"})


def empty_batch_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call of a network that nothing asks beforehand whether there are rows."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for cls in find(tree, ast.ClassDef):
        for node, given, symbol, message in (*_layers(site, cls), *_products(site, cls)):
            within = function_around(tree, node)
            if within is not None and may_be_none(tree, node, given, within):
                span = site.document.span(node)
                yield Finding("MP220", "warning", symbol, None, "likely", message, span)


def _layers(site: Site, cls: ast.ClassDef) -> Iterator[_Use]:
    """Each call of a network that holds a linear layer, of a LayerNorm, of ``F.linear`` with weights of
    the object, and of cumsum, with what it is called with."""
    for call in find(cls, ast.Call):
        if not call.args:
            continue
        weights = (attribute_of_self(one) is not None for one in call.args[1:2])
        as_function = name_of(call.func) == "linear" and any(weights)
        value = site.bindings.values.get(call.func, UNKNOWN)
        if as_function or _has_linear(value):
            yield call, call.args[0], LINEAR, MESSAGE
        elif value.kind == "instance" and value.name == NORM:
            yield call, call.args[0], NORM, REFUSED
    for call in find(cls, ast.Call):
        match call.func:
            case ast.Attribute(rows, "cumsum") if is_tensor(
                site.bindings.values.get(rows, UNKNOWN)
            ):
                yield call, rows, CUMSUM, REFUSED
            case ast.Attribute(attr="cumsum") if call.args:
                yield call, call.args[0], CUMSUM, REFUSED


def _products(site: Site, cls: ast.ClassDef) -> Iterator[_Use]:
    """Each product of graph mode, with its rows."""
    nodes: list[ast.BinOp | ast.Call] = [*find(cls, ast.BinOp), *find(cls, ast.Call)]
    for node in nodes if site.target.mode == "GRAPH" else ():
        rows = _rows(node)
        if rows is not None:
            yield node, rows, MATMUL, PRODUCT


def _rows(node: ast.BinOp | ast.Call) -> ast.expr | None:
    """``rows`` of ``rows @ w``, ``torch.matmul(rows, w)``, ``rows.matmul(w)``."""
    match node:
        case ast.BinOp(rows, ast.MatMult()):
            return rows
        case ast.Call(ast.Attribute(), [rows, _]) if name_of(node.func) in PRODUCTS:
            return rows
        case ast.Call(ast.Attribute(rows), [_]) if name_of(node.func) in PRODUCTS:
            return rows
    return None


def may_be_none(
    tree: ast.Module, node: ast.expr, given: ast.expr, within: ast.FunctionDef | ast.Module
) -> bool:
    """Whether ``given`` are rows that a mask picks, or those of places that were found."""
    values = assigned(given.id, within) or [] if isinstance(given, ast.Name) else [given]
    indices = [one.slice for value in values for one in find(value, ast.Subscript)]
    places = [given] if isinstance(given, ast.Name) else []
    names = {one.id for item in (*places, *indices) for one in find(item, ast.Name)}
    if is_asked_for(names, node, within):
        return False
    if is_selection(given, within):
        return True
    for value in map(_picked, values):
        index = value.slice if isinstance(value, ast.Subscript) else None
        first = index.elts[0] if isinstance(index, ast.Tuple) and index.elts else index
        if isinstance(first, ast.Name) and may_be_empty(tree, node, first):
            return True
        if isinstance(first, ast.Subscript) and isinstance(first.value, ast.Name):
            lists = assigned(first.value.id, within) or []
            if any(isinstance(one, ast.ListComp) and is_found(one.elt) for one in lists):
                return True
    return False


def _picked(value: ast.expr) -> ast.expr:
    """``x[places]`` of ``x[places].mean(1)`` and ``torch.relu(x[places])``."""
    while isinstance(value, ast.Call):
        owner = value.func.value if isinstance(value.func, ast.Attribute) else None
        is_module = isinstance(owner, ast.Name) or owner is None
        inner = value.args[0] if is_module and value.args else owner
        if inner is None:
            break
        value = inner
    return value


def _has_linear(value: Value) -> bool:
    """Whether a network holds a linear layer, or may."""
    if value.kind == "instance":
        if value.name in HOLDERS and value.items:
            return any(map(_has_linear, value.items))
        return value.name == LINEAR or value.name in HOLDERS
    if value.kind != "object" or not isinstance(value.info, ClassInfo) or not value.info.is_module:
        return False
    node = value.info.node
    return node is None or any(name_of(one.func) == "Linear" for one in find(node, ast.Call))
