"""A loop that moves an optimizer's state to a device (MP304): MindSpore keeps it where it computes."""

from __future__ import annotations

import ast
import re

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
CASTS = re.compile(r"dtype|float|half|double")
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
    """``for k, v in state.items(): if isinstance(v, torch.Tensor): state[k] = v.cuda()``, and the
    recipe that sets ``v.data``, of what the values hold and of their gradients."""
    return not loop.orelse and all(
        _moves(one, frozenset({_spelt(loop.target)})) for one in loop.body
    )


def _moves(statement: ast.stmt, known: frozenset[str]) -> bool:
    """Whether a statement, in loops and questions of type, only moves items of the state.

    ``known`` are the names that the loops around give to these, and ``state[k]`` beside ``v``.
    """
    match statement:
        case ast.For(target, ast.Call(ast.Attribute(ast.Name(held), "values"), [], [])) if (
            held in known
        ):
            return _all_move([*statement.body, *statement.orelse], known | {_spelt(target)})
        case ast.For(
            ast.Tuple([ast.Name(key), ast.Name(value)]),
            ast.Call(ast.Attribute(ast.Name(held), "items"), [], []),
        ) if held in known:
            inner = known | {value, f"{held}[{key}]"}
            return _all_move([*statement.body, *statement.orelse], inner)
        case ast.If(test):
            calls = {name_of(call.func) for call in find(test, ast.Call)}
            parts = {
                name for name in map(_spelt, find(test, ast.Attribute)) if _part(name) in known
            }
            asks = calls <= {"isinstance", "is_tensor"} and (calls or parts)
            return bool(asks) and _all_move([*statement.body, *statement.orelse], known)
        case ast.Assign([target], ast.Call(ast.Attribute(moved, "to" | "cuda" | "cpu")) as call):
            if CASTS.search(ast.unparse(call)):
                return False
            return _part(_spelt(target)) in known and _part(_spelt(moved)) in known
        case ast.Assign([ast.Subscript() as target], ast.Name(moved)):
            return _spelt(target) in known and moved in known
    return isinstance(statement, ast.Pass)


def _all_move(statements: list[ast.stmt], known: frozenset[str]) -> bool:
    return all(_moves(one, known) for one in statements)


def _spelt(node: ast.expr) -> str:
    return ast.unparse(node)


def _part(name: str) -> str:
    """What ``v.data``, ``v._grad`` and ``v._grad.data`` are parts of."""
    for part in (".data", "._grad", ".grad"):
        name = name.removesuffix(part)
    return name
