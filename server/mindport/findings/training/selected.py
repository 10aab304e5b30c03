"""Parts of a network that only some steps use: torch leaves them alone, MindSpore goes on with zeros."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.call_sites import instances
from mindport.findings.callers import Callers
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS
from mindport.findings.training.entered_parts import (
    entered,
    layers_entered,
    side_enters,
    surely_enters,
)
from mindport.findings.training.forward import stops_gradients
from mindport.findings.training.holders import constructions, makers_of, seen_networks
from mindport.findings.training.model import Draft, Loss, Update, statement_of
from mindport.findings.training.names import bound_names, path_of
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.used_layers import cut_in
from mindport.nodes import function_around, name_of


def partly_used(draft: Draft, updates: Sequence[Update]) -> Iterator[Obstacle]:
    """Where one step of an optimizer uses another part of what it holds than the next one."""
    tree = draft.facts.site.document.tree
    if tree is None:
        return
    callers = Callers(tree, "")
    used: dict[tuple[str, tuple[ast.Call, ...], str], list[tuple[Update, set[str]]]] = {}
    for update in updates:
        if is_plain(draft, update.optimizer):
            continue
        nodes = [node for loss in _of_this_step(draft, update) for node in loss.nodes]
        made = makers_of(draft, update.optimizer, update.step.call)
        for network in sorted(held_networks(draft, update)):
            calls = {part for node in nodes for part in surely_enters(node, network)}
            surely = layers_entered(draft.facts, network, calls)
            key = update.optimizer, made, network
            used.setdefault(key, []).append((update, surely))
            yield from _in_other_methods(draft, update, network, calls)
            if "" not in calls:
                yield from _in_branches(draft, callers, nodes, network)
            yield from _by_number(draft, callers, nodes, network)
            yield from _by_flag(draft, nodes, network)
        yield from _cut(draft, callers, nodes)
    for (*_, network), steps in used.items():
        union = set().union(*(parts for _, parts in steps))
        for update, parts in steps:
            yield from _told(update, network, union - parts)


def _told(update: Update, network: str, parts: set[str]) -> Iterator[Obstacle]:
    for part in sorted(parts)[:1]:
        yield Obstacle(update.step.call, told.used_sometimes(f"{network}.{part}".rstrip(".")))


def _of_this_step(draft: Draft, update: Update) -> Sequence[Loss]:
    """The losses whose gradients a step takes each time: where gradients are added up, of those of
    several loops the ones of its own."""
    loops = [o for o in draft.code.owners(statement_of(update.step)) if isinstance(o, LOOPS)]
    for loop in loops:
        inside = set(ast.walk(loop))
        own = [loss for loss in update.losses if loss.anchor in inside]
        if own:
            return own
    return update.losses


def _in_other_methods(
    draft: Draft, update: Update, network: str, calls: set[str]
) -> Iterator[Obstacle]:
    """``self.optimizer.step()`` in two methods of a class, of losses of other layers."""
    owner, _, _ = update.optimizer.partition(".")
    own = layers_entered(draft.facts, network, calls, seen=True)
    if owner != "self" or not own:
        return
    tree, classes = draft.facts.site.document.tree, draft.facts.ancestors(update.step.call)
    for events in draft.others:
        steps = [e for e in events if e.kind == "step" and e.on == update.optimizer]
        if not steps or all(event.kind != "backward" for event in events):
            continue
        function = function_around(tree, steps[0].call) if tree is not None else None
        if function is None or not {*draft.facts.ancestors(function)} & {*classes}:
            continue
        entering = {part for s in function.body for part in _enters(draft, s, network)}
        others = layers_entered(draft.facts, network, entering, seen=True)
        yield from _told(update, network, own ^ others if others else set())


def _enters(draft: Draft, node: ast.AST, network: str) -> set[str]:
    """The parts of a network that are called with gradients, under whatever condition."""
    if isinstance(node, ast.stmt) and stops_gradients(draft.facts, node):
        return set()
    part = entered(node, network)
    found = set() if part is None else {part}
    return found.union(*(_enters(draft, child, network) for child in ast.iter_child_nodes(node)))


def is_plain(draft: Draft, optimizer: str) -> bool:
    """Whether zeros and no gradient are the same to an optimizer: it has no momentum and no decay."""
    made = [call for call, _ in constructions(draft.facts, draft.code, optimizer)]
    return optimizer in draft.hands or bool(made and all(map(_is_plain_sgd, made)))


def _is_plain_sgd(call: ast.Call) -> bool:
    named = {keyword.arg for keyword in call.keywords}
    return name_of(call.func) == "SGD" and len(call.args) <= 2 and named <= {"params", "lr"}


def held_networks(draft: Draft, update: Update) -> frozenset[str]:
    """The networks that an optimizer holds, or those that the function's losses may mean."""
    held = seen_networks(draft, update.optimizer, update.step.call)
    if held is not None:
        return held
    return frozenset(n for n in draft.facts.networks if not n.startswith(update.optimizer))


def _in_branches(
    draft: Draft, callers: Callers, nodes: Sequence[ast.AST], network: str
) -> Iterator[Obstacle]:
    """``if step % 2: h = net.extra(h)``."""
    for branch in _branches(nodes):
        one, other = (side_enters(side, network) for side in (branch.body, branch.orelse))
        uneven = sorted(one ^ other)
        if uneven and callers.varies(branch.test, draft.code.root):
            yield Obstacle(branch.test, told.used_sometimes(f"{network}.{uneven[0]}".rstrip(".")))


def _cut(draft: Draft, callers: Callers, nodes: Sequence[ast.AST]) -> Iterator[Obstacle]:
    """``if step % 2: h = h.detach()``; what the step before left has no gradient to be cut."""
    made: set[str] = set()
    for node in nodes:
        for branch in _branches([node]):
            cut = cut_in(branch)
            if cut is None or not callers.varies(branch.test, draft.code.root):
                continue
            kept = cut.value if isinstance(cut, ast.Attribute) else None
            before = made if branch is node else made | bound_names(node)
            if not isinstance(kept, ast.Name) or kept.id in before:
                yield Obstacle(cut, told.CUT_SOMETIMES)
        made |= bound_names(node)


def _branches(nodes: Sequence[ast.AST]) -> Iterator[ast.If | ast.IfExp]:
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.If | ast.IfExp):
            yield node


def _by_number(
    draft: Draft, callers: Callers, nodes: Sequence[ast.AST], network: str
) -> Iterator[Obstacle]:
    """``net.heads[step % 3](h)``; what the loss itself goes through is another thing."""
    own = {name for node in nodes if isinstance(node, ast.stmt) for name in bound_names(node)}
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Subscript):
            continue
        chosen = node.func.slice
        names = {n.id for n in ast.walk(chosen) if isinstance(n, ast.Name)}
        part = entered(node, network)
        if part and not names & own and callers.varies(chosen, draft.code.root):
            yield Obstacle(node.func, told.used_sometimes(ast.unparse(node.func)))


def _by_flag(draft: Draft, nodes: Sequence[ast.AST], network: str) -> Iterator[Obstacle]:
    """``net(x, step % 3 == 0)`` and ``net.deep = step > 9``, where another file has the class."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    own = [info.name for info in draft.facts.site.bindings.classes]
    if any(network.rpartition(".")[2] in instances(tree, name) for name in own):
        return
    given: list[ast.expr] = []
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if entered(node, network) is not None and isinstance(node, ast.Call):
            given += [*node.args, *(keyword.value for keyword in node.keywords)]
    for node in ast.walk(draft.code.root):
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Attribute) and path_of(t.value) == network for t in node.targets
        ):
            given.append(node.value)
    counted = set(_counted(draft.code.root))
    for value in given:
        if any(_is_flag(flag, counted) for flag in (value, *_values(draft, value))):
            yield Obstacle(value, told.given_flag(network))


def _counted(root: ast.AST) -> Iterator[str]:
    """The names that count steps: of ``range`` and ``enumerate``, and those that are added to."""
    for node in ast.walk(root):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.For):
            counts = name_of(node.iter.func) if isinstance(node.iter, ast.Call) else ""
            target = node.target
            if counts == "enumerate" and isinstance(target, ast.Tuple):
                target = target.elts[0]
            if counts in ("range", "trange", "enumerate") and isinstance(target, ast.Name):
                yield target.id


def _is_flag(node: ast.expr, counted: set[str]) -> bool:
    """Whether an expression is true in some steps and false in others."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _is_flag(node.operand, counted)
    if not isinstance(node, ast.Compare | ast.BoolOp):
        return False
    return any(isinstance(n, ast.Name) and n.id in counted for n in ast.walk(node))


def _values(draft: Draft, node: ast.expr) -> Iterator[ast.expr]:
    """What a name may stand for."""
    if isinstance(node, ast.Name):
        for other in ast.walk(draft.code.root):
            if isinstance(other, ast.Assign) and node.id in map(path_of, other.targets):
                yield other.value
