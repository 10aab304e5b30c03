"""Linear layers that may get no rows: ``expert(x[mask])`` where the mask picks none (MP220).

On a CPU MindSpore 2.7.2 to 2.10.0 leave the product of (n, 0) and (0, m) as its memory was, and so the
gradient of the weights, in both modes; torch's is 0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import is_asked_for, is_found, may_be_empty
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import is_selection
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.symbols.whole import HOLDERS
from mindport.texts import Text

LINEAR = "torch.nn.Linear"
MESSAGE = Text(
    "Where nothing is picked, this layer gets no rows, and on a CPU MindSpore's gradient of its weights is"
    " then whatever its memory held, torch's 0: call it only where something is picked.",
    "未选中任何元素时，该层没有输入行，MindSpore 在 CPU 上给出的权重梯度是内存中的残留值，而 torch 为 0：请仅在选中元素时调用。",
)


def empty_batch_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call of a network that nothing asks beforehand whether there are rows."""
    tree = site.document.tree
    if tree is None or "Linear" not in site.document.text or "CPU" not in site.target.devices:
        return
    for cls in find(tree, ast.ClassDef):
        for call in find(cls, ast.Call):
            if not call.args or not _has_linear(site.bindings.values.get(call.func, UNKNOWN)):
                continue
            within = function_around(tree, call)
            if within is not None and _may_be_none(tree, call, within):
                span = site.document.span(call)
                yield Finding("MP220", "warning", LINEAR, None, "likely", MESSAGE, span)


def _may_be_none(tree: ast.Module, call: ast.Call, within: ast.FunctionDef) -> bool:
    """Whether what a network is called with are rows that a mask picks, or places that were found."""
    given = call.args[0]
    values = assigned(given.id, within) or [] if isinstance(given, ast.Name) else [given]
    indices = [one.slice for value in values for one in find(value, ast.Subscript)]
    places = [given] if isinstance(given, ast.Name) else []
    names = {one.id for item in (*places, *indices) for one in find(item, ast.Name)}
    if is_asked_for(names, call, within):
        return False
    if is_selection(given, within):
        return True
    for value in map(_picked, values):
        index = value.slice if isinstance(value, ast.Subscript) else None
        first = index.elts[0] if isinstance(index, ast.Tuple) and index.elts else index
        if isinstance(first, ast.Name) and may_be_empty(tree, call, first):
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
