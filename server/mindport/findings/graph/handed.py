"""``grad_fn(label)`` for a function with ``label=label`` among its parameters (MP401)."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.fresh import taken_once
from mindport.findings.site import Site
from mindport.nodes import find, targets, walk
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Hand it in at the call", "改为在调用时传入")
CAUTION = Text(
    "In PyNative mode, what is handed in to a function that is differentiated cannot be changed in "
    "place.",
    "在 PyNative 模式下，传入被求导函数的值不能原地修改。",
)


def handed_in(site: Site, parameter: ast.AST) -> Fix | None:
    """The fix for a function that is differentiated and called once in the block that defines it."""
    tree = site.document.tree
    if tree is None:
        return None
    for scope in (*reversed(find(tree, ast.FunctionDef)), tree):  # the innermost first
        for outer in walk(scope):
            for name in ("body", "orelse"):
                found = getattr(outer, name, None)
                block: list[ast.stmt] = found if isinstance(found, list) else []
                for one in block:
                    if isinstance(one, Definition) and parameter in one.args.args:
                        return _fix(site, scope, block, one)
    return None


def _fix(site: Site, scope: ast.AST, block: Sequence[ast.stmt], function: Definition) -> Fix | None:
    given = function.args
    names = [one.arg for one in given.args[len(given.args) - len(given.defaults) :]]
    own = [getattr(default, "id", None) for default in given.defaults]
    if names != own or given.kwonlyargs or given.vararg or given.kwarg or given.posonlyargs:
        return None
    statement = taken_once(scope, block, function)
    call = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    if statement is None or not isinstance(call, ast.Call) or call.keywords:
        return None
    if len(call.args) != len(given.args) - len(names):
        return None
    between = block[block.index(function) + 1 : block.index(statement)]
    bound = {getattr(t, "id", "") for one in between for node in walk(one) for t in targets(node)}
    if bound & set(names):
        return None
    span = site.document.span
    edits = [
        Edit(Span(span(one).end, span(default).end), ("",))
        for one, default in zip(given.args[-len(names) :], given.defaults, strict=True)
    ]
    end = span(call).end - 1
    lead = ", " if call.args else ""
    edits.append(Edit(Span(end, end), (lead + ", ".join(names),)))
    return Fix(TITLE, "unsafe", tuple(edits), CAUTION)
