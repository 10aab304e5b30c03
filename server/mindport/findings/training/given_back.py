"""Functions of the file that a loop hands a network to and that give it back as it was:

    def evaluate(net, loader):
        net.eval()
        ...
        net.train()

They change its mode alone, so that a function that was compiled before the loop computes with the mode
of its first call at each.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.training.lifted import Function
from mindport.findings.training.names import own_nodes, path_of
from mindport.nodes import find, parents

# What is asked of a network and leaves it to graph mode, which reads Parameters at each call, but no
# buffers and no settings of layers.
ASKED = frozenset({"named_parameters", "parameters"})
MODES = frozenset({"eval", "train"})


@dataclass(frozen=True)
class GivenBack:
    """A call, the networks that it is given, and the calls of their modes in what it calls."""

    call: ast.Call
    networks: frozenset[str]
    modes: tuple[ast.Call, ...]


def given_back(
    function: Function, loop: ast.stmt, set_before: Sequence[ast.Call]
) -> Iterator[GivenBack]:
    """Such calls in a loop; ``set_before`` are the ``net.train()`` in front of the function there."""
    facts = function.facts
    for call in own_nodes(loop):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        definitions = facts.functions.get(call.func.id, [])
        if len(definitions) != 1 or call.func.id in function.called:
            continue
        given = {
            path: name
            for name, argument in _bound(definitions[0], call)
            if (path := path_of(argument)) in facts.networks
        }
        modes: list[ast.Call] = []
        for path, name in given.items():
            found = _modes(definitions[0], name)
            if found is None or not (
                _ends_in_training(definitions[0], found)
                or _is_set_again(function, call, path or "", set_before)
            ):
                break
            modes += found
        else:
            if given:
                networks = frozenset(path for path in given if path is not None)
                yield GivenBack(call, networks, tuple(modes))


def _bound(definition: ast.FunctionDef, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    names = [argument.arg for argument in definition.args.args]
    if any(isinstance(one, ast.Starred) for one in call.args):
        return
    yield from zip(names, call.args, strict=False)
    yield from ((one.arg, one.value) for one in call.keywords if one.arg is not None)


def _modes(definition: ast.FunctionDef, name: str) -> list[ast.Call] | None:
    """The calls that set the mode of a parameter; None where it is used for more than its results."""
    above, modes = parents(definition), []
    for use in (one for one in find(definition, ast.Name) if one.id == name):
        parent = above.get(use)
        if not isinstance(use.ctx, ast.Load):
            return None
        if isinstance(parent, ast.Call) and parent.func is use:
            continue
        outer = above.get(parent) if parent is not None else None
        if not isinstance(parent, ast.Attribute) or not isinstance(parent.ctx, ast.Load):
            return None
        if isinstance(outer, ast.Call) and outer.func is parent:
            if parent.attr in MODES and not outer.args and not outer.keywords:
                modes.append(outer)
            elif parent.attr not in ASKED:
                return None
        elif isinstance(outer, ast.Attribute | ast.Subscript):
            return None  # a part of it, whose mode may be set
    return modes


def _ends_in_training(definition: ast.FunctionDef, modes: Sequence[ast.Call]) -> bool:
    """Whether the network is in training mode behind a call, if its mode is set at all."""
    if not modes:
        return True
    last = max(modes, key=lambda one: one.lineno)
    is_train = isinstance(last.func, ast.Attribute) and last.func.attr == "train"
    ends = any(isinstance(one, ast.Expr) and one.value is last for one in definition.body)
    returns = find(definition, ast.Return)
    return is_train and ends and all(one.lineno > last.lineno for one in returns)


def _is_set_again(
    function: Function, call: ast.Call, path: str, set_before: Sequence[ast.Call]
) -> bool:
    """Whether ``net.train()`` stands between a call and the next one of the function, in each round."""
    code, anchor = function.draft.code, function.loss.anchor
    for one in set_before:
        assert isinstance(one.func, ast.Attribute)
        if path_of(one.func.value) != path:
            continue
        around = _loop_of(function, one)
        behind = call.lineno > (anchor.end_lineno or anchor.lineno) or call.lineno < one.lineno
        if around is code.loop_of(anchor) or (around is _loop_of(function, call) and behind):
            return True
    return False


def _loop_of(function: Function, node: ast.AST) -> ast.stmt | None:
    code = function.draft.code
    statement = code.statement(node)
    return None if statement is None else code.loop_of(statement)
