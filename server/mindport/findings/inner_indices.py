"""``x[0]`` where a derivative is taken while another one is: second derivatives, the inner steps of MAML.

Run with MindSpore 2.8.0 to 2.10.0 in PyNative mode on a CPU: an index that is one number raises there
("Only support integers, ... but got 0 with type <class 'int'>"); ``x[0, ...]`` is the same and has both
derivatives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.scalar_indices import is_number
from mindport.findings.site import Site
from mindport.nodes import find, function_around, lies_in
from mindport.report import Edit, Finding, Fix
from mindport.symbols.twice import differentiated_inside
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__getitem__"
MESSAGE = Text(
    "A derivative is taken inside of another one here, where MindSpore's PyNative mode raises for x[0]; "
    "x[0, ...] is the same.",
    "此处在求导过程中再次求导，MindSpore 的 PyNative 模式会因 x[0] 报错；x[0, ...] 与之相同。",
)
TITLE = Text("Write x[0, ...]", "改写为 x[0, ...]")


def inner_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each number that is the whole index of what is surely a tensor."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or site.target.mode == "GRAPH":
        return
    functions = differentiated_inside(tree, site.beside.differentiates_twice)
    if not functions:
        return
    for node in find(tree, ast.Subscript):
        if function_around(tree, node) not in functions or not isinstance(node.ctx, ast.Load):
            continue
        if is_tensor(values.get(node.value, UNKNOWN)) and _is_number(tree, node.slice):
            end = site.document.span(node.slice).end
            fix = Fix(TITLE, "safe", (Edit(Span(end, end), (", ...",)),))
            span = site.document.span(node)
            yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _is_number(tree: ast.Module, index: ast.expr) -> bool:
    """Whether it is a number wherever the functions around it give its name a value."""
    around = [function for function in find(tree, ast.FunctionDef) if lies_in(index, function)]
    scope = min(around, key=lambda function: function.lineno, default=tree)
    given = {argument.arg for argument in find(scope, ast.arg)}
    names = {name.id for name in find(index, ast.Name)}
    return names.isdisjoint(given) and is_number(index, scope)
