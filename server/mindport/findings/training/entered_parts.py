"""Which parts of a network a training step enters, ``net.head(x)``, and with which of its layers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training.facts import Facts, lineage
from mindport.findings.training.names import path_of
from mindport.findings.used_layers import has_parameters
from mindport.nodes import walk
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import ClassInfo

# Methods of a network that compute nothing with its parameters.
KEEPS = frozenset(
    {"train", "eval", "zero_grad", "parameters", "named_parameters", "state_dict", "modules", "to",
     "children", "load_state_dict", "cuda", "cpu", "set_train", "requires_grad_", "apply", "update"}
)  # fmt: skip


def entered(node: ast.AST, network: str) -> str | None:
    """``head`` of ``net.head(x)``, nothing of ``net(x)``; None for other calls."""
    if not isinstance(node, ast.Call):
        return None
    called = node.func
    while isinstance(called, ast.Subscript):
        called = called.value
    path = path_of(called)
    if path == network:
        return ""
    if path is None or not path.startswith(f"{network}."):
        return None
    part = path.removeprefix(f"{network}.").partition(".")[0]
    if part in KEEPS:
        return None
    return "" if part in (*FORWARD_NAMES, "module") else part


def surely_enters(node: ast.AST, network: str) -> set[str]:
    """The parts of a network that are called whichever way the conditions turn out."""
    if isinstance(node, ast.If | ast.IfExp):
        sides = [side_enters(side, network) for side in (node.body, node.orelse)]
        return surely_enters(node.test, network) | (sides[0] & sides[1])
    part = entered(node, network)
    found = set() if part is None else {part}
    return found.union(*(surely_enters(child, network) for child in ast.iter_child_nodes(node)))


def side_enters(side: ast.expr | Sequence[ast.stmt], network: str) -> set[str]:
    roots = [side] if isinstance(side, ast.expr) else side
    return set().union(*(surely_enters(root, network) for root in roots))


def layers_entered(
    facts: Facts, network: str, parts: Collection[str], seen: bool = False
) -> set[str]:
    """The layers that the methods among some parts of a network use, as its class tells.

    Of a network whose class is not seen the parts as they are; with ``seen`` nothing.
    """
    classes = facts.classes_of(network)
    if not classes:
        return set() if seen else set(parts)
    found: set[str] = set()
    for part in parts:
        for info in classes:
            layers = set(_layers(info, FORWARD_NAMES if part == "" else (part,)))
            if not layers and part not in info.attributes:
                return set() if seen else set(parts)
            found |= layers or {part}
    return found


def _layers(info: ClassInfo, names: Sequence[str]) -> Iterator[str]:
    """The attributes with parameters that methods of a class read, and those that they call."""
    above = lineage(info, ("torch", "other", "mindspore")) or [info]
    known, waiting = set(names), list(names)
    while waiting:
        name = waiting.pop()
        method = next((one.methods[name] for one in above if name in one.methods), None)
        if method is None or method.node is None:
            continue
        for node in walk(method.node):
            if not isinstance(node, ast.Attribute) or path_of(node.value) != "self":
                continue
            if any(has_parameters(one, node.attr) for one in above):
                yield node.attr
            elif node.attr not in known:
                known.add(node.attr)
                waiting.append(node.attr)
