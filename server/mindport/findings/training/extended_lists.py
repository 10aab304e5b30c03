"""``fractions += [x.item()]`` where a loss is computed becomes ``fractions.append(x.item())``.

The assignment would make the list one of the function that is differentiated, and MindSpore refuses
the gradients of a function that changes a list which it is given: "Can not find top cell for backward".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.model import Plan
from mindport.findings.training.names import own_nodes
from mindport.nodes import assigned_pairs, name_of
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Append to the list", "改为向列表追加元素")


def extended_lists(site: Site, code: Code, plan: Plan) -> Fix | None:
    """The fix, where such a statement is a part of a loss or of what stands in the way of one."""
    inside = {node for loss in plan.losses for s in loss.statements for node in ast.walk(s)}
    inside |= {node for obstacle in plan.obstacles for node in _block_of(code, obstacle.node)}
    edits: list[Edit] = []
    for node in own_nodes(code.root):
        match node:
            case ast.AugAssign(ast.Name(name) as target, ast.Add(), ast.List() as added) if (
                node in inside and _is_list(code, name)
            ):
                edits += _edits(site, target, added)
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None


def _block_of(code: Code, node: ast.AST) -> Iterator[ast.AST]:
    """What stands in the ``with`` of an obstacle."""
    statement = node if isinstance(node, ast.stmt) else code.statement(node)
    if isinstance(statement, ast.With):
        yield from ast.walk(statement)


def _is_list(code: Code, name: str) -> bool:
    """Whether all that a name is given in the function are lists."""
    stores = [
        node
        for node in own_nodes(code.root)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
    ]
    given = {
        target: value
        for node in own_nodes(code.root)
        if isinstance(node, ast.Assign)
        for target, value in assigned_pairs(node)
    }
    added = {n.target for n in own_nodes(code.root) if isinstance(n, ast.AugAssign)}
    made = [given.get(store) for store in stores if store not in added]
    return bool(made) and name not in code.parameters and all(map(_makes_list, made))


def _makes_list(value: ast.expr | None) -> bool:
    is_call = isinstance(value, ast.Call) and name_of(value.func) in ("list", "sorted")
    return is_call or isinstance(value, ast.List | ast.ListComp)


def _edits(site: Site, target: ast.Name, added: ast.List) -> Iterator[Edit]:
    span = site.document.span
    one = len(added.elts) == 1 and not isinstance(added.elts[0], ast.Starred)
    name, whole = span(target), span(added)
    inner = span(added.elts[0]) if one else whole
    yield Edit(Span(name.end, inner.start), (".append(" if one else ".extend(",))
    yield Edit(Span(inner.end, whole.end), (")",))
