"""Functions of the file that read, or change, the gradients of the network, or of the optimizer,
that they are given.

    def clip(net, theta):
        params = [p for p in net.parameters() if p.requires_grad]
        norm = torch.sqrt(sum((p.grad ** 2).sum() for p in params))

Between backward and step they are given the gradients, too.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from mindport.findings.training.called_hands import argument_of, calls_of
from mindport.findings.training.leaves import changed_tensor
from mindport.findings.training.names import COMPREHENSIONS, bound_names, path_of
from mindport.findings.training.parameter_loops import (
    Header,
    gradient_loads,
    groups_header,
    headers_of,
    parameters_of,
)
from mindport.nodes import find, kept, name_of, walk


@dataclass(frozen=True, eq=False)
class Reader:
    """A function, the parameter that is the network, and the loops over its parameters.

    Attributes:
        loops: each with its header and the gradients that it reads.
        calls: all calls of the function, each with the network that it is given.
    """

    function: ast.FunctionDef
    parameter: ast.arg
    loops: tuple[tuple[ast.AST, Header, tuple[ast.Attribute, ...]], ...]
    calls: tuple[tuple[ast.Call, ast.expr], ...]


def readers(tree: ast.Module) -> Mapping[str, Reader]:
    """The functions and methods of a module by their names."""
    return kept(tree, _readers)


def _readers(tree: ast.Module) -> dict[str, Reader]:
    if not any(node.attr == "grad" for node in find(tree, ast.Attribute)):
        return {}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    bodies = [(tree.body, False), *((owner.body, True) for owner in classes)]
    found = [
        _reader(tree, function, is_method)
        for body, is_method in bodies
        for function in body
        if isinstance(function, ast.FunctionDef)
    ]
    return {reader.function.name: reader for reader in found if reader is not None}


def _reader(tree: ast.Module, function: ast.FunctionDef, is_method: bool) -> Reader | None:
    reads = {n for n in walk(function) if isinstance(n, ast.Attribute) and n.attr == "grad"}
    if not reads or function.decorator_list or function.args.vararg or function.args.kwarg:
        return None
    if any(name_of(call.func) == "backward" for call in find(function, ast.Call)):
        return None  # they are those that it computes itself
    arguments = function.args.args[1 if is_method else 0 :]
    names = [argument.arg for argument in arguments]
    listed = _listed(function, names)
    loops = list(_loops(function, listed))
    known = {read for *_, some in loops for read in some}
    held = {header.network for _, header, _ in loops}
    networks = {name if name in names else listed.get(name, "") for name in held}
    bound = {name for statement in function.body for name in bound_names(statement)}
    if reads != known or len(networks) != 1 or networks & {"", *bound}:
        return None
    place = names.index(networks.pop())
    if place >= len(names) - len(function.args.defaults):
        return None
    calls = calls_of(tree, function.name, is_method=is_method)
    given = [argument_of(call, names, place) for call in calls]
    if not calls or None in given:
        return None
    pairs = tuple((call, value) for call, value in zip(calls, given, strict=True) if value)
    return Reader(function, arguments[place], tuple(loops), pairs)


def _listed(function: ast.FunctionDef, names: Collection[str]) -> dict[str, str]:
    """The names that stand for the parameters of a network: ``params = list(net.parameters())``."""
    found: dict[str, set[str]] = {}
    for statement in find(function, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                found.setdefault(target.id, set()).add(_network_of(statement.value) or "")
    return {
        name: next(iter(networks))
        for name, networks in found.items()
        if len(networks) == 1 and networks <= set(names)
    }


def _network_of(value: ast.expr) -> str | None:
    """Of ``[p for p in net.parameters() if p.requires_grad]``, ``list(net.parameters())`` and
    ``net.params``."""
    match value:
        case ast.ListComp(
            ast.Name(kept_name), [ast.comprehension(ast.Name(name), inner, tests, 0)]
        ):
            asked = [ast.unparse(test) for test in tests]
            plain = kept_name == name and asked in ([], [f"{name}.requires_grad"])
            return parameters_of(inner) if plain else None
        case ast.Call(ast.Name("list"), [inner], []):
            return parameters_of(inner)
        case ast.Attribute(ast.Name(network), "params" | "parameters"):
            return network
    return None


def _loops(
    function: ast.FunctionDef, listed: Collection[str]
) -> Iterator[tuple[ast.AST, Header, tuple[ast.Attribute, ...]]]:
    for node in walk(function):
        groups = groups_header(node) if isinstance(node, ast.For) else None
        if groups is not None:
            reads = _reads(groups[0], groups[1].variable.id)
            if reads:
                yield node, groups[1], reads
            continue
        if isinstance(node, ast.For) and not node.orelse:
            target, iterated = node.target, node.iter
        elif isinstance(node, COMPREHENSIONS) and len(node.generators) == 1:
            target, iterated = node.generators[0].target, node.generators[0].iter
        else:
            continue
        for header in headers_of(target, iterated, listed):
            reads = _reads(node, header.variable.id)
            if reads and not header.is_list:
                yield node, header, reads


def _reads(loop: ast.AST, name: str) -> tuple[ast.Attribute, ...]:
    """The gradients that a loop reads; none where it sets them, or changes the parameters."""
    if _stores_gradient(loop, name) or any(changed_tensor(n) == name for n in ast.walk(loop)):
        return ()
    return gradient_loads(loop, name)


def _stores_gradient(loop: ast.AST, name: str) -> bool:
    """Whether ``p.grad.data = x`` or ``p.grad.data *= 2`` stands in it."""
    return any(
        isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and (path_of(node) or "").startswith(f"{name}.grad")
        for node in ast.walk(loop)
    )
