"""``estimate *= mask`` on what a function is given (MP209), where its caller reads that afterwards.

In torch the caller's tensor changes, too; in MindSpore the name alone gets a new one.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.findings.call_sites import may_call
from mindport.findings.inplace import SHARED
from mindport.findings.site import Site
from mindport.nodes import argument_of, find, function_around, statement_parents, walk
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, is_tensor


def given_tensor_findings(site: Site, spoken: Collection[ast.AST] = ()) -> Iterator[Finding]:
    """One finding for each such statement, but those of ``spoken``."""
    tree = site.document.tree
    if tree is None:
        return
    for node in find(tree, ast.AugAssign):
        function = function_around(tree, node)
        if node in spoken or not isinstance(node.target, ast.Name) or function is None:
            continue
        if _is_callers(site, tree, function, node.target.id, node.lineno):
            span = site.document.span(node)
            yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)


def _is_callers(site: Site, tree: ast.Module, function: ast.AST, name: str, line: int) -> bool:
    """Whether ``name`` is still what a caller gave, and one reads its tensor behind the call."""
    if not isinstance(function, ast.FunctionDef):
        return False
    names = [argument.arg for argument in function.args.args]
    stored = (
        n for n in walk(function)
        if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
    )  # fmt: skip
    if name not in names or any(node.lineno < line for node in stored):
        return False
    owner = statement_parents(tree).get(function)
    names = names[1:] if isinstance(owner, ast.ClassDef) else names
    for call in find(tree, ast.Call):
        if name in names and may_call(tree, call, function, owner):
            given = argument_of(call, names, names.index(name))
            tensor = isinstance(given, ast.Name) and is_tensor(
                site.bindings.values.get(given, UNKNOWN)
            )
            if tensor and isinstance(given, ast.Name) and _is_read_behind(tree, call, given.id):
                return True
    return False


def _is_read_behind(tree: ast.Module, call: ast.Call, name: str) -> bool:
    """Whether the next that is said of ``name`` behind the call reads it."""
    scope, above = function_around(tree, call) or tree, statement_parents(tree)
    statement: ast.AST = call
    while not isinstance(statement, ast.stmt) and statement in above:
        statement = above[statement]
    inside = set(walk(statement))
    names = [n for n in walk(scope) if isinstance(n, ast.Name) and n.id == name]
    if any(n in inside and isinstance(n.ctx, ast.Store) for n in names):
        return False
    place = (call.end_lineno or call.lineno, call.end_col_offset or 0)
    behind = [n for n in names if (n.lineno, n.col_offset) > place]
    first = min((n.lineno for n in behind), default=0)
    return bool(behind) and not any(
        n.lineno == first and isinstance(n.ctx, ast.Store) for n in behind
    )
