"""Networks that are frozen for some steps: ``for p in critic.parameters(): p.requires_grad = False``.

A network that a step's optimizer does not hold may be frozen meanwhile: gradients flow through it
in any case. One that it holds has to be trained again by then.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.training import obstacles as told
from mindport.findings.training.events import Event
from mindport.findings.training.holders import likely_networks, networks_of
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import bound_names, path_of, read_paths, root_of, touches
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.parameter_loops import parameters_of
from mindport.findings.training.part import Part
from mindport.nodes import name_of
from mindport.symbols.freezing import frozen_by, trains_by_name, truth_of

CALLED = re.compile(r"requires_grad|freeze", re.I)


@dataclass(frozen=True, eq=False)
class Toggle:
    """A statement that freezes (``trains`` False) networks or trains them again; None: not seen."""

    statement: ast.stmt
    networks: frozenset[str]
    trains: bool | None


def toggles_of(draft: Draft) -> list[Toggle]:
    """Those of a function or module, in the order of the text; what a loop calls by a name of its own
    is a part of the loop's, and stands for networks that are not seen where that is none."""
    nodes = [node for node in ast.walk(draft.code.root) if isinstance(node, ast.stmt)]
    found = [t for node in nodes if draft.code.knows(node) and (t := toggle_of(node)) is not None]
    looped = {n for node in nodes if isinstance(node, ast.For) for n in bound_names(node.target)}
    loops = [t.statement for t in found if isinstance(t.statement, ast.For)]
    inside = {node for loop in loops for node in ast.walk(loop) if node is not loop}
    found = [t for t in found if t.statement not in inside]
    found = [t if looped.isdisjoint(map(root_of, t.networks)) else _unseen(t) for t in found]
    return sorted(found, key=lambda toggle: toggle.statement.lineno)


def _unseen(toggle: Toggle) -> Toggle:
    return Toggle(toggle.statement, frozenset(), toggle.trains)


def toggle_of(statement: ast.stmt) -> Toggle | None:
    """What a statement freezes or trains again, if that is all it does."""
    match statement:
        case ast.For(target=ast.Name(name), iter=listed, body=[inner], orelse=[]):
            network, found = parameters_of(listed), frozen_by(inner)
            if network is not None and found is not None and path_of(found[0]) == name:
                return Toggle(statement, frozenset({network}), truth_of(found[1]))
            each = toggle_of(inner)
            if each is not None and each.networks == {name} and (nets := _listed(listed)):
                return Toggle(statement, nets, each.trains)
        case ast.Expr(ast.Call() as call):
            found = frozen_by(statement)
            network = None if found is None else path_of(found[0])
            if found is not None and network is not None:
                return Toggle(statement, frozenset({network}), truth_of(found[1]))
            if CALLED.search(name_of(call.func)) and call.args:
                return _called(statement, call)
    return None


def _listed(iterated: ast.expr) -> frozenset[str]:
    """The networks that a loop goes through, ``nets`` or ``(a, b)``; empty where they are not seen."""
    items = iterated.elts if isinstance(iterated, ast.List | ast.Tuple) else [iterated]
    paths = [path_of(item) for item in items]
    return frozenset(path for path in paths if path) if all(paths) else frozenset()


def only_toggles(statement: ast.stmt) -> bool:
    """Whether a statement freezes networks or trains them again, under a condition maybe."""
    if isinstance(statement, ast.If):
        return all(map(only_toggles, [*statement.body, *statement.orelse]))
    return toggle_of(statement) is not None


def _called(statement: ast.stmt, call: ast.Call) -> Toggle | None:
    """``set_requires_grad([a, b], False)``, ``freeze(net)``."""
    first, *rest = call.args
    items = first.elts if isinstance(first, ast.List | ast.Tuple) else [first]
    networks = [path for item in items if (path := path_of(item)) is not None]
    flags = [*rest, *(keyword.value for keyword in call.keywords)]
    if len(networks) < len(items):
        return Toggle(statement, frozenset(networks), None)
    if flags:
        return Toggle(statement, frozenset(networks), truth_of(flags[0]))
    return Toggle(statement, frozenset(networks), trains_by_name(name_of(call.func)))


def is_trained_again(
    draft: Draft, toggle: Toggle, toggles: Sequence[Toggle], parts: Sequence[Part]
) -> bool:
    """Whether no step finds a network frozen that its optimizer holds; adds what is taken for it."""
    if not toggle.networks:
        return False
    doubts: list[Obstacle] = []
    steps = draft.of("step")
    held = {step: _held(draft, step, doubts) for step in steps}
    for step, networks in held.items():
        if networks is None:
            return False
        for network in toggle.networks:
            if any(touches(network, one) for one in networks) and not all(
                _trains(draft, event, network, toggles) for event in _backwards(draft, step)
            ):
                return False
    for part in parts:  # in the middle of a forward part: of another optimizer's network alone
        begin, end = part.anchor.lineno, statement_of(part.events[-1]).lineno
        if begin <= toggle.statement.lineno <= end:
            changed = [
                held[step] or () for step in steps if part.events[-1] in _backwards(draft, step)
            ]
            names = {name for networks in changed for name in networks}
            if not changed or (
                any(touches(a, b) for a in names for b in toggle.networks)
                and not _comes_first(part, toggle)
            ):
                return False
    draft.doubts.extend(doubts)
    return True


def _comes_first(part: Part, toggle: Toggle) -> bool:
    """Whether networks are trained again before a forward part calls any of them."""
    before = [s for s in part.statements if s.lineno < toggle.statement.lineno]
    reads = {read for statement in before for read in read_paths(statement)}
    return toggle.trains is True and not any(
        touches(network, read) for network in toggle.networks for read in reads
    )


def _held(draft: Draft, step: Event, doubts: list[Obstacle]) -> frozenset[str] | None:
    """The networks of a step's optimizer; where that is only likely, it is to be checked."""
    optimizer = step.on or ""
    held = networks_of(draft, optimizer)
    if held is None:
        held = likely_networks(draft, optimizer)
        names = ", ".join(sorted(held or ()))
        doubts.append(Obstacle(step.call, told.holds_parameters(optimizer, names)))
    return held


def _backwards(draft: Draft, step: Event) -> Iterator[Event]:
    """The backward calls between a step and the one before it."""
    for event in draft.events[: draft.events.index(step)][::-1]:
        if event.kind == "step":
            return
        if event.kind == "backward":
            yield event


def _trains(draft: Draft, backward: Event, network: str, toggles: Sequence[Toggle]) -> bool:
    """Whether the last thing that was said of a network in front of ``backward`` trains it."""
    mine = [t for t in toggles if any(touches(network, other) for other in t.networks)]
    before = [t for t in mine if t.statement.lineno < statement_of(backward).lineno]
    if not before:
        return mine[-1].trains is True
    last = before[-1]
    held = draft.code.holds(draft.code.level(last.statement), statement_of(backward))
    return last.trains is True and held
