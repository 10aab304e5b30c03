"""``copy.deepcopy(x)`` of a tensor (MP215): in MindSpore 2.10.0 both share their memory.

Seen by running on a CPU: what is written into one is in the other, for tensors in dicts and lists
too. Parameters, and with them Cells and their state dicts, are copied.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Confidence, Edit, Finding, Fix
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, Value, element, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__deepcopy__"
SHARED = Text(
    "copy.deepcopy of a MindSpore tensor shares the tensor's memory; copy() does not.",
    "copy.deepcopy 得到的 MindSpore 张量与原张量共享内存；copy() 则不会。",
)
HELD = Text(
    "copy.deepcopy leaves the tensors in here shared with the copy: copy each of them.",
    "copy.deepcopy 之后，其中的张量仍与副本共享内存：请逐个复制。",
)
TITLE = Text("Copy the tensor", "复制张量")


def deep_copy_findings(site: Site) -> Iterator[Finding]:
    """Each ``copy.deepcopy`` of a tensor, or of a list or tuple that is known to hold some."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or "deepcopy" not in site.document.text:
        return
    for call in find(tree, ast.Call):
        if not _is_deepcopy(call) or len(call.args) != 1 or call.keywords:
            continue
        given = call.args[0]
        value = values.get(given, UNKNOWN)
        if getattr(given, "attr", "") in LAYER_PARAMETERS:
            continue
        if _is_plain_tensor(value):
            yield _copied(site, call, given, value)
        elif value.kind in ("sequence", "tuple") and _is_plain_tensor(element(value)):
            span = site.document.span(call)
            yield Finding("MP215", "warning", SYMBOL, None, "likely", HELD, span, None)


def _copied(site: Site, call: ast.Call, given: ast.expr, value: Value) -> Finding:
    span, inner = site.document.span(call), site.document.span(given)
    atomic = isinstance(given, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    pieces = (inner, ".copy()") if atomic else ("(", inner, ").copy()")
    fix = Fix(TITLE, "unsafe" if value.likely else "safe", (Edit(span, pieces),))
    confidence: Confidence = "likely" if value.likely else "certain"
    return Finding("MP215", "warning", SYMBOL, None, confidence, SHARED, span, fix)


def _is_plain_tensor(value: Value) -> bool:
    return is_tensor(value) and not value.name.endswith((".Parameter", ".Buffer"))


def _is_deepcopy(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr == "deepcopy" and getattr(function.value, "id", "") == "copy"
    return isinstance(function, ast.Name) and function.id == "deepcopy"
