"""Optimizers that never step (MP216): ``opt = SGD([x], lr=1e-3)`` beside ``opt.zero_grad()`` goes.

torch makes one of any tensor, and clears its gradient with it; MindSpore's take Parameters alone.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, function_around, is_pure
from mindport.report import Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

MESSAGE = Text(
    "This optimizer never steps: it is made for nothing.", "该优化器从未执行 step，无需创建。"
)
TITLE = Text("Remove the optimizer", "删除该优化器")


def unused_optimizer_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """The findings for such optimizers of tensors in functions, and the calls that make them.

    They go once nothing clears gradients with them any more: what differentiates is rewritten first.
    """
    found, spoken = [], set[ast.AST]()
    for use in site.bindings.uses:
        read = _read(site, use)
        if read is None or use.call is None or use.statement is None:
            continue
        spoken.add(use.call)
        if not read:
            fix = Fix(TITLE, "safe", (remove_statement(site.document, use.statement),))
            span = site.document.span(use.call)
            found.append(
                Finding("MP216", "warning", use.symbol, None, "certain", MESSAGE, span, fix)
            )
    return found, spoken


def _read(site: Site, use: Use) -> list[ast.Name] | None:
    """Where a function clears gradients with an optimizer; None where it may do more with it."""
    tree = site.document.tree
    if use.call is None or tree is None or not use.symbol.startswith("torch.optim."):
        return None
    match use.statement:
        case ast.Assign([ast.Name(name)], ast.Call(args=[ast.List(), *_]) as made) if (
            made is use.call and site.api.is_subclass(use.symbol, "torch.optim.Optimizer")
        ):
            function = function_around(tree, made)
            if not isinstance(function, ast.FunctionDef) or not all(map(is_pure, _given(made))):
                return None
            named = [node for node in find(function, ast.Name) if node.id == name]
            read = [node for node in named if isinstance(node.ctx, ast.Load)]
            alone = len(named) - len(read) == 1 and all(_clears(site, tree, n) for n in read)
            return read if alone else None
    return None


def _given(call: ast.Call) -> Sequence[ast.expr]:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [item for one in given for item in (one.elts if isinstance(one, ast.List) else [one])]


def _clears(site: Site, tree: ast.Module, node: ast.Name) -> bool:
    """Whether a name stands in the statement ``opt.zero_grad()``."""
    parents = site.parents(tree)
    method = parents.get(node)
    call = parents.get(method) if method is not None else None
    statement = parents.get(call) if call is not None else None
    return (
        isinstance(method, ast.Attribute)
        and method.attr == "zero_grad"
        and isinstance(call, ast.Call)
        and call.func is method
        and isinstance(statement, ast.Expr)
    )
