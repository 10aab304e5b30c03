"""A tensor that is indexed with an array of NumPy's (MP102): MindSpore 2.10.0 raises IndexError.

It takes its own tensors, as well as Python's numbers, slices and lists. ``mindspore.tensor`` of an
array, or of a number of NumPy's, takes the same places, reading and writing: seen on a CPU for whole
numbers, masks, two axes and empty arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.index_select"
REFUSED = Text(
    "MindSpore refuses an array or a number of NumPy's as an index of a tensor; it takes a tensor.",
    "MindSpore 的张量不接受 NumPy 数组或 NumPy 数值作为下标，需使用张量。",
)
TITLE = Text("Make a tensor of the index", "把下标转换为张量")


def array_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each index that NumPy made, of what is surely a tensor."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or "numpy" not in site.document.text:
        return
    for node in find(tree, ast.Subscript):
        if not is_tensor(values.get(node.value, UNKNOWN)):
            continue
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for item in items:
            if values.get(item, UNKNOWN) is NUMPY:
                span = site.document.span(item)
                pieces = (Name("mindspore.tensor"), "(", span, ")")
                fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                yield Finding("MP102", "warning", SYMBOL, None, "likely", REFUSED, span, fix)
