"""Follows networks through a file: which may be used before anything puts them into a mode.

Statements are gone through in the order in which they run, calls of the file's own functions and
methods included. At each place it is known which networks a name, an attribute or a container may
hold whose mode nothing has set yet; where branches meet, what either leaves unset counts.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mindport.findings.modeflow.calls import GIVE_BACK, Flow
from mindport.findings.modeflow.memory import NOTHING, Function, Names, Networks
from mindport.nodes import find

__all__ = ["GIVE_BACK", "Modes", "Names", "follow", "makes_networks"]


@dataclass(frozen=True, slots=True)
class Modes:
    """``early``: networks that may be used before their mode is set; ``mixed``: made around a
    network whose mode was set before."""

    early: Networks
    mixed: Networks


def follow(tree: ast.Module, names: Names, lent: Callable[[str], bool]) -> Modes:
    """The networks of a file, followed from its first statement and from every function that
    nothing in the file calls.

    What such a function gives goes to code that is not seen, which gets from torch a network in
    training mode; so does what a function gives whose name other files take (``lent``). What a
    network's own methods make with one are its parts.
    """
    flow = Flow(names, tree)
    flow.block(tree.body)
    functions = _functions(tree, names)
    read = {n.id for n in find(tree, ast.Name)} | {n.attr for n in find(tree, ast.Attribute)}
    networks = [cls for cls in find(tree, ast.ClassDef) if names.is_network(cls)]
    makers = {name.id for cls in networks for name in find(cls, ast.Name)}
    roots: list[Function] = []
    at_end = flow.state or {}
    for first in (True, False):
        for function, cls in functions:
            if function in flow.seen or (first and function.name in read - {"__init__"}):
                continue
            flow.state = dict(at_end)
            flow.depth = 0
            flow.run(function, cls, (), {})
            roots.append(function)
            for place, there in (flow.state or {}).items():
                if isinstance(place[0], ast.ClassDef):
                    at_end[place] = at_end.get(place, NOTHING) | there
    for function, runs in flow.runs.items():
        only_root = function in roots and runs == 1 and function.name not in makers
        if only_root or (function in tree.body and lent(function.name)):
            flow.use(flow.given.get(function))
    handed = flow.originals(flow.handed - flow.settled)
    return Modes(flow.used | handed, frozenset(flow.mixed))


def _functions(tree: ast.Module, names: Names) -> list[tuple[Function, ast.ClassDef | None]]:
    """The functions that may be called from elsewhere, constructors first."""
    found: list[tuple[Function, ast.ClassDef | None]] = []
    for cls in find(tree, ast.ClassDef):
        methods = [method for method in cls.body if isinstance(method, Function)]
        if not names.is_network(cls):
            found += [(method, cls) for method in methods]
        else:
            found += [(method, None) for method in methods if makes_networks(method)]
    inside = {function for function, _ in found}
    for statement in tree.body:
        for node in _statements(statement):
            if isinstance(node, Function) and node not in inside:
                found.append((node, None))
    return sorted(found, key=lambda item: item[0].name != "__init__")


def makes_networks(method: Function) -> bool:
    """Whether what a method of a network makes is not the network's part: there is none yet."""
    return any(
        getattr(d, "id", "") in ("classmethod", "staticmethod") for d in method.decorator_list
    )


def _statements(statement: ast.stmt) -> Iterable[ast.stmt]:
    """``statement`` and those in its blocks, but nothing inside functions and classes."""
    yield statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt):
            yield from _statements(child)
