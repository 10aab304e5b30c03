"""Optimizers that a function may be called without: ``run_epoch(net, batches, None, train=False)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.names import read_paths
from mindport.nodes import find, name_of
from mindport.symbols.given import may_be_none
from mindport.symbols.values import UNKNOWN, ClassInfo


def may_be_empty(site: Site, function: ast.AST, optimizer: str) -> bool:
    """Whether some call gives None, or an object of the user's own without parameters:
    ``DummyOptimizer()``."""
    return _gets_none(site, function, optimizer) or any(
        _has_no_parameters(site, given) for given in _given(site, function, optimizer)
    )


def may_be_absent(site: Site, function: ast.AST, optimizer: str, loss: ast.stmt) -> bool:
    """Whether a function may run without the optimizer that is its parameter: it is given None, asks
    behind the loss whether there is one, or is called elsewhere and steps only where another
    parameter says so."""
    if not isinstance(function, ast.FunctionDef):
        return False
    names = [one.arg for one in (*function.args.args, *function.args.kwonlyargs)]
    stores = [n.id for n in find(function, ast.Name) if isinstance(n.ctx, ast.Store)]
    if optimizer not in names or optimizer in stores:
        return False
    behind = (branch for branch in find(function, ast.If) if branch.lineno > loss.lineno)
    tests = [read_paths(branch.test) for branch in behind if _chooses(branch)]
    if any(optimizer in paths for paths in tests) or _gets_none(site, function, optimizer):
        return True
    return function.name in site.shared() and any(set(names) & paths for paths in tests)


def _chooses(branch: ast.If) -> bool:
    """Whether there is backward under a condition, or none behind it: ``if not train: continue``."""
    calls = (name_of(call.func) for one in branch.body for call in find(one, ast.Call))
    return isinstance(branch.body[-1], ast.Continue | ast.Return) or "backward" in calls


def _gets_none(site: Site, function: ast.AST, optimizer: str) -> bool:
    tree = site.document.tree
    return tree is not None and any(
        may_be_none(given, tree) for given in _given(site, function, optimizer)
    )


def _given(site: Site, function: ast.AST, optimizer: str) -> Iterator[ast.expr]:
    """What the calls of the file give a function for its parameter."""
    tree = site.document.tree
    if not isinstance(function, ast.FunctionDef) or tree is None:
        return
    names = [argument.arg for argument in function.args.args]
    calls = [call for call in find(tree, ast.Call) if name_of(call.func) == function.name]
    for call in calls if optimizer in names else ():
        place = names.index(optimizer) - isinstance(call.func, ast.Attribute)
        yield from call.args[place : place + 1]
        yield from (keyword.value for keyword in call.keywords if keyword.arg == optimizer)


def _has_no_parameters(site: Site, given: ast.expr) -> bool:
    """``DummyOptimizer()`` of a class whose constructor calls no other's."""
    info = site.bindings.values.get(given, UNKNOWN).info
    made = info.node if isinstance(given, ast.Call) and isinstance(info, ClassInfo) else None
    return made is not None and "super" not in {name_of(c.func) for c in find(made, ast.Call)}
