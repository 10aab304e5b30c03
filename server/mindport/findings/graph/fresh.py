"""Functions that are compiled anew for each call: what is differentiated is defined where its gradient
is taken, and that is called once before the function is defined again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.definitions import Definition
from mindport.nodes import find, kept, name_of, walk

TAKES = frozenset({"value_and_grad", "grad"})


def fresh_functions(tree: ast.Module) -> set[ast.AST]:
    """``forward_fn`` of ``def forward_fn(): ...``, ``grad_fn = ms.value_and_grad(forward_fn, ...)`` and
    ``loss, grads = grad_fn()`` in one block, which are used nowhere else.

    Measured with MindSpore 2.10.0: Python's values that it reads are those of each call.
    """
    return kept(tree, _found)


def runs_in_fresh_functions(tree: ast.Module, path: str) -> bool:
    """Whether a network of this name is called in such functions alone, and handed to nothing but the
    file's own functions."""
    own = {one.name for one in find(tree, ast.FunctionDef)}
    inside = {node for function in fresh_functions(tree) for node in walk(function)}
    calls = [call for call in find(tree, ast.Call) if ast.unparse(call.func) == path]
    given = [
        call
        for call in find(tree, ast.Call)
        if getattr(call.func, "id", "") not in own
        and any(ast.unparse(one) == path for one in (*call.args, *(k.value for k in call.keywords)))
    ]
    return bool(calls) and not given and all(call in inside for call in calls)


def lives_within(tree: ast.Module, function: ast.AST) -> ast.AST | None:
    """The function whose call a compiled one does not outlive: it is defined there, and what is made of
    it is called there alone. Where it is itself called there, Python runs it."""
    around = next((d for d in _outer(tree) if function in _below(d)), None)
    name = getattr(function, "name", "")
    if around is None:
        return None
    taken = [s for s in find(around, ast.Assign) if takes(s.value, name)]
    made = [name_of(target) for one in taken for target in one.targets]
    used = [node for one in made for node in _uses(around, one)]
    called = {node.func for node in find(around, ast.Call)}
    inner = {node for one in _below(around) if isinstance(one, Definition) for node in walk(one)}
    others = [node for node in _uses(around, name) if node in inner or node not in called]
    alone = 0 < len(taken) == len(others) and all(made)
    return around if alone and all(node in called for node in used) else None


def _outer(tree: ast.Module) -> Sequence[ast.FunctionDef]:
    """The functions that are in no other function, methods included."""
    every = find(tree, ast.FunctionDef)
    inner = {one for function in every for one in _below(function)}
    return [one for one in every if one not in inner]


def _below(function: ast.AST) -> Sequence[ast.AST]:
    return walk(function)[1:]


def _found(tree: ast.Module) -> set[ast.AST]:
    return {
        one
        for scope in (tree, *find(tree, ast.FunctionDef))
        for block in _blocks(scope)
        for one in block
        if isinstance(one, Definition) and _is_fresh(scope, block, one)
    }


def _blocks(scope: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    """The lists of statements of one scope that run again and again: of a function, and of loops."""
    if isinstance(scope, Definition):
        yield scope.body
    inner = {
        n for d in walk(scope)[1:] if isinstance(d, Definition | ast.ClassDef) for n in walk(d)
    }
    yield from (
        n.body for n in walk(scope) if isinstance(n, ast.For | ast.While) and n not in inner
    )


def _is_fresh(scope: ast.AST, block: Sequence[ast.stmt], function: ast.stmt) -> bool:
    return taken_once(scope, block, function) is not None


def taken_once(
    scope: ast.AST, block: Sequence[ast.stmt], function: ast.stmt
) -> ast.Assign | ast.Expr | None:
    """The one statement of a block that calls what is made of a function that the block defines, where
    neither is used elsewhere in the scope."""
    name = getattr(function, "name", "")
    taken = [s for s in block if isinstance(s, ast.Assign) and takes(s.value, name)]
    if len(taken) != 1 or len(_uses(scope, name)) != 1:
        return None
    made = getattr(taken[0].targets[0], "id", "")
    if not made or len(_uses(scope, made)) != 1:
        return None
    calls = (one for one in block if isinstance(one, ast.Assign | ast.Expr) and _calls(one, made))
    return next(calls, None)


def takes(value: ast.expr, name: str) -> bool:
    """``ms.value_and_grad(name, ...)``."""
    if not isinstance(value, ast.Call) or name_of(value.func) not in TAKES or not value.args:
        return False
    return getattr(value.args[0], "id", "") == name


def _calls(statement: ast.Assign | ast.Expr, name: str) -> bool:
    """``loss, grads = name(x)``, as a whole statement."""
    value = statement.value
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") == name


def _uses(scope: ast.AST, name: str) -> list[ast.Name]:
    return [n for n in find(scope, ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
