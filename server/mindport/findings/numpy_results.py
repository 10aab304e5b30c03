"""What NumPy makes of a tensor (MP212): a tensor of torch's, an array with MindSpore's tensors.

torch's tensor takes back the array that ``np.sqrt``, ``np.argsort`` and most others computed of it;
MindSpore 2.10.0's does not, and what only tensors can do with the result raises, or loses the
gradient behind it. ``mindspore.tensor`` of the array is torch's result, in dtype (uint8 for tests as
``np.isnan``), shape and value: seen on a CPU for all of numpy 1.26 that torch 2.13.0 takes back.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.site import Site
from mindport.nodes import find, name_of, parents
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.numpy_results import TRUTHS, tensor_kept
from mindport.symbols.values import NUMPY, UNKNOWN, Value
from mindport.texts import Text

MESSAGE = Text(
    "What NumPy computes of a torch tensor is a tensor again; of MindSpore's tensor it is an array.",
    "NumPy 对 torch 张量计算的结果仍是张量；对 MindSpore 张量计算的结果是 NumPy 数组。",
)
TITLE = Text("Make a tensor of the result", "把结果转换为张量")
# What takes an array as well as a tensor, and gives the same for both.
PLAIN = frozenset({"bool", "float", "int"})
PLAIN_METHODS = frozenset({"item", "tolist"})


def numpy_result_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call of NumPy's that torch makes a tensor of."""
    document, values = site.document, site.bindings.values
    if document.tree is None or "numpy" not in document.text:
        return
    around: Mapping[ast.AST, ast.AST] = {}
    for call in find(document.tree, ast.Call):
        callee = values.get(call.func, UNKNOWN)
        if not _is_of_numpy(callee):
            continue
        tensor = tensor_kept(callee.name, call, [values.get(a, UNKNOWN) for a in call.args])
        around = around or parents(document.tree)
        if tensor is None or _is_plain(call, around, values):
            continue
        span = document.span(call)
        truth = callee.name.rpartition(".")[2] in TRUTHS
        dtype = (", dtype=", Name("mindspore.uint8")) if truth else ()
        pieces = (Name("mindspore.tensor"), "(", span, *dtype, ")")
        fix = Fix(TITLE, "unsafe" if tensor.likely else "safe", (Edit(span, pieces),))
        yield Finding("MP212", "warning", "torch.Tensor", None, "likely", MESSAGE, span, fix)


def _is_of_numpy(callee: Value) -> bool:
    return callee.kind == "foreign" and callee.name.startswith("numpy.")


def _is_plain(
    call: ast.Call, around: Mapping[ast.AST, ast.AST], values: Mapping[ast.expr, Value]
) -> bool:
    """Whether an array does as well there: ``int(np.argmax(x))``, or another call of NumPy's."""
    outer = around.get(call)
    if isinstance(outer, ast.Attribute):
        return outer.attr in PLAIN_METHODS
    if isinstance(outer, ast.Subscript):
        return outer.slice is call and values.get(outer.value) is NUMPY
    if not isinstance(outer, ast.Call) or outer.func is call:
        return False
    callee = values.get(outer.func, UNKNOWN)
    return name_of(outer.func) in PLAIN or callee.kind == "mindspore" or _is_of_numpy(callee)
