"""What a function takes a parameter for, further down than it is first asked for something."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from mindport.nodes import find, name_of, walk
from mindport.symbols.assignments import STORES
from mindport.symbols.torch_api import load

# What is computed in them may not be computed at all, or with other names.
PERHAPS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
           ast.GeneratorExp, ast.NamedExpr)  # fmt: skip
LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)
# Methods of tensors that numbers lack, those of NumPy's, too.
MEASURING = frozenset({"dim", "size"})
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)


@cache
def in_place_methods() -> frozenset[str]:
    """The methods that change a tensor and that nothing else has; modules have two of torch's names."""
    names = {name for name in load().members("torch.Tensor") if not name.startswith("_")}
    return frozenset(n for n in names if n.endswith("_")) - {"requires_grad_", "share_memory_"}


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


def always_changed(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    names: Collection[str],
    methods: Collection[str],
) -> Iterator[str]:
    """The parameters on which a function always calls one of ``methods``: ``x.sub_(mean).div_(std)``.

    One that it binds anew is left out, unless that is to what a method of its own gives, ``x.clone()``.
    """
    bound = {node for node in find(function, ast.Name) if isinstance(node.ctx, STORES)}
    for node in find(function, ast.Assign):
        match node:
            case ast.Assign([ast.Name(name) as target], ast.Call(ast.Attribute() as method)):
                if _receiver(method) == name:
                    bound.discard(target)
    left = set(names) - {node.id for node in bound}
    for statement in _always(function.body) if left else ():
        value = (
            statement.value if isinstance(statement, ast.Expr | ast.Assign | ast.Return) else None
        )
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if value.func.attr in methods and _receiver(value.func) in left:
                yield _receiver(value.func)
            value = value.func.value


def _receiver(method: ast.Attribute) -> str:
    """``x`` of ``x.sub_(mean).div_``."""
    node: ast.expr = method
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return name_of(node)


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
