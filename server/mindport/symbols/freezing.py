"""Statements that freeze what has parameters, or train it again: ``p.requires_grad = False``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from mindport.nodes import find, name_of, walk

LISTS = frozenset({"parameters", "trainable_params"})
OF_NETWORKS = LISTS | {"named_parameters"}
NETWORK_LISTS = OF_NETWORKS | {"all_parameters"}
FLAG = "requires_grad"


def frozen_by(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """What a statement freezes or trains again, and by which flag: ``net`` and ``on`` of
    ``net.requires_grad_(on)``, which trains where nothing is given."""
    match statement:
        case ast.Assign([ast.Attribute(held, "requires_grad")], flag):
            return held, flag
        case ast.Expr(ast.Call(ast.Attribute(held, "requires_grad_"), given, keywords)):
            flags = [*given, *(keyword.value for keyword in keywords)]
            return held, flags[0] if flags else ast.Constant(True)
    return None


def truth_of(flag: ast.expr) -> bool | None:
    """The truth value that is written; None for anything else."""
    value = flag.value if isinstance(flag, ast.Constant) else None
    return value if isinstance(value, bool) else None


def trains_by_name(function: str) -> bool | None:
    """Whether ``unfreeze_backbone`` trains again; None for what is named for neither."""
    words = function.lower().replace("_", "")
    return "unfreeze" in words if "freeze" in words else None


def freezes_for_good(scope: ast.AST, apart: Set[str] = frozenset()) -> bool:
    """Whether a network is frozen that is not trained again, as far as the names of networks tell;
    ``apart`` names some that do not count."""
    frozen: set[str] = set()
    trained: set[str] = set()
    for network, trains in _changes(scope):
        (frozen if trains is False else trained).add(network)
    return not frozen - apart <= trained


def frozen_networks(scope: ast.AST) -> set[str]:
    """The networks that something freezes or trains again; an empty name for one that is not seen."""
    return {network for network, _ in _changes(scope)}


def _changes(scope: ast.AST) -> Iterator[tuple[str, bool | None]]:
    """The networks that are frozen or trained again, by statements and by calls that are named so:
    ``freeze(net)``, ``set_requires_grad([a, b], False)``; None for a flag that is not written."""
    looped: dict[ast.AST, ast.For] = {
        statement: loop
        for loop in find(scope, ast.For)
        for statement in walk(loop)
        if isinstance(statement, ast.Assign | ast.Expr)
    }
    statements: list[ast.Assign | ast.Expr] = [*find(scope, ast.Assign), *find(scope, ast.Expr)]
    for statement in statements:
        found = frozen_by(statement)
        if found is not None:
            held, flag = found
            loop = looped.get(statement)
            network = "" if loop is None else network_of(loop)
            trains = False if network and loop is not None and _picks(loop) else truth_of(flag)
            yield network or root_of(held), trains
        elif isinstance(statement.value, ast.Call):
            called = statement.value
            name = name_of(called.func)
            trains = trains_by_name(name)
            if trains is None and FLAG in name:
                flags = [truth_of(one) for one in called.args[1:]]
                flags += [truth_of(keyword.value) for keyword in called.keywords]
                trains = flags[0] if flags else None
            elif trains is None:
                continue
            match called.args:
                case [ast.List(items) | ast.Tuple(items), *_]:
                    yield from ((root_of(item), trains) for item in items)
                case _:
                    yield network_of(called), trains


def _picks(loop: ast.For) -> bool:
    """Whether a loop over parameters leaves some of them frozen, whatever it does to the others:
    ``p.requires_grad = True``, ``if name in frozen: p.requires_grad = False``."""
    looped = {node.id for node in find(loop.target, ast.Name)}
    statements: list[ast.Assign | ast.Expr] = [*find(loop, ast.Assign), *find(loop, ast.Expr)]
    flags = [found[1] for statement in statements if (found := frozen_by(statement)) is not None]
    return any(
        truth_of(flag) is False or any(node.id in looped for node in find(flag, ast.Name))
        for flag in flags
    )


def network_of(node: ast.AST) -> str:
    """What a statement freezes: ``net`` of ``net.body.requires_grad_(False)`` and ``freeze(net)``,
    ``self.net`` of ``for p in self.net.parameters():``; empty where that is not seen."""
    match node:
        case ast.For(iter=iterated):
            lists = (
                call for call in find(iterated, ast.Call) if name_of(call.func) in NETWORK_LISTS
            )
            return next(map(network_of, lists), "")
        case ast.Expr(ast.Call() as call) | (ast.Call() as call):
            held = call.func.value if isinstance(call.func, ast.Attribute) else None
            held = held or next(iter(call.args), None)
        case _:
            held = None
    return root_of(held)


def root_of(node: ast.AST | None) -> str:
    """``net`` of ``net.body[0]``, ``self.net`` of ``self.net.body``."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        names.append(name_of(node))
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join((node.id, *names[-1:])) if node.id == "self" else node.id
