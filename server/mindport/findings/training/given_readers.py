"""Functions that take the gradients of the parameters that they go over: what fixes make of readers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mindport.findings.training.called_readers import Reader, by_names, functions_of
from mindport.findings.training.names import COMPREHENSIONS, path_of
from mindport.findings.training.parameter_loops import Header, named_of, parameters_of
from mindport.nodes import find, kept, walk

GRADS = ("grads", "grads_")


def given_readers(tree: ast.Module) -> Mapping[tuple[str, str], Reader]:
    """The functions and methods of a module, by the name of their class and their own."""
    return kept(tree, _given_readers)


def _given_readers(tree: ast.Module) -> dict[tuple[str, str], Reader]:
    if not any(node.arg in GRADS for node in find(tree, ast.arg)):
        return {}
    found = by_names(tree, _reader)
    for owner, function in functions_of(tree):
        if owner is None:
            continue
        for call in find(function, ast.Call):
            match call:
                case ast.Call(ast.Attribute(ast.Name("self"), name), [ast.Name(given), *_]):
                    inner = found.get((owner.name, name))
                    takes = given in GRADS and [a.arg for a in function.args.args[1:2]] == [given]
                    if takes and inner is not None and inner.parameter is None:
                        handing = replace(inner, function=function, grads=given)
                        found.setdefault((owner.name, function.name), handing)
    return found


def _reader(function: ast.FunctionDef, owner: ast.ClassDef | None) -> Reader | None:
    """The reader as its callers see it: without the parameter for the gradients."""
    every = function.args.args
    places = [place for place, argument in enumerate(every) if argument.arg in GRADS]
    if len(places) != 1 or not places[0]:
        return None
    before = every[places[0] - 1]
    loops = [
        (node, Header(iterated, iterated, "named", ast.Name(""), iterated, network, outer), ())
        for node in walk(function)
        for iterated in _iterated(node)
        for network, outer in _network(function, iterated, every[places[0]].arg)
    ]
    networks = {header.network for _, header, _ in loops}
    if len(networks) != 1:
        return None
    [network] = networks
    of_object = owner is not None and places[0] == 1 and network.startswith(f"{before.arg}.")
    if not of_object and network != before.arg:
        return None
    parameter, grads = None if of_object else before, every[places[0]].arg
    return Reader(function, network, parameter, tuple(loops), (), owner=owner, grads=grads)


def _iterated(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, COMPREHENSIONS):
        yield node.generators[0].iter


def _network(
    function: ast.FunctionDef, iterated: ast.expr, grads: str
) -> Iterator[tuple[str, ast.For | None]]:
    """The network of ``zip(net.trainable_params(), grads)``, and, for a loop over the parameters of
    an optimizer, what stands for that over its groups."""
    match iterated:
        case ast.Call(ast.Name("enumerate"), [inner]):
            yield from _network(function, inner, grads)
        case ast.Call(ast.Name("zip"), [*others, ast.Name(given)]) if given == grads:
            for other in others:
                if isinstance(other, ast.Attribute) and other.attr == "parameters":
                    yield path_of(other.value) or "", ast.For(other, other, [], [])
                elif isinstance(other, ast.Name):
                    yield _listed(function, other.id), None
                elif isinstance(other, ast.GeneratorExp) and isinstance(
                    listed := other.generators[0].iter, ast.Name
                ):
                    yield listed.id, None
                else:
                    paths = {_of(node) for node in ast.walk(other)}
                    yield from ((path, None) for path in paths if path is not None)


def _of(node: ast.AST) -> str | None:
    return named_of(node) or parameters_of(node) if isinstance(node, ast.Call) else None


def _listed(function: ast.FunctionDef, name: str) -> str:
    """The network of ``params = list(net.trainable_params())``; else the name."""
    for statement in find(function, ast.Assign):
        match statement:
            case ast.Assign([ast.Name(target)], value) if target == name:
                found = {_of(node) for node in ast.walk(value)} - {None}
                return next((path for path in found if path), name)
    return name
