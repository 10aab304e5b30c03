"""Loops that take the gradients of some parameters away: ``if "head" in name: p.grad = None``."""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of

NAMED = frozenset({"named_parameters", "parameters_and_names"})


def cancels_in(loop: ast.For) -> ast.Assign | None:
    """The statement that does so, under a condition on the name alone; None of another loop."""
    match loop:
        case ast.For(
            ast.Tuple([ast.Name(name), ast.Name(parameter)]),
            ast.Call(called),
            [ast.If() as test],
            [],
        ) if name_of(called) in NAMED and not test.orelse and len(test.body) == 1:
            read = {node.id for node in find(test.test, ast.Name)}
            match test.body[0]:
                case ast.Assign(
                    [ast.Attribute(ast.Name(held), "grad")], ast.Constant(None)
                ) as statement if held == parameter and name in read and parameter not in read:
                    return statement
    return None


def cancels(tree: ast.Module) -> bool:
    """Whether a file has such a loop."""
    return any(cancels_in(loop) is not None for loop in find(tree, ast.For))
