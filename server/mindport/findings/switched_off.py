"""``torch.set_grad_enabled(False)``, lines of a forward, ``torch.set_grad_enabled(True)`` (MP305).

MindSpore has no such switch: what the lines between give goes through ``stop_gradient`` where it was
turned on again, under the same condition.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.stopping import GIVES_ITSELF, STOP
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Fix, Piece
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, Value, is_tensor
from mindport.texts import Text

TITLE = Text("Stop the gradients of what comes out", "截断其间所得结果的梯度")
SWITCH = "set_grad_enabled"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Switch:
    """A line that turns gradients on or off, and the ``if`` around it that asks ``test``."""

    statement: ast.stmt
    line: ast.Expr
    on: bool
    test: str


def switched_off(site: Site, use: Use, function: Function, caution: Text) -> Fix | None:
    """The fix for the lines that ``use`` turns gradients off, or on again, for; None for others."""
    for block in _blocks(function):
        switches = [(i, found) for i, one in enumerate(block) if (found := _switch(one))]
        for (first, off), (last, on) in pairwise(switches):
            if off.on or not on.on or off.test != on.test:
                continue
            if use.call in (off.line.value, on.line.value):
                return _fix(site, function, off, on, block[first + 1 : last], caution)
    return None


def _fix(
    site: Site, function: Function, off: Switch, on: Switch, lines: list[ast.stmt], caution: Text
) -> Fix | None:
    given = _given(lines)
    asked = {name.id for name in find(off.statement, ast.Name)} & set(given or ())
    if given is None or asked:
        return None
    inside = {node for line in lines for node in walk(line)}
    live = {
        n.id for n in find(function, ast.Name) if isinstance(n.ctx, ast.Load) and n not in inside
    }
    names = [name for name in given if name in live]
    document = site.document
    removed = remove_statement(document, off.statement)
    if not names:
        return Fix(TITLE, "safe", (removed, remove_statement(document, on.statement)))
    break_ = document.newline + " " * on.line.col_offset
    pieces: list[Piece] = []
    for name in names:
        pieces += [break_] if pieces else []
        pieces += [f"{name} = ", STOP, f"({name})"]
    edits = (removed, Edit(document.span(on.line), tuple(pieces)))
    certain = all(_are_tensors(site.bindings.values, given[name]) for name in names)
    return Fix(TITLE, "safe" if certain else "unsafe", edits, None if certain else caution)


def _blocks(function: Function) -> list[list[ast.stmt]]:
    blocks = [function.body]
    for node in walk(function):
        blocks += [
            body
            for field in ("body", "orelse")
            if isinstance(body := getattr(node, field, None), list) and node is not function
        ]
    return blocks


def _switch(statement: ast.stmt) -> Switch | None:
    line, test = statement, ""
    match statement:
        case ast.If(asked, [inner], []):
            line, test = inner, ast.unparse(asked)
    match line:
        case ast.Expr(ast.Call(func, [ast.Constant(bool(on))], [])) if name_of(func) == SWITCH:
            return Switch(statement, line, on, test)
    return None


def _given(lines: Sequence[ast.stmt]) -> dict[str, list[ast.expr]] | None:
    """By name what the lines make of it; None where they do more, or may name what was there."""
    given: dict[str, list[ast.expr]] = {}
    for line in lines:
        match line:
            case ast.Assign([ast.Name(name)], ast.BinOp() | ast.UnaryOp() | ast.Compare() as value):
                given.setdefault(name, []).append(value)
            case ast.Assign([ast.Name(name)], ast.Call(func) as value):
                if name_of(func) in GIVES_ITSELF:
                    return None
                given.setdefault(name, []).append(value)
            case ast.AugAssign(ast.Name(name)) if name in given:
                pass
            case _:
                return None
    return given


def _are_tensors(values: Mapping[ast.expr, Value], made: Sequence[ast.expr]) -> bool:
    return all(is_tensor(values.get(value, UNKNOWN)) for value in made)
