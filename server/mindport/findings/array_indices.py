"""A tensor that is indexed with an array of NumPy's, or with a range (MP102): MindSpore 2.10.0 raises
IndexError.

It takes its own tensors, as well as Python's numbers, slices and lists. ``mindspore.tensor`` of an
array, or of a number of NumPy's, takes the same places, reading and writing: seen on a CPU for whole
numbers, masks, two axes and empty arrays. So does the list of a range.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.call_sites import calls_of_function, given, parameters_of
from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.index_select"
REFUSED = Text(
    "MindSpore refuses an array or a number of NumPy's as an index of a tensor; it takes a tensor.",
    "MindSpore 的张量不接受 NumPy 数组或 NumPy 数值作为下标，需使用张量。",
)
TITLE = Text("Make a tensor of the index", "把下标转换为张量")
RANGE = Text(
    "MindSpore refuses a range as an index of a tensor; it takes a list.",
    "MindSpore 的张量不接受 range 作为下标，需使用列表。",
)
LISTED = Text("Make a list of the range", "把 range 转换为列表")


def array_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each index that NumPy or range made, of what is surely a tensor."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or not any(word in site.document.text for word in ("numpy", "range")):
        return
    for node in find(tree, ast.Subscript):
        if not is_tensor(values.get(node.value, UNKNOWN)):
            continue
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for item in items:
            if _is_range(item):
                span = site.document.span(item)
                fix = Fix(LISTED, "safe", (Edit(span, ("list(", span, ")")),))
                yield Finding("MP102", "warning", SYMBOL, None, "likely", RANGE, span, fix)
            elif values.get(item, UNKNOWN) is NUMPY or _is_given_as_array(site, tree, item):
                span = site.document.span(item)
                pieces = (Name("mindspore.tensor"), "(", span, ")")
                fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                yield Finding("MP102", "warning", SYMBOL, None, "likely", REFUSED, span, fix)


def _is_range(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "range"


def _is_given_as_array(site: Site, tree: ast.Module, item: ast.expr) -> bool:
    """Whether it is a parameter, for which a call in the file gives what NumPy made.

    Other calls may give a tensor for it: ``mindspore.tensor`` takes both.
    """
    function = function_around(tree, item) if isinstance(item, ast.Name) else None
    if not isinstance(item, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    if item.id not in parameters_of(function):
        return False
    arguments = (given(function, item.id, one) for one in calls_of_function(tree, function.name))
    return any(a is not None and site.bindings.values.get(a) is NUMPY for a in arguments)
