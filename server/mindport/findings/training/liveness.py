"""Which names are still read after a point of a function or module."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from mindport.findings.training.names import FUNCTIONS, bound_names, read_names

Names = frozenset[str]
Loop = tuple[Names, Names]  # what is live after the loop, and at its head


@dataclass
class _Probe:
    """The point that is asked for: behind ``statements[index]``."""

    statements: Sequence[ast.stmt] | None = None
    index: int = -1
    gone: frozenset[ast.stmt] = frozenset()
    found: set[str] = field(default_factory=set)


def live_after(
    body: Sequence[ast.stmt], block: Sequence[ast.stmt], index: int, gone: Collection[ast.stmt]
) -> set[str]:
    """The names that may be read after ``block[index]`` before they are bound again.

    ``body`` is that of the function or module around ``block``. Names that functions inside it
    read are always among them, and those that it shares with what is around it. Statements that
    are ``gone`` read nothing.
    """
    probe = _Probe(block, index, frozenset(gone))
    _block(body, frozenset(), None, probe)
    escaped: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, FUNCTIONS):
                escaped |= free_names(node)
            elif isinstance(node, ast.Global | ast.Nonlocal):
                escaped |= set(node.names)
    return probe.found | escaped


def free_names(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The names that a function takes from around it."""
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    if isinstance(function, ast.Lambda):
        return read_names(function) - arguments
    outer = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    bound = {name for statement in function.body for name in bound_names(statement)} - outer
    read = {name for statement in function.body for name in read_names(statement)}
    return (read | outer) - bound - arguments


def read_first(statements: Sequence[ast.stmt]) -> set[str]:
    """The names that ``statements`` may read before they bind them."""
    return set(_block(statements, frozenset(), (frozenset(), frozenset()), _Probe()))


def _block(statements: Sequence[ast.stmt], after: Names, loop: Loop | None, probe: _Probe) -> Names:
    for index in range(len(statements) - 1, -1, -1):
        if statements is probe.statements and index == probe.index:
            probe.found |= after
        if statements[index] not in probe.gone:
            after = _statement(statements[index], after, loop, probe)
    return after


def _statement(node: ast.stmt, after: Names, loop: Loop | None, probe: _Probe) -> Names:
    match node:
        case ast.If():
            body = _block(node.body, after, loop, probe)
            return body | _block(node.orelse, after, loop, probe) | read_names(node.test)
        case ast.For() | ast.AsyncFor():
            head = _loop(node.body, node.orelse, after, bound_names(node.target), loop, probe)
            return head | read_names(node.iter) | read_names(node.target)
        case ast.While():
            test = frozenset(read_names(node.test))
            return _loop(node.body, node.orelse, after | test, set(), loop, probe)
        case ast.With() | ast.AsyncWith():
            inner = _block(node.body, after, loop, probe)
            for item in node.items:
                if item.optional_vars is not None:
                    inner -= bound_names(item.optional_vars)
                inner |= read_names(item)
            return inner
        case ast.Try() | ast.Match():
            return _any_order(node, after, loop, probe)
        case ast.Return() | ast.Raise():
            return frozenset(read_names(node))
        case ast.Break():
            return loop[0] if loop is not None else after
        case ast.Continue():
            return loop[1] if loop is not None else after
    reads = read_names(node)
    if isinstance(node, ast.Delete):
        reads = reads | bound_names(node)  # it raises where there is nothing to delete
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        around = (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults))
        reads = set().union(*map(read_names, around))  # its body runs later
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        reads.add(node.target.id)
    return (after - _surely_bound(node)) | reads


def _loop(
    body: Sequence[ast.stmt],
    orelse: Sequence[ast.stmt],
    after: Names,
    targets: set[str],
    outer: Loop | None,
    probe: _Probe,
) -> Names:
    head = after | _block(orelse, after, outer, probe)
    while True:
        inner = _block(body, head, (after, head), probe) - targets
        if inner <= head:
            return head
        head |= inner


def _any_order(node: ast.stmt, after: Names, loop: Loop | None, probe: _Probe) -> Names:
    """Blocks of which any part may run: nothing is taken for bound."""
    everything = after | read_names(node)
    for child in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(child, name, None)
            if isinstance(block, list):
                _block(block, everything, loop, probe)
    return everything


def _surely_bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.Assign):
        return {n for target in node.targets for n in bound_names(target)}
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return bound_names(node.target)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return bound_names(node)
    return set()
