"""Losses of two networks that are computed together, each with a step of its own: co-teaching.

    loss_1, loss_2 = loss_coteaching(model1(x), model2(x), y)
    loss_1.backward()
    optimizer1.step()
    loss_2.backward()
    optimizer2.step()

The gradients of their sum are those of each, where they have no graph in common. torch frees a graph
in the first backward call, so that they have none where each network runs once.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.code import LOOPS
from mindport.findings.training.events import Event
from mindport.findings.training.forms import retains_graph
from mindport.findings.training.graphs import NETWORK
from mindport.findings.training.holders import networks_of
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import COMPREHENSIONS, path_of
from mindport.findings.training.outside import CRITERION, OF_CONTAINERS, PLAIN
from mindport.findings.training.part import Part
from mindport.nodes import find, name_of


def are_disjoint(draft: Draft, one: Part, other: Part, between: Sequence[Event]) -> bool:
    """Whether ``between`` the backward calls of two parts the optimizer of the first steps, and
    another one behind the second, and each network runs once for both of them."""
    events = (*one.events, *other.events)
    if len(events) != 2 or any(map(retains_graph, events)) or draft.hands:
        return False
    places = [draft.code.place(statement_of(event)) for event in events]
    if any(place.block is not one.block for place in places):
        return False
    if max(one.last, other.last) >= places[0].index:
        return False
    behind = draft.events[draft.events.index(events[-1]) + 1 :]
    steps = [event for event in (*between, *behind) if event.kind == "step"]
    before = {event.on for event in between if event.kind == "step"}
    plain = all(event.kind in ("step", "zero", "clip") and not event.in_part for event in between)
    if not plain or len(steps) != 2 or len(before) != 1 or len({event.on for event in steps}) != 2:
        return False
    held = [networks_of(draft, event.on or "", event.call) or () for event in steps]
    if any(CRITERION.search(path) for paths in held for path in paths):
        return False  # which the losses may share
    statements = [*one.statements, *other.statements]
    return _runs_each_once(draft, list(dict.fromkeys(statements)))


def _runs_each_once(draft: Draft, statements: Sequence[ast.stmt]) -> bool:
    """Whether statements call two networks or more, each once, and nothing that may call one."""
    called: list[str] = []
    computing = [one for one in statements if draft.sure_graphs.after([one], {})]
    for node in (node for statement in computing for node in ast.walk(statement)):
        if isinstance(node, (*LOOPS, *COMPREHENSIONS, ast.FunctionDef, ast.Lambda)):
            return False
        if not isinstance(node, ast.Call):
            continue
        path, name = path_of(node.func), name_of(node.func)
        if isinstance(node.func, ast.Attribute) and (
            draft.facts.is_library(node.func)
            or draft.facts.is_tensor_method(name)
            or name in OF_CONTAINERS
        ):
            continue
        if _is_network(draft, node):
            called.append(path or "")
        elif not (name in PLAIN or CRITERION.search(name)) or _hides_one(draft, name):
            return False
    return len(called) > 1 and len(called) == len(set(called))


def _is_network(draft: Draft, call: ast.Call) -> bool:
    path = path_of(call.func)
    known = path in draft.facts.networks and not CRITERION.search(name_of(call.func))
    return known or (path is not None and NETWORK.search(path) is not None)


def _hides_one(draft: Draft, name: str) -> bool:
    """Whether a function of the file calls what may be a network."""
    return any(
        _is_network(draft, call)
        for function in draft.facts.functions.get(name, ())
        for call in find(function, ast.Call)
    )
