"""``if isinstance(updater, torch.optim.Optimizer): ... else: ...``: an optimizer, or a function of the
user's that changes the parameters by their gradients.

Only one of the branches runs for one updater. What an optimizer does becomes MindSpore's; a function
that reads ``p.grad`` has nothing there to read, and has to take the gradients.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.names import bound_names
from mindport.nodes import name_of


def events_for_functions(code: Code, events: Sequence[Event]) -> list[Event]:
    """The ``backward`` calls for an updater that is no optimizer."""
    steps = {event.on: event for event in events if event.kind == "step"}
    found: list[Event] = []
    for updater, branch in _branches(code.root):
        step = steps.get(updater)
        if step is None or step.statement is None or not code.holds(branch.body, step.statement):
            continue
        inside = _called_for(updater, branch)
        mine = [event for event in events if event.call in inside]
        if mine and all(event.kind == "backward" for event in mine):
            found += mine
    return found


def nodes_for_functions(root: ast.AST) -> set[ast.AST]:
    """All that runs for an updater that is no optimizer, and for no other."""
    return {node for updater, branch in _branches(root) for node in _called_for(updater, branch)}


def _called_for(updater: str, branch: ast.If) -> set[ast.AST]:
    """The nodes of the other branch, if that calls the updater."""
    inside = {node for statement in branch.orelse for node in ast.walk(statement)}
    called = any(isinstance(n, ast.Call) and name_of(n.func) == updater for n in inside)
    return inside if called else set()


def _branches(root: ast.AST) -> Iterator[tuple[str, ast.If]]:
    """Those of a parameter that stays what it is, with its name."""
    if not isinstance(root, ast.FunctionDef):
        return
    given = {argument.arg for argument in (*root.args.args, *root.args.kwonlyargs)}
    bound = {name for statement in root.body for name in bound_names(statement)}
    for node in ast.walk(root):
        match node:
            case ast.If(test=ast.Call(ast.Name("isinstance"), [ast.Name(id=name), kind])):
                if name_of(kind) == "Optimizer" and name in given - bound:
                    yield name, node
