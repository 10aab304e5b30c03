"""``filter(lambda p: p.requires_grad, net.parameters())`` is ``net.trainable_params()`` (MP307)."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Moved
from mindport.symbols.uses import Use
from mindport.texts import Text

SYMBOL, METHOD = "torch.nn.Module.parameters", "mindspore.nn.Cell.trainable_params"
MESSAGE = Text(
    "trainable_params() is the list of the parameters that are not frozen.",
    "trainable_params() 返回未冻结的参数列表。",
)
TITLE = Text("Take trainable_params()", "改用 trainable_params()")


def trained_parameters(site: Site, use: Use) -> Finding | None:
    """What picks the parameters that are trained out of all of them, as one call."""
    if use.symbol != SYMBOL or use.call is None or use.call.args or use.call.keywords:
        return None
    whole = _picking(site, use, use.call)
    if whole is None or use.receiver is None:
        return None
    around = site.parent(whole, use.statement)
    if isinstance(around, ast.Call) and name_of(around.func) == "next":
        return None  # of a list there is none
    document = site.document
    network = Moved(document.span(use.receiver), operand=True)
    edit = Edit(document.span(whole), (network, ".trainable_params()"))
    fix = Fix(TITLE, "safe", (edit,))
    span = document.span(use.node)
    return Finding("MP307", "warning", SYMBOL, METHOD, use.confidence, MESSAGE, span, fix)


def _picking(site: Site, use: Use, call: ast.Call) -> ast.expr | None:
    """``filter(lambda p: p.requires_grad, call)``, ``[p for p in call if p.requires_grad]``."""
    around = site.parent(call, use.statement)
    match around:
        case ast.Call(ast.Name("filter"), [ast.Lambda(args, body), listed], []) if listed is call:
            names = [argument.arg for argument in args.args]
            return around if _is_trained(body) in names and len(names) == 1 else None
        case ast.comprehension(ast.Name(name), iterated, [test]) if iterated is call:
            whole = site.parent(around, use.statement)
            match whole:
                case ast.ListComp(ast.Name(given), [_]) if given == name == _is_trained(test):
                    return whole
    return None


def _is_trained(node: ast.expr) -> str | None:
    """``p`` of ``p.requires_grad``."""
    match node:
        case ast.Attribute(ast.Name(name), "requires_grad"):
            return name
    return None
