"""What torch takes a parameter of a function for, further down than it is first asked for something."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.nodes import find, walk
from mindport.symbols.assignments import STORES

# What is computed in them may not be computed at all, or with other names.
PERHAPS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
           ast.GeneratorExp, ast.NamedExpr)  # fmt: skip
LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)
# Methods of tensors that numbers lack, those of NumPy's, too.
MEASURING = frozenset({"dim", "size"})
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)


def always_given(
    function: ast.FunctionDef | ast.AsyncFunctionDef, names: Collection[str]
) -> Iterator[tuple[ast.Call, int, str]]:
    """The calls that a function always comes to, whichever way it takes, with the places at which
    they are given one of its parameters.

    A parameter that the function binds anew is none of ``names`` behind that, and is left out.
    """
    bound = {node.id for node in find(function, ast.Name) if isinstance(node.ctx, STORES)}
    names = set(names) - bound
    if not names:
        return
    for statement in _always(function.body):
        if any(isinstance(node, PERHAPS) for node in walk(statement)):
            continue
        for call in find(statement, ast.Call):
            for place, given in enumerate(call.args):
                if isinstance(given, ast.Name) and given.id in names:
                    yield call, place, given.id


def is_measured(name: str, function: ast.AST) -> bool:
    """``x.size()``: what is asked of ``name`` has no number."""
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr in MEASURING
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == name
        for call in find(function, ast.Call)
    )


def _always(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The simple statements that are run before any other may leave the function."""
    for statement in body:
        if isinstance(statement, ast.With | ast.AsyncWith):
            yield from _always(statement.body)
        elif not isinstance(statement, (*COMPOUND, ast.FunctionDef, ast.ClassDef)):
            yield statement
        if isinstance(statement, COMPOUND) and any(isinstance(n, LEAVING) for n in walk(statement)):
            return
