"""Tensors that change in place, here or in what they are given to: ``x = normalize_(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.names import changed_in_place, own_nodes
from mindport.nodes import find
from mindport.symbols.asked_members import asked_by_call


def changed_inputs(site: Site, node: ast.AST) -> Iterator[str]:
    """Their names. MindSpore 2.10.0 refuses that in a function to differentiate once they were an
    argument of one; what the function reads from around it may change."""
    yield from changed_in_place(node)
    inside = set(own_nodes(node))
    for call in find(node, ast.Call):
        callee = site.bindings.callees.get(call)
        if callee is None or call not in inside:
            continue
        for given in (*call.args, *(keyword.value for keyword in call.keywords)):
            asked = asked_by_call(callee, call, given) if isinstance(given, ast.Name) else ()
            if isinstance(given, ast.Name) and any(map(_writes, asked)):
                yield given.id


def _writes(member: str) -> bool:
    return member == "__setitem__" or (member.endswith("_") and not member.endswith("__"))
