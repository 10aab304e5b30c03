"""Functions and methods of the file that a loop hands a network to and that give it back as it was:

    def evaluate(net, loader):
        net.eval()
        ...
        net.train()

They change its mode alone, so that a function that was compiled before the loop computes with the mode
of its first call at each.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.findings.call_sites import given, parameters_of
from mindport.findings.training.lifted import Function
from mindport.findings.training.names import own_nodes, path_of, read_paths
from mindport.nodes import find, name_of

# What is asked of a network and leaves it to graph mode, which reads Parameters at each call, but no
# buffers and no settings of layers.
ASKED = frozenset({"named_parameters", "parameters"})
MODES = frozenset({"eval", "train"})


@dataclass(frozen=True)
class GivenBack:
    """A call, and the calls of the networks' modes in what it calls."""

    call: ast.Call
    modes: tuple[ast.Call, ...]


def given_back(
    function: Function, loop: ast.stmt, set_before: Sequence[ast.Call]
) -> Iterator[GivenBack]:
    """Such calls in a loop; ``set_before`` are the ``net.train()`` in front of the function there."""
    for call in own_nodes(loop):
        if not isinstance(call, ast.Call):
            continue
        used = _networks_used(function, call)
        modes: list[ast.Call] = []
        for path, definition, name in used:
            found = _modes(function.facts.site.parents(definition), definition, name)
            if found is None or not (
                _ends_in_training(definition, found)
                or _is_set_again(function, call, path, set_before)
            ):
                break
            modes += found
        else:
            if used:
                yield GivenBack(call, tuple(modes))


def _networks_used(function: Function, call: ast.Call) -> list[tuple[str, ast.FunctionDef, str]]:
    """The networks that a call of the file's own function is given, and for a method all of its object
    that the differentiated function reads, each with the function and what that calls it."""
    facts, name = function.facts, name_of(call.func)
    definitions = facts.functions.get(name, [])
    if len(definitions) != 1 or name in function.called:
        return []
    [definition] = definitions
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return []
    parameters = sorted(parameters_of(definition))
    bound = ((given(definition, parameter, call), parameter) for parameter in parameters)
    named = ((path_of(value), parameter) for value, parameter in bound if value is not None)
    used = [(path, definition, parameter) for path, parameter in named if path in facts.networks]
    match call.func:
        case ast.Name():
            return used
        case ast.Attribute(ast.Name("self")) if facts.may_be_called(call, definition):
            nodes = (*function.loss.statements, *function.loss.losses)
            read = {path for node in nodes for path in read_paths(node)}
            own = {".".join(path.split(".")[:2]) for path in read if path.startswith("self.")}
            return [*used, *((path, definition, path) for path in sorted(own))]
    return []


def _modes(
    above: Mapping[ast.AST, ast.AST], definition: ast.FunctionDef, path: str
) -> list[ast.Call] | None:
    """The calls that set the mode of a parameter, or of ``self.net``; None where it is used for more
    than its results."""
    modes: list[ast.Call] = []
    nodes: tuple[ast.Name | ast.Attribute, ...]
    nodes = (*find(definition, ast.Name), *find(definition, ast.Attribute))
    uses = [one for one in nodes if path_of(one) == path]
    for use in uses:
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
