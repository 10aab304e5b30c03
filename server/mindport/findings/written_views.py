"""Whether a part of a tensor is written to afterwards, and with it the whole tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around


def is_written(site: Site, part: ast.Subscript) -> bool:
    """Whether the tensor of ``part``, the part, or a name that stands for it or for a view of it, is
    written to in place.

    What functions do that get it is not seen.
    """
    tree = site.document.tree
    assert tree is not None
    scope = function_around(tree, part) or tree
    names = {part.value.id} if isinstance(part.value, ast.Name) else set()
    pairs = list(_assignments(scope))
    while True:
        more = {n for n, value in pairs if n not in names and _is_of(value, part, names)}
        if not more:
            return any(_is_of(target, part, names) for target in _written(scope))
        names |= more


def _assignments(scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that are assigned, each with its value; tuples of both item by item."""
    for statement in find(scope, ast.Assign):
        for target in statement.targets:
            pairs = [(target, statement.value)]
            if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                pairs = list(zip(target.elts, statement.value.elts, strict=False))
            yield from ((name.id, value) for name, value in pairs if isinstance(name, ast.Name))


def _written(scope: ast.AST) -> Iterator[ast.expr]:
    """What is written to: ``x`` of ``x[0] = y``, ``x[0] += y`` and ``x.add_(y)``.

    Not of ``x += y``, which makes a new tensor in MindSpore.
    """
    for subscript in find(scope, ast.Subscript):
        if isinstance(subscript.ctx, ast.Store):
            yield subscript.value
    for call in find(scope, ast.Call):
        method = call.func
        if isinstance(method, ast.Attribute) and method.attr.endswith("_"):
            yield method.value


def _is_of(node: ast.expr, part: ast.expr, names: set[str]) -> bool:
    """Whether it is the part, one of the names, or a member or an item of such."""
    while node is not part:
        if isinstance(node, ast.Name):
            return node.id in names
        if isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return False
    return True
