"""Gradients of a network that are read: ``net.fc.weight.grad``, and those that nothing steps with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.findings.training.byhand import gradient_loops, holds_gradients
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event, Hand
from mindport.findings.training.facts import Facts
from mindport.findings.training.model import (
    Draft,
    GradientLoop,
    GradientRead,
    Update,
    statement_of,
)
from mindport.findings.training.names import bound_names, own_nodes, path_of, root_of
from mindport.nodes import name_of, statement_parents
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN

SYMBOL = "torch.Tensor.grad"
HOOKS = re.compile(r"\bregister_(?:(?:full_)?backward_)?hook\(")


def path_reads(facts: Facts, code: Code) -> Iterator[GradientRead]:
    """``net.fc.weight.grad``, each with the path of the network that it is a part of."""
    tree = facts.site.document.tree
    assert tree is not None
    parents = statement_parents(tree)
    for node in code.expressions():
        if not isinstance(node, ast.Attribute) or node.attr != "grad":
            continue
        if not isinstance(node.ctx, ast.Load) or facts.is_library(node):
            continue
        network = _network(facts, node.value)
        if network is not None and not _is_changed(node, parents.get(node)):
            yield GradientRead(node, network)


def loop_over_part(draft: Draft, loop: GradientLoop) -> GradientLoop | None:
    """A loop over the parameters of a part of a network, ``for p in net.fc.parameters()``, as one
    that finds each gradient by its parameter; None where it sets gradients."""
    header = loop.header
    if header.form not in ("parameters", "named", "enumerate") or header.is_list or loop.reader:
        return None
    if header.outer is not None or any(not isinstance(r.ctx, ast.Load) for r in loop.reads):
        return None
    part: ast.expr = ast.parse(header.network, mode="eval").body
    made = [
        node.value
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.stmt) and header.network in bound_names(node)
        if isinstance(node, ast.Assign)
    ]
    whole = _whole(draft.facts, made[0] if len(made) == 1 else part)
    if whole is None or whole == header.network:
        return None
    return replace(loop, header=replace(header, form="modules", network=whole))


def reading_event(facts: Facts, code: Code, events: Sequence[Event]) -> Event | None:
    """What takes the gradients of a network where nothing steps: the last statement that reads one.

    None where a step elsewhere may take them, where they are not those of one backward call, and
    where something else is read.
    """
    backwards = [event for event in events if event.kind == "backward"]
    kinds = {event.kind for event in events}
    if len(backwards) != 1 or not kinds <= {"backward", "zero", "clip"}:
        return None
    statement = backwards[0].statement
    if statement is None or _steps_elsewhere(facts, code):
        return None
    zeros = [event for event in events if event.kind == "zero"]
    if not all(map(_lets_go, zeros)):
        return None  # gradients that something keeps may be cleared in place
    loops = list(gradient_loops(code))
    reads = list(path_reads(facts, code))
    if not loops and not reads:
        return _hooks_event(facts, code, backwards[0], zeros)
    if any(loop.header.is_list for loop in loops):
        return None  # single tensors
    if any(not isinstance(read.ctx, ast.Load) for loop in loops for read in loop.reads):
        return None  # they are set for a step
    networks = {loop.header.network for loop in loops} | {read.network for read in reads}
    known = {read for loop in loops for read in loop.reads} | {read.node for read in reads}
    if len(networks) != 1 or not known.issuperset(_gradients(facts, code)):
        return None
    block = code.level(statement)
    last: ast.stmt | None = None
    for around in (*(loop.around for loop in loops), *(read.node for read in reads)):
        at = around if isinstance(around, ast.stmt) else code.statement(around)
        while at is not None and code.knows(at) and code.place(at).block is not block:
            owner = code.place(at).owner
            at = owner if isinstance(owner, ast.stmt) else None
        if at is None or not code.knows(at) or at.lineno <= statement.lineno:
            return None
        last = at if last is None or at.lineno > last.lineno else last
    if last is None:
        return None
    (network,) = networks
    read = next(iter(known))
    call = ast.copy_location(ast.Call(read, [], []), last)
    hand = Hand(None, is_read=True, is_first=_is_first(code, network))
    return Event("step", SYMBOL, call, last, network, hand=hand)


def _hooks_event(facts: Facts, code: Code, backward: Event, zeros: Sequence[Event]) -> Event | None:
    """The statement behind a ``backward`` call that only runs hooks, as of Grad-CAM.

    The network is the one whose gradients are cleared before, or else the one that is called.
    """
    networks = {zero.on for zero in zeros if zero.hand is None}
    if not networks:
        calls = (node for node in code.expressions() if isinstance(node, ast.Call))
        networks = {path_of(call.func) for call in calls} & facts.networks
    if len(networks) != 1 or not HOOKS.search(facts.site.document.text):
        return None
    if facts.site.target.mode == "GRAPH":
        return None  # no hook runs there
    (network,) = networks
    place = code.place(statement_of(backward))
    if network is None or place.index + 1 == len(place.block) or any(_gradients(facts, code)):
        return None
    following = place.block[place.index + 1]
    call = ast.copy_location(ast.Call(backward.call.func, [], []), following)
    hand = Hand(None, is_read=True, is_first=_is_first(code, network))
    return Event("step", SYMBOL, call, following, network, hand=hand)


def _lets_go(zero: Event) -> bool:
    """Whether it takes the gradients away, and leaves them what they are."""
    if zero.hand is None:
        return not (zero.call.args or zero.call.keywords)
    return all(isinstance(one, ast.Delete) or _is_none(one) for one in zero.hand.clears)


def _is_none(clear: ast.stmt) -> bool:
    return ast.unparse(clear).endswith(".grad = None")


def with_update(draft: Draft, read: GradientRead, updates: Sequence[Update]) -> GradientRead:
    """The read with the step that takes the gradient, if it is there by then; one, if sure."""
    found = [one for one in updates if _holds(draft, read, one)]
    return replace(read, update=found[0] if len(found) == 1 else None)


def _holds(draft: Draft, read: GradientRead, update: Update) -> bool:
    return holds_gradients(draft, read.node, frozenset({read.network}), update)


def may_be_none(draft: Draft) -> ast.AST | None:
    """A read that goes on without a gradient: torch has none of parameters that are not used."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    parents = statement_parents(tree)
    for loop in gradient_loops(draft.code):
        for read in loop.reads:
            parent = parents.get(read)
            used = isinstance(parent, ast.Attribute) or (
                isinstance(parent, ast.BinOp | ast.UnaryOp)
                and not isinstance(getattr(parent, "op", None), ast.Not)
            )
            if not used:
                return read
    return None


def _gradients(facts: Facts, code: Code) -> Iterator[ast.Attribute]:
    for node in code.expressions():
        if isinstance(node, ast.Attribute) and node.attr == "grad" and not facts.is_library(node):
            yield node


def _network(facts: Facts, parameter: ast.expr) -> str | None:
    """``net`` of ``net.layers[i].weight``: what the file takes for a network, and is no part of one."""
    value = facts.site.bindings.values.get(parameter, UNKNOWN)
    if not isinstance(parameter, ast.Attribute):
        return None
    if parameter.attr not in LAYER_PARAMETERS and not value.name.endswith(".Parameter"):
        return None
    return _whole(facts, parameter.value)


def _whole(facts: Facts, node: ast.expr) -> str | None:
    """``net`` of ``net.layers[i]`` and of ``list(net.children())[-1]``."""
    found = None
    while True:
        path = path_of(node)
        if path in facts.networks and path != "self":
            found = path
        match node:
            case ast.Attribute(inner) | ast.Subscript(inner):
                node = inner
            case ast.Call(ast.Name("list" | "next" | "iter"), [inner], []):
                node = inner
            case ast.Call(ast.Attribute(inner, "children" | "modules"), [], []):
                node = inner
            case _:
                return found


def _is_changed(read: ast.Attribute, parent: ast.AST | None) -> bool:
    """``p.grad.mul_(2)``, ``p.grad[0] = 1``: it changes in place."""
    if isinstance(parent, ast.Subscript):
        return not isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "data" or (
            parent.attr.endswith("_") and not parent.attr.endswith("__")
        )
    return False


def _steps_elsewhere(facts: Facts, code: Code) -> bool:
    """Whether another function steps an optimizer, and computes no gradients for that itself."""
    by_root: dict[ast.AST | None, set[str]] = {}
    for call in facts.site.bindings.gradients:
        node = None if call.function is None else call.function.node
        by_root.setdefault(node, set()).add(call.name)
    mine = None if isinstance(code.root, ast.Module) else code.root
    return any(
        "step" in names and "backward" not in names
        for root, names in by_root.items()
        if root is not mine
    )


def _is_first(code: Code, network: str) -> bool:
    """Whether nothing can have left gradients before: the network is new, or the code runs once."""
    root = root_of(network)
    made = [
        statement
        for statement in code.root.body
        if root in bound_names(statement) and _makes(statement)
    ]
    return isinstance(code.root, ast.Module) or (bool(made) and root not in code.parameters)


def _makes(statement: ast.stmt) -> bool:
    """``net = Net()``."""
    match statement:
        case ast.Assign([ast.Name()], ast.Call(func=called)):
            return name_of(called)[:1].isupper()
    return False
