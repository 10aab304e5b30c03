"""A loop that moves an optimizer's state to a device (MP304): MindSpore keeps it where it computes."""

from __future__ import annotations

import ast

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Finding, Fix
from mindport.texts import Text

STATE = "torch.optim.Optimizer.state"
MESSAGE = Text(
    "This loop moves the optimizer's state to a device. MindSpore keeps it where it computes; the loop goes.",
    "该循环把优化器的状态搬到设备上。MindSpore 会把它放在计算所用的设备上；该循环会被删除。",
)
TITLE = Text("Remove the loop", "删除该循环")


def moved_state_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """The removal of each loop over ``optimizer.state.values()`` that only moves what it holds, and
    where ``optimizer.state`` is asked for there."""
    tree, found, spoken = site.document.tree, list[Finding](), set[ast.AST]()
    if tree is None or ".state.values()" not in site.document.text:
        return found, spoken
    known = {use.node: use.confidence for use in site.bindings.uses if use.symbol == STATE}
    for loop in find(tree, ast.For):
        match loop.iter:
            case ast.Call(ast.Attribute(ast.Attribute(attr="state") as state, "values"), [], []):
                if not _only_moves(loop):
                    continue
                fix = Fix(TITLE, "safe", (remove_statement(site.document, loop),))
                span, confidence = site.document.span(state), known.get(state, "likely")
                finding = Finding("MP304", "warning", STATE, None, confidence, MESSAGE, span, fix)
                found.append(finding)
                spoken.add(state)
    return found, spoken


def _only_moves(loop: ast.For) -> bool:
    """``for k, v in state.items(): if isinstance(v, torch.Tensor): state[k] = v.cuda()``."""
    match loop:
        case ast.For(
            target=ast.Name(state),
            body=[
                ast.For(
                    target=ast.Tuple([ast.Name(key), ast.Name(value)]),
                    iter=ast.Call(ast.Attribute(ast.Name(held), "items"), [], []),
                    body=[inner],
                    orelse=[],
                )
            ],
            orelse=[],
        ) if held == state:
            pass
        case _:
            return False
    while isinstance(inner, ast.If) and not inner.orelse and len(inner.body) == 1:
        calls = {name_of(call.func) for call in find(inner.test, ast.Call)}
        if not calls <= {"isinstance", "is_tensor"}:
            return False
        inner = inner.body[0]
    match inner:
        case ast.Assign(
            [ast.Subscript(ast.Name(kept), ast.Name(place))],
            ast.Name(moved) | ast.Call(ast.Attribute(ast.Name(moved), "to" | "cuda" | "cpu")),
        ):
            return (kept, place, moved) == (state, key, value)
    return False
