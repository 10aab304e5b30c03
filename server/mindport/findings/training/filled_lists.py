"""Lists that loops fill with the parameters of networks before an optimizer is given them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training.names import own_nodes
from mindport.findings.training.parameter_loops import named_of, networks_in
from mindport.nodes import assigned_pairs, find, lies_in, name_of


def networks_filled(
    scope: ast.AST, name: str, single: frozenset[str], defined: Collection[str]
) -> frozenset[str] | None:
    """The networks whose parameters a list holds; None where it may hold others.

    ``for k, v in net.named_parameters(): if v.requires_grad: params.append(v)``, and what is added
    to it, ``params += [{"params": [v], "lr": 0.1}]``. ``single`` are paths of parameters, ``defined`` the file's own functions.
    """
    found: set[str] = set()
    for given in _given_to(scope, name, defined):
        networks = None if given is None else _networks(scope, given, single)
        if networks is None:
            return None
        found |= networks
    return frozenset(found) or None


def _given_to(scope: ast.AST, name: str, defined: Collection[str]) -> Iterator[ast.expr | None]:
    """What a list begins with and is given; None where that cannot be seen."""
    for node in own_nodes(scope):
        match node:
            case ast.Assign():
                for target, value in assigned_pairs(node):
                    if isinstance(target, ast.Tuple) and _is_among(name, target.elts):
                        yield None
                    elif _is_among(name, [target]) and not _is_empty(value):
                        yield value
            case ast.Call(ast.Name(), arguments) if _is_among(name, arguments):
                if name_of(node.func) in defined:  # which may add to it
                    yield None
            case ast.AugAssign(ast.Name(target), ast.Add(), value) if target == name:
                yield value
            case ast.Call(ast.Attribute(ast.Name(held), method), arguments) if held == name:
                yield arguments[0] if method in ("append", "extend") and arguments else None


def _is_among(name: str, nodes: Sequence[ast.expr]) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes)


def _is_empty(value: ast.expr) -> bool:
    return isinstance(value, ast.List) and not value.elts


def _networks(scope: ast.AST, given: ast.expr, single: frozenset[str]) -> frozenset[str] | None:
    match given:
        case ast.List(items) | ast.Tuple(items) if items:
            several = [_networks(scope, item, single) for item in items]
            return None if None in several else frozenset().union(*(n or () for n in several))
        case ast.Dict(keys, values):
            held = [
                v for k, v in zip(keys, values, strict=True) if getattr(k, "value", "") == "params"
            ]
            return _networks(scope, held[0], single) if held else None
        case ast.Name(name):
            loops = [loop for loop in find(scope, ast.For) if name == _parameter_of(loop.target)]
            around = [_gone_through(loop.iter) for loop in loops if lies_in(given, loop)]
            if around:
                return around[-1]
    return networks_in(given, single)


def _parameter_of(target: ast.expr) -> str:
    """``p`` of ``for p in``, ``v`` of ``for k, v in``."""
    return name_of(target.elts[-1] if isinstance(target, ast.Tuple) else target)


def _gone_through(values: ast.expr) -> frozenset[str] | None:
    named = named_of(values)
    return networks_in(values) if named is None else frozenset({named})
