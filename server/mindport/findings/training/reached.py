"""The paths whose gradients statements may compute, those that called functions read included."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.facts import Facts
from mindport.findings.training.names import graph_paths, path_of
from mindport.nodes import name_of

DEPTH = 3


def reached_paths(facts: Facts, nodes: Sequence[ast.AST]) -> set[str]:
    """What ``nodes`` read, the functions and methods of the file that they call or hand on, and so on.

    What a method of another object reads of itself is read of that object: ``self.ac.pi`` of
    ``self.pi`` where ``self.ac.evaluate(states)`` is called. Of an object whose method is not seen, all.
    """
    found: set[str] = set()
    known: set[tuple[ast.AST, str]] = set()
    waiting = [(node, "self") for node in nodes]
    while waiting:
        node, owner = waiting.pop()
        paths = graph_paths(node)
        found |= paths | {_of_owner(path, owner) for path in paths}
        for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
            name = name_of(call.func)
            own = facts.functions.get(name, [])
            handed = (arg.id for arg in call.args if isinstance(arg, ast.Name))
            receiver = path_of(call.func.value) if isinstance(call.func, ast.Attribute) else None
            whose = owner if receiver is None else _of_owner(receiver, owner)
            called = [(f, whose) for f in own]
            called += [(f, owner) for one in handed for f in facts.functions.get(one, [])]
            waiting += (one for one in called if one not in known)
            known |= set(called)
            if not own and isinstance(call.func, ast.Attribute):
                found |= _of_object(facts, call.func)
    return found


def _of_owner(path: str, owner: str) -> str:
    """``self.ac.pi`` for what a method of ``self.ac`` calls ``self.pi``; what holds its like is left at
    some depth."""
    root, dot, rest = path.partition(".")
    is_deep = owner.count(".") > DEPTH
    return f"{owner}{dot}{rest}" if root == "self" and not is_deep else path


def _of_object(facts: Facts, function: ast.Attribute) -> set[str]:
    """``agent`` of ``agent.loss``, but for what an object holds and calls itself."""
    path, receiver = path_of(function), path_of(function.value)
    if receiver is None or facts.is_library(function) or facts.is_tensor_method(function.attr):
        return set()
    return set() if path in facts.attributes | facts.networks else {receiver}
