"""A number of NumPy's before a tensor (MP212): ``np.sqrt(2) * x`` is an array, without a gradient.

torch's tensor takes over and stays one; MindSpore 2.10.0's lets NumPy read it, so that whatever lies
behind gets zeros for gradients, in silence. With the number as Python has it, or behind the tensor,
both give a tensor: seen on a CPU. An array in its place is refused by torch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "NumPy's number before a MindSpore tensor makes an array of it, which has no gradient; torch "
    "gives a tensor. item() gives Python's number.",
    "NumPy 数值位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "item() 得到 Python 数值。",
)
TITLE = Text("Take the number with item()", "用 item() 取出数值")
WHOLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def numpy_operand_findings(site: Site) -> Iterator[Finding]:
    """One finding for each operator that has a number of NumPy's on the left of a tensor."""
    document, values = site.document, site.bindings.values
    if document.tree is None or "numpy" not in document.text:
        return
    sides = [(node.left, node.right) for node in find(document.tree, ast.BinOp)]
    sides += [(node.left, node.comparators[0]) for node in find(document.tree, ast.Compare)]
    for left, right in sides:
        if values.get(left) is not NUMPY or not is_tensor(values.get(right, UNKNOWN)):
            continue
        span = document.span(left)
        pieces = (span, ".item()") if isinstance(left, WHOLE) else ("(", span, ").item()")
        fix = Fix(TITLE, "safe", (Edit(span, pieces),))
        yield Finding("MP212", "warning", "torch.Tensor", None, "likely", MESSAGE, span, fix)
