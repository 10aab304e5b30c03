"""``optimizer = SGD(params)`` and ``clip_grad_norm_(params, 1)``: both are given one list."""

from __future__ import annotations

import ast

from mindport.findings.training.events import Event, clipped_by
from mindport.findings.training.holders import constructions
from mindport.findings.training.model import Draft
from mindport.findings.training.names import path_of
from mindport.nodes import assigned_pairs, find, name_of

CHANGES = frozenset({"append", "clear", "extend", "insert", "pop", "remove"})


def clips_what_is_held(draft: Draft, clip: Event, optimizer: str) -> bool:
    """Whether the list that is clipped is what the optimizer was given, unchanged since."""
    listed, tree = clipped_by(clip.call), draft.facts.site.document.tree
    path = None if listed is None else path_of(listed)
    made = [call for call, _ in constructions(draft.facts, draft.code, optimizer)]
    if path is None or tree is None or len(made) != 1:
        return False
    (call,) = made
    given = call.args[:1] or [k.value for k in call.keywords if k.arg == "params"]
    return [path_of(one) for one in given] == [path] and _is_one_list(tree, path, call)


def _is_one_list(tree: ast.Module, path: str, made: ast.Call) -> bool:
    """Whether a path is given a list once in a file, which nothing changes behind ``made``."""
    found: list[ast.Name | ast.Attribute] = [*find(tree, ast.Name), *find(tree, ast.Attribute)]
    written = (node for node in found if not isinstance(node.ctx, ast.Load))
    stores = [node for node in written if path_of(node) == path]
    given = [
        value
        for statement in find(tree, ast.Assign)
        for target, value in assigned_pairs(statement)
        if target in stores
    ]
    if len(stores) != 1 or len(given) != 1 or not _is_list(given[0]):
        return False
    if any(argument.arg == path for argument in find(tree, ast.arg)):
        return False  # a function's own
    parts = (node for node in find(tree, ast.Subscript) if not isinstance(node.ctx, ast.Load))
    calls = (node for node in find(tree, ast.Call) if name_of(node.func) in CHANGES)
    changed = [
        *(n.value for n in parts),
        *(n.func.value for n in calls if isinstance(n.func, ast.Attribute)),
    ]
    return not any(path_of(n) == path and n.lineno > made.lineno for n in changed)


def _is_list(value: ast.expr) -> bool:
    """Whether it can be gone over twice, unlike what ``net.parameters()`` gives."""
    match value:
        case ast.List() | ast.ListComp():
            return True
        case ast.Call(ast.Name("list" | "sorted")):
            return True
        case ast.BinOp(left, ast.Add(), right):
            return _is_list(left) and _is_list(right)
    return False
