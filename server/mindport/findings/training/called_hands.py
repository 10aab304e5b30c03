"""Functions of the file that step by hand with what they are given: ``sgd([w, b], lr)``.

    def sgd(params, lr):
        for p in params:
            p -= lr * p.grad
            p.grad.zero_()

They are given the gradients, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mindport.findings.training.names import bound_names, own_nodes, path_of
from mindport.findings.training.parameter_loops import Header, headers_of
from mindport.nodes import argument_of, find, kept, walk


@dataclass(frozen=True, eq=False)
class Stepper:
    """A function, the parameter that gets what is trained, and its loops over that.

    ``call`` is the one call of it, ``given`` what that gives for the parameter.
    """

    function: ast.FunctionDef
    parameter: ast.arg
    loops: tuple[tuple[ast.For, Header], ...]
    call: ast.Call
    given: ast.expr

    @property
    def paths(self) -> list[str]:
        """Those of the tensors in the list that it is given; none where that is no list."""
        return listed_paths(self.given)


def listed_paths(node: ast.expr) -> list[str]:
    """``w`` and ``b`` of ``[w, b]``; nothing where it holds anything else."""
    if not isinstance(node, ast.List | ast.Tuple):
        return []
    found = [path_of(item) or "" for item in node.elts]
    return found if all(found) else []


def steppers(tree: ast.Module) -> Mapping[str, Stepper]:
    """The functions of a module by their names."""
    return kept(tree, _steppers)


def _steppers(tree: ast.Module) -> dict[str, Stepper]:
    reads = any(node.attr == "grad" for node in find(tree, ast.Attribute))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)] if reads else []
    found = (_stepper(tree, function) for function in functions)
    return {one.function.name: one for one in found if one is not None}


def _stepper(tree: ast.Module, function: ast.FunctionDef) -> Stepper | None:
    arguments = function.args
    names = [argument.arg for argument in arguments.args]
    loops = [
        (loop, header)
        for loop in own_nodes(function)
        if isinstance(loop, ast.For)
        for header in headers_of(loop.target, loop.iter, names)
        if header.network in names and _reads_gradient(loop, header)
    ]
    given = {header.network for _, header in loops}
    bound = {name for statement in function.body for name in bound_names(statement)}
    if len(given) != 1 or len(set(dict(loops))) != len(loops) or given & bound:
        return None
    inside = {node for loop, _ in loops for node in ast.walk(loop)}
    others = (n for n in walk(function) if isinstance(n, ast.Attribute) and n.attr == "grad")
    if function.decorator_list or any(node not in inside for node in others):
        return None
    place = names.index(given.pop())
    if place >= len(names) - len(arguments.defaults):
        return None
    calls = calls_of(tree, function.name)
    if len(calls) != 1:
        return None
    value = argument_of(calls[0], names, place)
    if value is None:
        return None
    return Stepper(function, arguments.args[place], tuple(loops), calls[0], value)


def _reads_gradient(loop: ast.For, header: Header) -> bool:
    wanted = f"{header.variable.id}.grad"
    return any(isinstance(n, ast.Attribute) and path_of(n) == wanted for n in ast.walk(loop))


def calls_of(tree: ast.Module, name: str, *, is_method: bool = False) -> list[ast.Call]:
    """All that a module says of a function, or of a method, if these are calls; else nothing."""
    return only_calls(tree, name, is_method=is_method) or []


def only_calls(tree: ast.Module, name: str, *, is_method: bool = False) -> list[ast.Call] | None:
    """As ``calls_of``; None where it is named otherwise than by its definition and its calls."""
    calls = [
        call
        for call in find(tree, ast.Call)
        if path_of(call.func) == (f"self.{name}" if is_method else name)
    ]
    mentions = [node for node in walk(tree) if _names(node, name, is_method)]
    return calls if len(mentions) == 1 + len(calls) else None


def _names(node: ast.AST, name: str, is_method: bool) -> bool:
    match node:
        case ast.Attribute(attr=found):
            return is_method and found == name
        case ast.Name(id=found) | ast.FunctionDef(name=found) | ast.arg(arg=found):
            return found == name
        case ast.Constant(value=found):
            return bool(found == name)
    return False


def listed_leaves(tree: ast.Module) -> Iterator[str]:
    """The paths in lists whose gradients a loop or a function of the file reads."""
    for stepper in steppers(tree).values():
        yield from stepper.paths
    for loop in find(tree, ast.For):
        for header in headers_of(loop.target, loop.iter):
            if header.is_list and _reads_gradient(loop, header):
                yield from listed_paths(header.listed)
