"""The paths whose gradients statements may compute, those that called functions read included."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.facts import Facts
from mindport.findings.training.names import graph_paths, path_of
from mindport.nodes import name_of


def reached_paths(facts: Facts, nodes: Sequence[ast.AST]) -> set[str]:
    """What ``nodes`` read, the functions and methods of the file that they call or hand on, and so on.

    Of an object whose method is not seen, all.
    """
    found: set[str] = set()
    known: set[ast.AST] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        found |= graph_paths(node)
        for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
            name = name_of(call.func)
            own = facts.functions.get(name, [])
            handed = (arg.id for arg in call.args if isinstance(arg, ast.Name))
            called = [*own, *(f for one in handed for f in facts.functions.get(one, []))]
            waiting += (f for f in called if f not in known)
            known |= set(called)
            if not own and isinstance(call.func, ast.Attribute):
                found |= _of_object(facts, call.func)
    return found


def _of_object(facts: Facts, function: ast.Attribute) -> set[str]:
    """``agent`` of ``agent.loss``, but for what an object holds and calls itself."""
    path, receiver = path_of(function), path_of(function.value)
    if receiver is None or facts.is_library(function) or facts.is_tensor_method(function.attr):
        return set()
    return set() if path in facts.attributes | facts.networks else {receiver}
