"""Values of a state that are taken by the names of parameters: ``state[k]`` where ``named_parameters`` gives
``k``.

Its helper says the names as torch does, and a state of MindSpore's has others for norms and embeddings.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.nodes import find, function_around, name_of

NAMED = frozenset({"named_parameters", "named_buffers"})
STATE = "state_dict"


def takes_by_parameters(tree: ast.Module) -> bool:
    """Whether a file takes something of a state by a name that a network's parameters have."""
    names = _names(tree)
    kept = {*_states_by_names(tree, names)}
    states = {
        ast.unparse(target)
        for statement in find(tree, ast.Assign)
        if _is_state(statement.value)
        for target in statement.targets
    }
    return any(
        isinstance(one.slice, ast.Name)
        and (function_around(tree, one), one.slice.id) in names
        and (_is_state(one.value) or ast.unparse(one.value) in states)
        and (function_around(tree, one), ast.unparse(one.value)) not in kept
        for one in find(tree, ast.Subscript)
    )


def is_taken_by_names(tree: ast.Module, call: ast.expr) -> bool:
    """Whether a function gives a state a name, and takes from it by names of parameters alone."""
    return any(value is call for value in _states_by_names(tree, _names(tree)).values())


def _states_by_names(
    tree: ast.Module, names: set[tuple[ast.AST | None, str]]
) -> dict[tuple[ast.AST | None, str], ast.expr]:
    """What ``state = net.state_dict()`` gives, by its function and its name, of which no more than
    ``state[k]`` is read."""
    found: dict[tuple[ast.AST | None, str], ast.expr] = {}
    for statement in find(tree, ast.Assign):
        around = function_around(tree, statement)
        match statement:
            case ast.Assign([ast.Name(name)], value) if around is not None and _is_state(value):
                taken = {
                    one.value
                    for one in find(around, ast.Subscript)
                    if isinstance(one.ctx, ast.Load)
                    and isinstance(one.slice, ast.Name)
                    and (around, one.slice.id) in names
                }
                used = [n for n in find(around, ast.Name) if n.id == name]
                if taken.intersection(used) == {n for n in used if n is not statement.targets[0]}:
                    found[around, name] = value
    return found


def _is_state(value: ast.expr) -> bool:
    """``net.state_dict()``."""
    return isinstance(value, ast.Call) and name_of(value.func) == STATE


def _names(tree: ast.Module) -> set[tuple[ast.AST | None, str]]:
    """What stands for the name of a parameter, each with its function."""
    names: set[tuple[ast.AST | None, str]] = set()
    lists: set[str] = set()
    while True:
        before = len(names) + len(lists)
        for target, iterated, place in _rounds(tree):
            name = _first(target, iterated, lists)
            if name is not None:
                names.add((function_around(tree, place), name))
        for statement in find(tree, ast.Assign):
            around, value = function_around(tree, statement), statement.value
            if isinstance(value, ast.ListComp):
                one = value.generators[0]
                if ast.unparse(value.elt) == _first(one.target, one.iter, lists):
                    lists |= {ast.unparse(target) for target in statement.targets}
            elif _says(value, names, around):
                names |= {(around, t.id) for t in statement.targets if isinstance(t, ast.Name)}
        if len(names) + len(lists) == before:
            return names


def _first(target: ast.expr, iterated: ast.expr, lists: set[str]) -> str | None:
    """``k`` of ``k, p in net.named_parameters()``, and of ``k in keys`` where that is one of ``lists``."""
    first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
    named = isinstance(iterated, ast.Call) and name_of(iterated.func) in NAMED
    is_one = isinstance(first, ast.Name) and (named or ast.unparse(iterated) in lists)
    return first.id if isinstance(first, ast.Name) and is_one else None


def _says(value: ast.expr, names: set[tuple[ast.AST | None, str]], around: ast.AST | None) -> bool:
    """``k`` and ``"module." + k``."""
    if isinstance(value, ast.BinOp):
        return _says(value.right, names, around)
    return isinstance(value, ast.Name) and (around, value.id) in names


def _rounds(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr, ast.stmt | ast.expr]]:
    """The targets of loops, and what they go over."""
    yield from ((loop.target, loop.iter, loop) for loop in find(tree, ast.For))
    comprehensions: list[ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp] = [
        *find(tree, ast.ListComp),
        *find(tree, ast.DictComp),
        *find(tree, ast.SetComp),
        *find(tree, ast.GeneratorExp),
    ]
    for node in comprehensions:
        yield from ((one.target, one.iter, node) for one in node.generators)
