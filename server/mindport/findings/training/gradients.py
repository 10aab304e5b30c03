"""Which backward calls a step takes its gradients from."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path

from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS, Code
from mindport.findings.training.conditions import asks_again, cleared_otherwise, same_condition
from mindport.findings.training.events import Event, names_optimizer
from mindport.findings.training.forms import dominates, is_alone, seen_from
from mindport.findings.training.hands import level_of
from mindport.findings.training.hoisting import is_sure
from mindport.findings.training.holders import (
    holds_just,
    is_named_after,
    networks_of,
    seen_networks,
    words_of,
)
from mindport.findings.training.model import Accumulation, Draft, statement_of
from mindport.findings.training.names import (
    bound_names,
    is_inside,
    own_nodes,
    path_of,
    root_of,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import CRITERION
from mindport.nodes import find, function_around, name_of
from mindport.symbols.leaving import Leaving
from mindport.texts import Text


def taken_gradients(draft: Draft) -> dict[Event, list[Event]]:
    """For each step the backward calls since its gradients were cleared.

    The loop around a step, or the function when there is none, runs again and again: what is
    cleared behind the step is clear at the next one.
    """
    return {step: _since_cleared(draft, step) for step in draft.of("step")}


def _since_cleared(draft: Draft, step: Event) -> list[Event]:
    code = draft.code
    loop = code.loop_of(statement_of(step))
    around = [e for e in draft.events if code.loop_of(statement_of(e)) is loop]
    at = around.index(step)
    found: list[Event] = []
    nested = False
    for event in [*around[:at][::-1], *around[at + 1 :][::-1]]:
        earlier = around.index(event) < at
        if code.excludes(statement_of(event), statement_of(step)):
            continue
        if event.kind == "zero" and clears(draft, event, step):
            runs = dominates(draft, event, step) or (earlier and same_condition(draft, event, step))
            runs = runs or (earlier and cleared_otherwise(draft, event, step) is not None)
            if nested and not earlier:
                draft.refuse(step.call, told.CONDITIONAL)
            if not runs or (not earlier and _leaves(draft, found, event)):
                draft.refuse(event.call, told.CONDITIONAL)
            elif not earlier and _left_before(draft, loop):
                draft.refuse(step.call, told.NOT_CLEARED)
            elif not earlier and (left := left_elsewhere(draft, step)):
                draft.refuse(step.call, left)
            elif not found:
                begins, ends = around.index(event), at if earlier else len(around)
                unused = any(e.kind == "backward" for e in around[begins:ends])
                told_why = told.USED_BY_NONE if unused else told.CLEARED_TOO_LATE
                draft.refuse(event.call, told_why)
            return found[::-1]
        if event.kind == "backward" and _concerns(draft, event, step):
            if not earlier:
                draft.refuse(event.call, told.NOT_CLEARED)
                return []
            if not dominates(draft, event, step):
                draft.refuse(event.call, told.CONDITIONAL)
                return []
            block = code.level(seen_from(draft, event, step))
            if block is not level_of(draft.facts, code, step):
                nested = True
                if step.hand is not None or not _only_branches(code, block, step):
                    draft.refuse(step.call, told.CONDITIONAL)
                    return []
            found.append(event)
        elif event.kind == "step" and event.on == step.on:
            draft.refuse(event.call, told.NOT_CLEARED)
            return []
    if step.hand is not None and step.hand.clears and _stays_clear(draft, step, found):
        return found[::-1]
    first = step.hand is not None and step.hand.is_first and loop is None
    if first and found and not left_elsewhere(draft, step):
        return found[::-1]
    draft.refuse(step.call, told.NOT_CLEARED)
    return []


def leaves_some_to_add(draft: Draft, taken: Mapping[Event, Sequence[Event]]) -> bool:
    """Whether there are backward calls that no step takes by itself, and each is of a network whose
    gradients one takes: they add to those."""
    ours = [event for some in taken.values() for event in some]
    left = [event for event in draft.of("backward") if event not in ours]
    networks = [networks_of(draft, step.on or "", step.call) for step in taken]
    known = {path for some in networks for path in some or ()}
    read = {path for event in ours for path in draft.reads.get(event, ())}
    known |= (read & draft.facts.networks) if None in networks else set()
    return bool(left) and all(
        any(touches(network, path) for network in known for path in draft.reads.get(event, ()))
        for event in left
    )


def _only_branches(code: Code, block: Sequence[ast.stmt], step: Event) -> bool:
    """Whether the step stands behind a backward call, in its ``block``, in nothing but branches.

    What it leaves is cleared before the next backward call.
    """
    statement = statement_of(step)
    while code.place(statement).block is not block:
        owner = code.place(statement).owner
        if not isinstance(owner, ast.If | ast.With):
            return False
        statement = owner
    return True


def _stays_clear(draft: Draft, step: Event, found: list[Event]) -> bool:
    """Whether a step by hand that clears its gradients always finds those of its round alone."""
    loop = draft.code.loop_of(statement_of(step))
    return not (
        not found
        or _leaves(draft, found, step)
        or _left_before(draft, loop)
        or left_elsewhere(draft, step)
    )


def clears(draft: Draft, zero: Event, step: Event) -> bool:
    """Whether a zero_grad clears what the step uses."""
    if zero.on == step.on:
        return True
    if zero.on is None or names_optimizer(draft.facts.site, zero):
        return False
    if _covers(draft, zero, step):
        return True
    held = holds_just(draft, step.on or "", frozenset({zero.on}))
    if held is not None:
        return held
    several = len({e.on for e in draft.of("step")}) > 1
    if several and not is_named_after(draft, step.on or "", zero.on):
        return seen_networks(draft, step.on or "", step.call) == frozenset({zero.on})
    draft.doubts.append(Obstacle(zero.call, told.holds_parameters(step.on or "", zero.on)))
    return True


def _covers(draft: Draft, zero: Event, step: Event) -> bool:
    """Whether zero_grad of networks, one after the other, clears each that the optimizer holds:
    ``encoder.zero_grad()`` and ``decoder.zero_grad()``."""
    held = networks_of(draft, step.on or "", step.call)
    cleared = {statement_of(one): one.on or "" for one in draft.of("zero") if is_alone(one)}
    place = draft.code.place(statement_of(zero))
    together = takewhile(cleared.__contains__, place.block[place.index :: -1])
    networks = [cleared[statement] for statement in together]
    return bool(held) and all(
        any(part == network or is_inside(part, network) for network in networks)
        for part in held or ()
    )


def _concerns(draft: Draft, backward: Event, step: Event) -> bool:
    """Whether a loss may depend on the parameters that a step updates."""
    if len({e.on for e in draft.of("step")}) == 1:
        return True
    networks = seen_networks(draft, step.on or "", step.call)
    if networks is None:
        return True
    reads = draft.reads.get(backward, set())
    return any(touches(network, read) for network in networks for read in reads)


def _leaves(draft: Draft, backwards: list[Event], zero: Event) -> bool:
    """Whether something may leave the round of the loop with gradients that are not cleared."""
    begin = min((statement_of(e).lineno for e in backwards), default=0)
    end = statement_of(zero).lineno
    scope: ast.AST = draft.code.loop_of(statement_of(zero)) or draft.code.root
    return any(
        isinstance(node, ast.Continue | ast.Break | ast.Return | ast.Raise)
        and begin <= node.lineno <= end
        for node in ast.walk(scope)
    )


def _left_before(draft: Draft, loop: ast.stmt | None) -> bool:
    """Whether gradients may be left from before the first round."""
    if loop is None:
        return False
    before = [e for e in draft.events if statement_of(e).lineno < loop.lineno]
    last = next((e for e in before[::-1] if e.kind in ("backward", "zero")), None)
    return last is not None and last.kind == "backward"


def left_elsewhere(draft: Draft, step: Event) -> Text | None:
    """Why another function may leave gradients for this optimizer: it computes some too."""
    for events in draft.others:
        steps = {event.on or "" for event in events if event.kind == "step"}
        computes = any(event.kind == "backward" for event in events)
        if not computes or events[-1].kind == "zero" or not _may_step(steps, step):
            continue
        if not steps or step.on in steps or not _is_own(draft, step):
            return told.NOT_CLEARED
        if _shares_network(draft, events[0]):
            return told.NOT_CLEARED
    found = any(_may_step(one.steps, step) for _, one in _beside(draft, step))
    return told.LEFT_BY_OTHERS if found else None


def _may_step(steps: Collection[str], step: Event) -> bool:
    """Whether a function that steps ``steps`` may compute gradients for this step, too.

    What one function calls ``opt`` may be another's ``optimizer``; ``optimizer_d`` is not, and what
    an object holds is its own.
    """
    return not steps or _kind_of(step.on or "") in map(_kind_of, steps)


def _kind_of(optimizer: str) -> tuple[bool, tuple[str, ...]]:
    """Whether the object itself holds an optimizer, and what its name says of it."""
    return root_of(optimizer) == "self", words_of(optimizer.rpartition(".")[2])


def _is_own(draft: Draft, step: Event) -> bool:
    """Whether the function makes the optimizer, and gives neither it nor what its losses read to
    another function of the file."""
    root, functions = draft.code.root, draft.facts.functions
    made = {n for s in own_nodes(root) if isinstance(s, ast.Assign) for n in bound_names(s)}
    given = {
        argument.id
        for call in own_nodes(root)
        if isinstance(call, ast.Call) and name_of(call.func) in functions
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(argument, ast.Name)
    }
    holder = root_of(step.on or "")
    read = {root_of(path) for paths in draft.reads.values() for path in paths}
    networks = {root_of(path) for path in draft.facts.networks if not CRITERION.search(path)}
    return holder in made and given.isdisjoint({holder, *(read & networks)})


def _shares_network(draft: Draft, other: Event) -> bool:
    """Whether another function names a network as this one does that did not make it."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    made = {
        n for s in own_nodes(draft.code.root) if isinstance(s, ast.stmt) for n in bound_names(s)
    }
    read = {path for paths in draft.reads.values() for path in paths} & draft.facts.networks
    nodes = (n for n in own_nodes(function_around(tree, other.call) or tree))
    named = {path_of(n) for n in nodes if isinstance(n, ast.Name)}
    return any(path in named and path not in made and not CRITERION.search(path) for path in read)


def _beside(draft: Draft, step: Event) -> list[tuple[Path, Leaving]]:
    """The functions of other files that may leave gradients on what this optimizer holds."""
    networks = networks_of(draft, step.on or "")
    tree = draft.facts.site.document.tree
    assert tree is not None
    parents = draft.facts.site.parents(tree)
    outer: ast.AST = draft.code.root
    while parents.get(outer, tree) is not tree:
        outer = parents[outer]
    return draft.facts.site.left_beside(
        getattr(outer, "name", ""),
        frozenset({step.on or "", *(networks or ())}),
        is_given=not _makes(draft, networks),
    )


def _makes(draft: Draft, networks: Collection[str] | None) -> bool:
    """Whether the function makes all of the networks itself, so that they have no gradients yet."""
    made = {
        path_of(target)
        for node in own_nodes(draft.code.root)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
    }
    return bool(networks) and made.issuperset(networks or ())


def accumulation(draft: Draft) -> Accumulation | None:
    """Adding up over several rounds: one optimizer, or several that step and are cleared side by
    side, and nothing left at the start."""
    steps, zeros, backwards = draft.of("step"), draft.of("zero"), draft.of("backward")
    if any(step.in_part for step in steps) or not all(map(partial(_is_clear, draft), steps)):
        return None
    together = len({step.on for step in steps}) > 1 and _go_together(draft)
    if (len({step.on for step in steps}) != 1 and not together) or draft.hands:
        return None
    if not together and not all(clears(draft, zero, steps[0]) for zero in zeros):
        return None
    code = draft.code
    loops = [o for o in code.owners(statement_of(backwards[0])) if isinstance(o, LOOPS)]
    if not loops:
        return _in_one_call(draft) or _over_calls(draft, steps, zeros, backwards)
    outer = loops[-1]
    inside = {e for e in draft.events if outer in code.owners(statement_of(e))}
    if not inside.issuperset(backwards):
        return None
    before = [e for e in draft.events if e not in inside and statement_of(e).lineno < outer.lineno]
    if any(event.kind != "zero" for event in before):
        return None
    cleared = any(code.holds(code.place(statement_of(e)).block, outer) for e in before)
    first, *rest = (event for event in draft.events if event in inside)
    at_first = first.kind == "zero" and all(dominates(draft, first, event) for event in rest)
    cleared |= at_first
    new = all(
        (_is_new(draft, step.on or "", outer) or _is_clear_between_calls(draft, step, outer))
        and not left_elsewhere(draft, step)
        for step in steps
    )
    if cleared or new:
        return Accumulation(outer, _guarded(draft), first=first if at_first else None)
    held = _over_calls(draft, steps, zeros, backwards)
    if held is not None:
        return held
    keeper = steps[0].on or ""
    if together or not zeros or not all(_follows(draft, zero, steps) for zero in zeros):
        return None
    if not is_sure(draft, keeper) or _is_used_beside(draft, steps[0]):
        return None
    draft.doubts.append(Obstacle(outer, told.keeps(keeper)))
    return Accumulation(outer, _guarded(draft), keeper=keeper)


def _follows(draft: Draft, zero: Event, steps: Sequence[Event]) -> bool:
    """Whether gradients are cleared behind a step, in its block."""
    place = draft.code.place(statement_of(zero))
    return any(statement_of(step) in place.block[: place.index] for step in steps)


def _is_used_beside(draft: Draft, step: Event) -> bool:
    """Whether anything else may compute or clear gradients of what this optimizer holds."""
    if not step.on or "." in step.on or step.given is not None or left_elsewhere(draft, step):
        return True
    tree, inside = draft.facts.site.document.tree, set(ast.walk(draft.code.root))
    assert tree is not None
    named = (node for node in find(tree, ast.Attribute) if node not in inside)
    if any(node.attr == "value_and_grad" for node in named):
        return True  # it was rewritten before
    return any(
        _may_step({e.on or "" for e in events if e.kind in ("step", "zero")}, step)
        for events in draft.others
        if any(event.kind in ("backward", "zero") for event in events)
    )


def _guarded(draft: Draft) -> frozenset[Event]:
    """The steps before which there may be no gradient."""
    steps, backwards = draft.of("step"), draft.of("backward")
    return frozenset(s for s in steps if not any(_surely_before(draft, b, s) for b in backwards))


def _in_one_call(draft: Draft) -> Accumulation | None:
    """Adding up from what clears the gradients at the beginning of all."""
    first, *rest = draft.events
    if first.kind != "zero" or not all(dominates(draft, first, event) for event in rest):
        return None
    return Accumulation(statement_of(first), _guarded(draft))


def _is_clear(draft: Draft, step: Event) -> bool:
    """Whether what a step of the user's has changed is cleared before anything is added to it."""
    given = step.given
    if not (step.clips or (given is not None and given.rule.changes)):
        return True
    place = draft.code.place(statement_of(step))
    behind = place.block[place.index + 1 :]
    zeros = [zero for zero in draft.of("zero") if zero.given is None]
    for index, statement in enumerate(behind):
        if any(statement_of(backward) is statement for backward in draft.of("backward")):
            break
        cleared = [
            z
            for z in zeros
            if draft.code.place(statement_of(z)).block is getattr(statement, "body", None)
        ]
        asked = None if given is None else given.condition
        if asked is not None and cleared and asks_again(statement, asked, behind[:index]):
            return True
        if any(statement_of(zero) is statement for zero in zeros):
            return True
    draft.refuse(step.call, told.added_to(ast.unparse(step.call.func)))
    return False


def _go_together(draft: Draft) -> bool:
    """Whether all optimizers step, and are cleared, in neighbouring statements, with no clipping."""
    names = {step.on for step in draft.of("step")}
    events = [event for event in draft.events if event.kind != "backward"]
    if any(event.kind not in ("step", "zero") for event in events) or len(events) % len(names):
        return False
    for start in range(0, len(events), len(names)):
        some = events[start : start + len(names)]
        places = [draft.code.place(statement_of(event)) for event in some]
        beside = all(
            place.block is places[0].block and place.index == places[0].index + offset
            for offset, place in enumerate(places)
        )
        if len({e.kind for e in some}) > 1 or {e.on for e in some} != names or not beside:
            return False
    return True


def _over_calls(
    draft: Draft, steps: list[Event], zeros: list[Event], backwards: list[Event]
) -> Accumulation | None:
    """Adding up over the calls of a method, whose object makes the optimizer and keeps the sum."""
    tree, root = draft.facts.site.document.tree, draft.code.root
    optimizer = steps[0].on or ""
    if tree is None or len(steps) != 1 or optimizer.count(".") != 1:
        return None
    [step] = steps
    made = _made_by_its_object(tree, root, optimizer)
    used_elsewhere = _is_used_elsewhere(draft, tree, optimizer)
    block = draft.code.level(statement_of(step))
    alike = all(draft.code.level(statement_of(zero)) is block for zero in zeros)
    sure = all(_surely_before(draft, backward, step) for backward in backwards)
    if made is None or used_elsewhere or not (zeros and alike and sure):
        return None
    if left_elsewhere(draft, step):
        return None
    return Accumulation(made, frozenset(), is_held=True)


def _is_clear_between_calls(draft: Draft, step: Event, outer: ast.stmt) -> bool:
    """Whether a method clears what the step used in each round of its loop, and nothing else touches
    the optimizer that its object makes: no call leaves gradients to the next one."""
    tree, optimizer = draft.facts.site.document.tree, step.on or ""
    if tree is None or _made_by_its_object(tree, draft.code.root, optimizer) is None:
        return False
    body = getattr(outer, "body", [])
    cleared = [z for z in draft.of("zero") if statement_of(z) in body and z.on == optimizer]
    if not cleared or statement_of(step) not in body or _is_used_elsewhere(draft, tree, optimizer):
        return False
    last = max(statement_of(backward).lineno for backward in draft.of("backward"))
    at, behind = statement_of(step).lineno, statement_of(cleared[-1]).lineno
    return last < at < behind and not _leaves(draft, draft.of("backward"), cleared[-1])


def _is_used_elsewhere(draft: Draft, tree: ast.Module, optimizer: str) -> bool:
    """Whether gradients are cleared, or the optimizer steps, in another function of the file."""
    inside = set(own_nodes(draft.code.root))
    return any(
        isinstance(node, ast.Attribute)
        and (node.attr == "zero_grad" or (node.attr == "step" and path_of(node.value) == optimizer))
        and node not in inside
        for node in ast.walk(tree)
    )


def _made_by_its_object(tree: ast.Module, root: ast.AST, optimizer: str) -> ast.stmt | None:
    """``self.optimizer = Adam(...)`` of the constructor, if that is the only one of the file."""
    bound = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and optimizer in map(path_of, node.targets)
    ]
    for cls in ast.walk(tree):
        if isinstance(cls, ast.ClassDef) and root in cls.body:
            constructors = (s for s in cls.body if getattr(s, "name", "") == "__init__")
            for constructor in constructors:
                if isinstance(constructor, ast.FunctionDef) and len(bound) == 1:
                    return bound[0] if bound[0] in constructor.body else None
    return None


def _is_new(draft: Draft, optimizer: str, loop: ast.stmt) -> bool:
    """Whether this very code makes the optimizer, or the object that holds it, or runs only once."""
    root, name = draft.code.root, root_of(optimizer)
    if isinstance(root, ast.Module):
        return True
    return any(
        isinstance(node, ast.Assign)
        and node.lineno < loop.lineno
        and (
            any(path_of(target) == optimizer for target in node.targets)
            or (name in map(path_of, node.targets) and _makes_object(node.value))
        )
        for node in ast.walk(root)
    )


def _makes_object(value: ast.expr) -> bool:
    """``ScheduledOptim(model, 0)``."""
    return isinstance(value, ast.Call) and name_of(value.func)[:1].isupper()


def _surely_before(draft: Draft, backward: Event, step: Event) -> bool:
    """Whether a gradient is there when the step comes."""
    code = draft.code
    first, last = draft.events.index(backward), draft.events.index(step)
    return (
        first < last
        and dominates(draft, backward, step)
        and code.loop_of(statement_of(backward)) is code.loop_of(statement_of(step))
        and not any(e.kind == "zero" for e in draft.events[first:last])
    )
