"""Which names surely have a value at some place, and where those get one that may have none."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from mindport.findings.training.code import BLOCKS, LOOPS, Code
from mindport.findings.training.names import bound_names, own_nodes

LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def is_assigned(code: Code, anchor: ast.stmt, name: str) -> bool:
    """Whether a name surely has a value in front of ``anchor``."""
    if name in code.parameters or _comes_from_outside(code, name):
        return True
    statement: ast.AST = anchor
    while isinstance(statement, ast.stmt) and statement is not code.root:
        place = code.place(statement)
        if any(_assigns(before, name) for before in place.block[: place.index]):
            return True
        owner = place.owner
        if isinstance(owner, ast.For) and place.block is owner.body:
            if name in bound_names(owner.target):
                return True
        elif isinstance(owner, ast.With) and _in_header(owner, name):
            return True
        statement = owner
    return False


def gives_value(statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether a name surely has a value behind ``statements``; loops in them run at least once."""
    return any(_gives(statement, name) for statement in statements)


def _gives(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.For():
            return name in bound_names(statement.target) or gives_value(statement.body, name)
        case ast.While():
            return gives_value(statement.body, name)
        case ast.With():
            return _in_header(statement, name) or gives_value(statement.body, name)
        case ast.If():
            branches = (statement.body, statement.orelse)
            tested = name in bound_names(statement.test)
            return tested or all(_leaves_or_gives(branch, name) for branch in branches)
        case ast.Try():
            blocks = [[*statement.body, *statement.orelse], *(h.body for h in statement.handlers)]
            everywhere = all(_leaves_or_gives(block, name) for block in blocks)
            return everywhere or gives_value(statement.finalbody, name)
        case ast.Match():
            last = statement.cases[-1]
            catches = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
            return catches and all(_leaves_or_gives(c.body, name) for c in statement.cases)
        case ast.Expr() | ast.AugAssign():
            return name in bound_names(statement)
    return _assigns(statement, name)


def _leaves_or_gives(block: Sequence[ast.stmt], name: str) -> bool:
    leaves = bool(block) and isinstance(block[-1], LEAVING)
    return leaves or gives_value(block, name)


def _assigns(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.Assign():
            return any(name in bound_names(target) for target in statement.targets)
        case ast.AnnAssign():
            return statement.value is not None and name in bound_names(statement.target)
        case ast.AugAssign() | ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef():
            return name in bound_names(statement)
        case ast.With():
            return any(_assigns(inner, name) for inner in statement.body)
        case ast.If() if statement.orelse:
            branches = (statement.body, statement.orelse)
            return all(any(_assigns(inner, name) for inner in branch) for branch in branches)
    return False


def _in_header(block: ast.With, name: str) -> bool:
    targets = [item.optional_vars for item in block.items if item.optional_vars]
    return any(name in bound_names(target) for target in targets)


def _comes_from_outside(code: Code, name: str) -> bool:
    """Whether something around this code may give a name its value."""
    nodes = [node for statement in code.root.body for node in own_nodes(statement)]
    if isinstance(code.root, ast.Module):
        starred = any(isinstance(node, ast.alias) and node.name == "*" for node in nodes)
        return starred or hasattr(builtins, name)
    return any(isinstance(n, ast.Global | ast.Nonlocal) and name in n.names for n in nodes)


def first_use(code: Code, anchor: ast.stmt, name: str) -> ast.stmt:
    """The statement before which a name may be given None: nothing has bound it until then.

    ``anchor`` lies in it or behind it. It runs once a function, as far in as that allows.
    """
    block: Sequence[ast.stmt] = code.root.body
    while True:
        binding = [s for s in block if name in bound_names(s)]
        around = [s for s in block if s is anchor or _holds(s, anchor)]
        first = min((*binding, *around), key=lambda s: s.lineno)
        inner = None if isinstance(first, LOOPS) else _block_around(first, anchor)
        if first is anchor or inner is None or len(binding) > 1 or first not in around:
            return first
        if any(name in bound_names(node) for node in _beside(first, inner)):
            return first
        block = inner


def _holds(statement: ast.stmt, anchor: ast.stmt) -> bool:
    return any(node is anchor for node in ast.walk(statement))


def _block_around(statement: ast.stmt, anchor: ast.stmt) -> Sequence[ast.stmt] | None:
    """The block of ``statement`` in which ``anchor`` lies."""
    for field in BLOCKS:
        block = getattr(statement, field, None)
        if isinstance(block, list) and any(_holds(inner, anchor) for inner in block):
            return block
    return None


def _beside(statement: ast.stmt, block: Sequence[ast.stmt]) -> list[ast.AST]:
    """The parts of a statement outside one of its blocks."""
    return [node for node in ast.iter_child_nodes(statement) if node not in block]
