"""``def zero_grad(self): ... p.grad.zero_()`` that nothing calls: there is nothing to clear (MP306)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

GRAD = "torch.Tensor.grad"
MESSAGE = Text(
    "This clears gradients, of which MindSpore's tensors keep none, and nothing in the file calls it.",
    "此处清除梯度，而 MindSpore 的张量不保存梯度，且文件中没有调用该函数。",
)
TITLE = Text("Clear nothing", "不再清除梯度")


def uncalled_clears(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """The findings for functions that do nothing with gradients but clear them and that the file does
    not call, and the ``p.grad`` in them; nothing where the file reads gradients elsewhere."""
    found, spoken = [], set[ast.AST]()
    tree = site.document.tree
    asked = {use.node for use in site.bindings.uses if use.symbol == GRAD}
    for function in find(tree, ast.FunctionDef) if tree is not None and asked else ():
        grads = [node for node in find(function, ast.Attribute) if node in asked]
        clears = [node for node in walk(function) if isinstance(node, ast.stmt) and _clears(node)]
        inside = {node for clear in clears for node in walk(clear)}
        if not grads or not inside.issuperset(grads) or _is_mentioned(site, function):
            continue
        outer = [clear for clear in clears if not any(clear in _below(one) for one in clears)]
        edits = tuple(Edit(site.document.span(clear), ("pass",)) for clear in outer)
        fix, span = Fix(TITLE, "safe", edits), site.document.span(grads[0])
        found.append(Finding("MP306", "warning", GRAD, None, "certain", MESSAGE, span, fix))
        spoken |= set(grads)
    return (found, spoken) if spoken == asked else ([], set())  # what reads them is moved with it


def _clears(statement: ast.stmt) -> bool:
    """``p.grad = None``, ``p.grad.zero_()``, and these where there is a gradient."""
    match statement:
        case ast.If(ast.Compare(ast.Attribute(attr="grad"), [ast.IsNot()], [ast.Constant(None)])):
            return not statement.orelse and all(map(_clears, statement.body))
        case ast.Assign([ast.Attribute(attr="grad")], ast.Constant(None)):
            return True
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Attribute(attr="grad"), "zero_" | "detach_"), [], [])
        ):
            return True
    return False


def _below(statement: ast.stmt) -> Iterator[ast.AST]:
    return (node for node in walk(statement) if node is not statement)


def _is_mentioned(site: Site, function: ast.FunctionDef) -> bool:
    """Whether a file calls a function, or speaks of it in any way, but for what torch calls so."""
    tree, name = site.document.tree, function.name
    assert tree is not None
    for node in walk(tree):
        match node:
            case ast.Name(id=found) | ast.Constant(value=str(found)) if found == name:
                return True
            case ast.Attribute(holder, attr=found) if found == name:
                value = site.bindings.values.get(holder, UNKNOWN)
                if value.kind != "instance" or not value.name.startswith("torch."):
                    return True
    return False
