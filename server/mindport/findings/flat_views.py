"""In-place methods on another shape of a tensor, in what is differentiated: ``y = h.view(-1); y.mul_(2)``.

Measured with MindSpore 2.10.0 on a CPU: ``copy_`` into ``y`` writes the values of both, and the gradient
is that of the old ones, in silence. Outside of what is differentiated nothing is wrong with it.
"""

from __future__ import annotations

import ast
from typing import cast

from mindport.document import Span
from mindport.findings.data_slices import differentiated
from mindport.findings.gradmode import NO_GRAD
from mindport.findings.named_views import FLAT, READ, last_given
from mindport.findings.ownership import PASSING_ON
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import function_around, kept, statement_parents, walk
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.fresh import VIEW_METHODS, WITH_TWIN
from mindport.symbols.reached import in_forwards
from mindport.symbols.uses import Use
from mindport.texts import Text, join

WITHOUT_GRADIENT = ("bool", "int", "uint")
ASSIGN = Text("Compute the value, and give it the name", "计算新值并赋给该名称")
MESSAGE = Text(
    "This name shows the memory of another tensor in another shape. Where MindSpore differentiates, what "
    "an in-place method writes there has a wrong gradient, in silence.",
    "该名称以另一形状展示另一张量的内存；MindSpore 求导时，原地方法在此写入的内容梯度错误且不报错。",
)


def flat_view_finding(site: Site, use: Use) -> Finding | None:
    """The finding for a method that changes a name that stands for such a view; else None."""
    name = use.symbol.removeprefix("torch.Tensor.")
    changes = name.endswith("_") and name[:-1] in WITH_TWIN and use.owner == "torch.Tensor"
    receiver, tree = use.receiver, site.document.tree
    if not changes or use.call is None or not isinstance(receiver, ast.Name) or tree is None:
        return None
    scope, shown = function_around(tree, receiver) or tree, _shown(tree, receiver)
    if shown is None or not is_differentiated(site, use.call):
        return None
    if site.facts(use)[0].dtype("self").startswith(WITHOUT_GRADIENT):
        return None
    at, end = site.document.span(receiver).start, site.document.span(use.node).end
    span, fix = Span(end - len(name), end), None
    alone = isinstance(use.statement, ast.Expr) and use.statement.value is use.call
    if alone and not _is_read_later(scope, shown, receiver.lineno):
        edits = (Edit(Span(at, at), (f"{receiver.id} = ",)), Edit(span, (name[:-1],)))
        fix = Fix(ASSIGN, "unsafe", edits, READ)
    severity: Severity = "warning" if fix else "error"
    message = join(MESSAGE, None if fix is None else READ)
    return Finding("MP215", severity, use.symbol, None, use.confidence, message, span, fix)


def is_flat_here(tree: ast.Module, node: ast.expr) -> bool:
    """Whether a name was given such a view in its own function."""
    return isinstance(node, ast.Name) and _shown(tree, node) is not None


def _shown(tree: ast.Module, name: ast.Name) -> ast.expr | None:
    """What a name shows in another shape behind ``y = h.view(-1)``; None for anything else."""
    last = last_given(function_around(tree, name) or tree, name)
    return None if last is None or last.place is not None else shown_flat(last.value)


def shown_flat(value: ast.expr | None) -> ast.expr | None:
    """``h`` of ``h.view(-1)``; None for anything else."""
    match value:
        case ast.Call(ast.Attribute(shown, method)) if method in FLAT:
            return shown
    return None


def _is_read_later(scope: ast.AST, shown: ast.expr, line: int) -> bool:
    """Whether the tensor that is shown has a name that is read behind a line."""
    while True:
        match shown:
            case ast.Call(ast.Attribute(inner, method)) if method in VIEW_METHODS | PASSING_ON:
                shown = inner
            case ast.Subscript(inner):
                shown = inner
            case _:
                break
    path = path_of(shown)
    if path is None:
        return not isinstance(shown, ast.Call)
    behind = (one for one in walk(scope) if isinstance(one, ast.Name | ast.Attribute))
    return any(
        one.lineno > line and isinstance(one.ctx, ast.Load) and path_of(one) == path
        for one in behind
    )


def is_recorded(site: Site, node: ast.expr | ast.stmt) -> bool:
    """Whether MindSpore may record what is computed there, as it does under no_grad in a forward, too."""
    tree = site.document.tree
    assert tree is not None
    return is_differentiated(site, node) or function_around(tree, node) in kept(tree, in_forwards)


def is_differentiated(site: Site, node: ast.expr | ast.stmt) -> bool:
    """Whether a gradient may be taken of what is computed there."""
    tree = site.document.tree
    assert tree is not None
    around = function_around(tree, node)
    if around not in kept(tree, differentiated):
        return False
    stopping = {use.statement for use in site.bindings.uses if use.symbol in NO_GRAD}
    above, outer = statement_parents(tree), cast(ast.AST, node)
    while (inner := above.get(outer)) is not None:
        if isinstance(inner, ast.With | ast.FunctionDef) and inner in stopping:
            return False
        outer = inner
    return True
