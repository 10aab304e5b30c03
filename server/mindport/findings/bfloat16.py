"""What becomes bfloat16 where the target has a CPU (MP107): MindSpore has few kernels for it there.

Seen on MindSpore 2.10.0: +, -, *, / and what changes the shape run; comparisons, sums and means, matrix
products, activations, convolutions, norms, where and masks raise. float16 has nearly all kernels; where
one is missing, the entry says so (``refuses``). One finding for each place that names the dtype, as the
file may have hundreds of operations behind it. It stays when the names are MindSpore's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Finding, Severity
from mindport.symbols.dtypes import dtype_of
from mindport.texts import Text

SYMBOL, API = "torch.bfloat16", "mindspore.bfloat16"
NAMED = re.compile(r"bfloat16|BFloat16Tensor")
SYMBOLS = frozenset({SYMBOL, "torch.BFloat16Tensor"})
MODULES = frozenset({"mindspore", "ms"})
# Calls that make no tensor of the dtype that they are given; the helper for autocast casts nothing
# on a CPU.
ONLY_ASK = frozenset({"autocast", "can_cast", "finfo", "promote_types"})
CASTS = frozenset({"astype", "double", "float", "half", "to", "type"})
MESSAGE = Text(
    "On a CPU MindSpore has few kernels for bfloat16: comparisons, sums, matrix products, activations, "
    "convolutions, norms and masks raise. Compute in float32 there, or set the target's devices to "
    "Ascend alone.",
    "MindSpore 在 CPU 上只有很少的 bfloat16 算子：比较、求和、矩阵乘、激活、卷积、归一化与掩码运算都会报错。"
    "请在 CPU 上使用 float32 计算，或将目标设备设为仅 Ascend。",
)


def bfloat16_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place that makes something bfloat16, or names it for that."""
    document = site.document
    tree, text = document.tree, document.text
    if tree is None or "CPU" not in site.target.devices or not NAMED.search(text):
        return
    if "torch" not in text and "mindspore" not in text:
        return
    around = site.parents(tree)
    for node in _named(site, tree):
        severity = _severity(node, around)
        if severity is not None:
            span = document.span(node)
            yield Finding("MP107", severity, SYMBOL, API, "likely", MESSAGE, span)


def _named(site: Site, tree: ast.Module) -> list[ast.expr]:
    """``torch.bfloat16``, ``ms.bfloat16`` and ``x.bfloat16``, each once."""
    uses = (use.node for use in site.bindings.uses if use.symbol in SYMBOLS)
    found = dict.fromkeys(node for node in uses if isinstance(node, ast.expr))
    calls = (call.func for call in find(tree, ast.Call) if not call.args and not call.keywords)
    for function in calls:
        if isinstance(function, ast.Attribute) and function.attr == "bfloat16":
            found[function] = None
    for node in find(tree, ast.Attribute):
        if node.attr == "bfloat16" and name_of(node.value) in MODULES:
            found[node] = None
    return list(found)


def _severity(node: ast.expr, around: Mapping[ast.AST, ast.AST]) -> Severity | None:
    """How much it says: a table of dtypes makes nothing yet, a comparison never does."""
    severity: Severity = "warning"
    below: ast.AST = node
    outer = around.get(below)
    while isinstance(outer, ast.expr | ast.keyword):
        if isinstance(outer, ast.Compare) or (
            isinstance(outer, ast.Subscript) and below is outer.slice
        ):
            return None
        if isinstance(outer, ast.Dict) and below in outer.keys:
            return None
        if isinstance(outer, ast.Dict | ast.List | ast.Set | ast.Tuple):
            severity = "info"
        if isinstance(outer, ast.Call):
            return None if _makes_none(outer, around) else severity
        below, outer = outer, around.get(outer)
    return severity


def _makes_none(call: ast.Call, around: Mapping[ast.AST, ast.AST]) -> bool:
    """``torch.finfo(torch.bfloat16)``, and ``x.bfloat16().float()``, which rounds."""
    behind = around.get(call)
    if isinstance(behind, ast.Attribute) and behind.attr in CASTS:
        cast = around.get(behind)
        return isinstance(cast, ast.Call) and dtype_of(cast, cast) not in ("", "bfloat16")
    return name_of(call.func) in ONLY_ASK
