"""Which values a gradient may flow through, in methods whose torch.no_grad() is gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from mindport.findings.graph.definitions import Definition
from mindport.findings.training.graphs import PLAIN_ATTRIBUTES, UNDIFFERENTIABLE
from mindport.nodes import attribute_of_self, find, name_of, targets, walk

STOP = "stop_gradient"
NEVER = UNDIFFERENTIABLE | {
    STOP, "float", "item", "zeros", "ones", "full", "arange", "randn", "rand", "randint",
    "randperm", "sign", "floor", "ceil", "round", "nonzero", "unique", "bincount", "enumerate",
    "logical_and", "logical_or", "logical_not", "isinf", "isfinite", "floor_divide",
}  # fmt: skip


def carries(cls: ast.ClassDef, method: ast.AST, value: ast.expr) -> bool:
    """Whether a gradient may flow through what ``value`` computes in a method of a class.

    It may come in by the method's arguments, by names of what they give, by trained parameters and by
    what layers and methods give.
    """
    return _is_carried(value, _carrying(cls, method), _trained(cls))


def _carrying(cls: ast.ClassDef, method: ast.AST) -> Set[str]:
    """The method's names that a gradient may flow through."""
    found: set[str] = set()
    if isinstance(method, Definition):
        found |= {one.arg for one in find(method, ast.arg)} - {*_numbers(method.args)} - {"self"}
    trained = _trained(cls)
    grown = True
    while grown:
        before = len(found)
        for node in walk(method):
            if isinstance(node, ast.For):
                bound: list[ast.expr] = [node.target]
                value: ast.expr | None = node.iter
            else:
                bound, value = list(targets(node)), getattr(node, "value", None)
            if bound and value is not None and _is_carried(value, found, trained):
                found |= {n.id for one in bound for n in walk(one) if isinstance(n, ast.Name)}
        grown = len(found) > before
    return found - _stopped(method)


def _numbers(given: ast.arguments) -> Iterator[str]:
    """The arguments whose default is a number, a truth value or a text."""
    positional = [*given.posonlyargs, *given.args]
    last = positional[len(positional) - len(given.defaults) :]
    defaults = zip([*last, *given.kwonlyargs], [*given.defaults, *given.kw_defaults], strict=True)
    for one, default in defaults:
        if isinstance(default, ast.Constant) and default.value is not None:
            yield one.arg


def _stopped(method: ast.AST) -> set[str]:
    """Names that are never bound to anything but what stops gradients."""
    bound: dict[str, list[ast.expr | None]] = {}
    for node in walk(method):
        value = node.value if isinstance(node, ast.Assign) else None
        for target in targets(node):
            if isinstance(target, ast.Name):
                bound.setdefault(target.id, []).append(value)
    return {
        name
        for name, values in bound.items()
        if all(isinstance(one, ast.Call) and name_of(one.func) in NEVER for one in values)
    }


def _trained(cls: ast.ClassDef) -> set[str]:
    """The attributes that are made as Parameters, those without a gradient left out."""
    return {
        name
        for node in walk(cls)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and name_of(node.value.func) == "Parameter"
        and not any(keyword.arg == "requires_grad" for keyword in node.value.keywords)
        for target in node.targets
        if (name := attribute_of_self(target)) is not None
    }


def _is_carried(node: ast.AST, names: Set[str], trained: Set[str]) -> bool:
    if isinstance(node, ast.Compare | ast.Constant | ast.Lambda):
        return False
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute):
        if node.attr in PLAIN_ATTRIBUTES:
            return False
        own = attribute_of_self(node)
        return own in trained if own is not None else _is_carried(node.value, names, trained)
    if isinstance(node, ast.Call):
        if name_of(node.func) in NEVER:
            return False
        if attribute_of_self(node.func) is not None:
            return True  # a layer, or a method
    if isinstance(node, ast.Subscript):
        return _is_carried(node.value, names, trained)
    if isinstance(node, ast.IfExp):
        return any(_is_carried(one, names, trained) for one in (node.body, node.orelse))
    return any(_is_carried(one, names, trained) for one in ast.iter_child_nodes(node))
