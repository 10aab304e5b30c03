"""Loops over parameters that read or change their gradients: they run over the gradients, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.called_readers import lists_whole, readers
from mindport.findings.training.code import LOOPS, Code
from mindport.findings.training.events import Event
from mindport.findings.training.hands import level_of
from mindport.findings.training.holders import (
    constructions,
    given_networks,
    holds_just,
    networks_of,
)
from mindport.findings.training.model import (
    Accumulation,
    Draft,
    GradientLoop,
    Guard,
    Loss,
    Update,
    statement_of,
)
from mindport.findings.training.module_loops import layer_reads, module_header
from mindport.findings.training.names import COMPREHENSIONS, own_nodes
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.own_updaters import nodes_for_functions
from mindport.findings.training.parameter_loops import (
    gradient_loads,
    gradient_stores,
    groups_header,
    headers_in,
    leaves_some_out,
    parameters_of,
)
from mindport.findings.training.shared_readers import is_shared, shared_in
from mindport.nodes import name_of
from mindport.symbols.cancelled import cancels_in

VIEWS = frozenset(
    {"contiguous", "data", "detach", "expand_as", "flatten", "next", "pop", "reshape", "reshape_as",
     "squeeze", "to", "type_as", "unsqueeze", "view", "view_as"}
)  # fmt: skip


def gradient_loops(code: Code) -> Iterator[GradientLoop]:
    """``for p in net.parameters(): ... p.grad ...``, as a statement or in a comprehension."""
    for node in own_nodes(code.root):
        groups = groups_header(node) if isinstance(node, ast.For) else None
        if groups is not None and (reads := gradient_loads(groups[0], groups[1].variable.id)):
            yield GradientLoop(node, groups[1], reads)
        elif isinstance(node, ast.For):
            yield from _loop(code.root, node, node.target, node.iter)
        elif not isinstance(node, COMPREHENSIONS) or code.statement(node) is None:
            continue
        elif len(node.generators) == 1:
            yield from _loop(code.root, node, node.generators[0].target, node.generators[0].iter)


def _loop(
    root: ast.AST, around: ast.AST, target: ast.expr, iterated: ast.expr
) -> Iterator[GradientLoop]:
    found = []
    layers = module_header(target, iterated)
    if layers is not None and (reads := layer_reads(around, layers.variable.id)):
        found.append(GradientLoop(around, layers, reads))
    for header in headers_in(root, target, iterated):
        reads = gradient_loads(around, header.variable.id)
        stored = gradient_stores(around, f"{header.variable.id}.grad")
        reads += tuple(target for target, _ in stored)
        gone = cancels_in(around) if isinstance(around, ast.For) and not reads else None
        if gone is not None:
            reads = tuple(target for target in gone.targets if isinstance(target, ast.Attribute))
        if reads:
            found.append(GradientLoop(around, header, reads))
    if len(found) == 1:
        yield found[0]


def called_loops(draft: Draft) -> Iterator[GradientLoop]:
    """The loops of functions that are called here between backward and step, for each call of them;
    of those that no other file calls only where nothing else of this one does."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    here = set(draft.code.expressions())
    told_of = nodes_for_functions(draft.code.root)
    site = draft.facts.site
    own = [one for one in readers(tree) if not is_shared(site, one)]
    for reader in (*own, *shared_in(site, here)):
        if reader.changes and (draft.hands or not draft.of("step")):
            continue  # it is the step
        if any(event.call is call for event in draft.events for call, _ in reader.calls):
            continue
        calls = tuple(pair for pair in reader.calls if pair[0] not in told_of)
        if calls and all(call in here for call, _ in reader.calls):
            for taking in (replace(reader, calls=(call,)) for call in calls):
                for around, header, reads in (*reader.loops, *reader.inner):
                    yield GradientLoop(around, header, reads, taking)


def update_of(
    draft: Draft, loop: GradientLoop, updates: Sequence[Update], added: Accumulation | None
) -> Update | None:
    """The step that takes the gradients of a loop, if they are there by then; None if not sure."""
    found = [update for update in updates if _takes(draft, loop, update, added)]
    if len(found) != 1:
        return None
    path = f"{loop.header.variable.id}.grad"
    is_shared = loop.reader is not None and loop.reader.is_shared
    for target, value in gradient_stores(loop.around, path) if not is_shared else ():
        if _may_be_held(value):
            one, other = ast.unparse(target), ast.unparse(value)
            draft.doubts.append(Obstacle(value, told.same_tensor(one, other)))
    return found[0]


def _may_be_held(value: ast.expr) -> bool:
    """Whether a value may be, or show, a tensor that something else holds, too."""
    if isinstance(value, ast.Call):
        return name_of(value.func) in VIEWS
    return isinstance(value, ast.Name | ast.Attribute | ast.Subscript)


def _takes(draft: Draft, loop: GradientLoop, update: Update, added: Accumulation | None) -> bool:
    if leaves_some_out(loop.header, loop.around):
        return False
    places = [(loop.around, frozenset({loop.header.network}))]
    if loop.reader is not None:
        places = [(call, loop.reader.networks_of(call, given)) for call, given in loop.reader.calls]
        several = [given for call, given in loop.reader.calls if lists_whole(given)]
        if not all(_is_listed_alike(draft, given, update) for given in several):
            return False
    if loop.header.outer is not None:
        return all(
            on == {update.optimizer} and holds_gradients(draft, node, None, update)
            for node, on in places
        )
    if added is not None and not all(_is_in_sum(draft, node, update, added) for node, _ in places):
        return False
    # An optimizer of which nobody knows what it holds gives what it has by the parameter itself.
    may_be_unseen = loop.reader is not None or loop.header.keeps_order
    seen = (
        _holds(draft, on, update, may_be_unseen)
        if added is not None
        else holds_gradients(draft, node, on, update, may_be_unseen)
        for node, on in places
    )
    if not all(seen):
        return False
    optimizer = update.optimizer
    for node, networks in places:
        if holds_just(draft, optimizer, networks) is None:
            listed = ", ".join(sorted(networks))
            draft.doubts.append(Obstacle(node, told.holds_parameters(optimizer, listed)))
    return True


def _is_listed_alike(draft: Draft, given: ast.expr, update: Update) -> bool:
    """Whether an optimizer was given the parameters of several networks in the same order."""
    wanted = _networks_of(given)
    made = [call for call, _ in constructions(draft.facts, draft.code, update.optimizer)]
    return len(wanted) < 2 or all(c.args and _networks_of(c.args[0]) == wanted for c in made)


def _networks_of(listed: ast.expr) -> list[str]:
    return [path for node in ast.walk(listed) if isinstance(node, ast.expr)
            and (path := parameters_of(node)) is not None]  # fmt: skip


def is_unpaired(loop: GradientLoop) -> bool:
    """Whether a loop asks parameters for their gradients alone, so that any order does."""
    name = loop.header.variable.id
    asked = {
        node.value
        for node in ast.walk(loop.around)
        if isinstance(node, ast.Attribute) and node.attr in ("grad", "requires_grad")
    }
    names = (n for n in ast.walk(loop.around) if isinstance(n, ast.Name) and n.id == name)
    return loop.header.form == "parameters" and all(
        node in asked for node in names if isinstance(node.ctx, ast.Load)
    )


def holds_gradients(
    draft: Draft,
    node: ast.AST,
    networks: frozenset[str] | None,
    update: Update,
    may_be_unseen: bool = False,
) -> bool:
    """Whether the gradients of some networks are there at a node, for a step that takes them.

    Those of all that the optimizer holds where ``networks`` is None.
    ``may_be_unseen``: they may be those of an optimizer of which nobody knows what it holds.
    """
    loss, *later = update.losses
    if later and not _is_between(draft, node, loss, later):
        return False
    if loss.guard is not None and not _is_guarded(draft, node, loss.guard):
        return False
    if not _holds(draft, networks, update, may_be_unseen):
        return False
    statement = node if isinstance(node, ast.stmt) else draft.code.statement(node)
    if not isinstance(statement, ast.stmt):
        return False
    last = [end for end in loss.ends if not draft.code.excludes(end, statement)][-1]
    assert last.end_lineno is not None
    if not _is_inside(draft, statement, update.step):
        sure = last in set(draft.code.surely_before(statement))
        if sure and _is_on_the_way(draft, statement, update.step):
            return True
        return _is_behind(draft, statement, update)
    return statement.lineno > last.end_lineno


def _holds(
    draft: Draft, networks: frozenset[str] | None, update: Update, may_be_unseen: bool
) -> bool:
    held = networks is None or holds_just(draft, update.optimizer, networks)
    unseen = held is None and networks_of(draft, update.optimizer) is None
    if len(update.losses[0].optimizers) > 1 and not held:  # which share of them it is
        return held is None and given_networks(draft, update.optimizer) == networks
    return bool(held) or (may_be_unseen and unseen)


def _is_in_sum(draft: Draft, node: ast.AST, update: Update, added: Accumulation) -> bool:
    """Whether the sum of the gradients is there at a node: behind a loss, and before the step."""
    code = draft.code
    statement = node if isinstance(node, ast.stmt) else code.statement(node)
    if added.is_held or len(update.losses[0].optimizers) > 1 or not isinstance(statement, ast.stmt):
        return False
    before = set(code.surely_before(statement))
    ends = [end for loss in update.losses for end in loss.ends]
    last = max((end for end in ends if end in before), key=lambda one: one.lineno, default=None)
    if last is None:
        return False
    taken = [statement_of(event) for event in (*draft.of("step"), *draft.of("zero"))]
    around = [owner for owner in code.owners(statement) if isinstance(owner, LOOPS)]
    return not any(
        last.lineno < one.lineno < statement.lineno and not code.excludes(one, statement)
        for one in taken
    ) and all(
        code.holds(loop.body, last) or _ends_with_gradients(draft, loop, ends, taken)
        for loop in around
    )


def _ends_with_gradients(
    draft: Draft, loop: ast.stmt, ends: Sequence[ast.stmt], taken: Sequence[ast.stmt]
) -> bool:
    """Whether each round of a loop leaves gradients to the next one, if it found some."""
    assert isinstance(loop, LOOPS)
    gone = [one.lineno for one in taken if draft.code.holds(loop.body, one)]
    given = [one.lineno for one in ends if draft.code.level(one) is loop.body]
    leaves = any(isinstance(one, ast.Continue) for one in own_nodes(loop))
    return not gone or (max(given, default=0) > max(gone) and not leaves)


def _is_between(draft: Draft, node: ast.AST, loss: Loss, later: Sequence[Loss]) -> bool:
    """Whether a node stands behind the first loss of a step, and before all that computes others."""
    statement = node if isinstance(node, ast.stmt) else draft.code.statement(node)
    if not isinstance(statement, ast.stmt):
        return False
    first, line = statement_of(loss.backward[-1]), statement.lineno
    if any(first.lineno < statement_of(clip).lineno < line for clip in draft.of("clip")):
        return False
    blocks = {id(other.block): other.block for other in later}
    around = (*loss.block, *(one for block in blocks.values() for one in block))
    return (
        len(blocks) == 1  # theirs may be a branch
        and any(statement is one for one in around)
        and all(first.lineno < line < other.anchor.lineno for other in later)
    )


def _is_guarded(draft: Draft, node: ast.AST, guard: Guard) -> bool:
    """Whether a node stands in the very branch that computes the gradients, if there is just one."""
    if guard.form == "either":
        return True
    if guard.branch is None:
        return False
    block = guard.branch.body if guard.holds else guard.branch.orelse
    statement = node if isinstance(node, ast.stmt) else draft.code.statement(node)
    return statement is not None and draft.code.holds(block, statement)


def _is_behind(draft: Draft, statement: ast.stmt, update: Update) -> bool:
    """Whether a statement stands behind the loop of a step, and reads what the last round left.

    Each round has to clear the gradients before it computes them, and to leave them afterwards.
    """
    code = draft.code
    body = level_of(draft.facts, code, update.step)
    backward = [statement_of(event) for event in update.losses[0].backward]
    clears = [statement_of(event) for event in draft.of("zero")]
    first = min(backward, key=lambda one: one.lineno)
    loop = code.place(body[0]).owner
    if not isinstance(loop, ast.For | ast.While) or len(draft.of("backward")) != len(backward):
        return False
    if not all(code.level(one) is body for one in (*clears, *backward)):
        return False
    if not clears or any(one.lineno > first.lineno for one in clears):
        return False
    if any(isinstance(one, ast.Break | ast.Continue) for one in own_nodes(loop)):
        return False
    if any(_changes_gradient(one) for one in ast.walk(statement)):
        return False
    block = code.place(loop).block
    return code.holds(block, statement) and statement.lineno > (loop.end_lineno or loop.lineno)


def _changes_gradient(node: ast.AST) -> bool:
    """``p.grad = None``, ``p.grad.zero_()``."""
    match node:
        case ast.Attribute(attr="grad", ctx=context):
            return not isinstance(context, ast.Load)
        case ast.Attribute(ast.Attribute(attr="grad"), name):
            return name == "data" or name.endswith("_")
    return False


def is_in_order(draft: Draft, loop: GradientLoop, update: Update) -> bool:
    """Whether the gradients come in the order in which a loop goes through the parameters."""
    if loop.header.outer is not None or (loop.reader is not None and is_unpaired(loop)):
        return True
    if loop.header.form == "modules" and loop.reader is None:
        return True  # each is found by its parameter
    # A function goes through the parameters of what it is given.
    keeps_order = loop.reader is not None or loop.header.keeps_order
    if not keeps_order or update.optimizer in draft.hands:
        return True
    made = [call for call, _ in constructions(draft.facts, draft.code, update.optimizer)]
    given = [call.args[0] for call in made if call.args]
    is_plain = len(given) == len(made) and all(parameters_of(node) is not None for node in given)
    return bool(made) and is_plain


def _is_on_the_way(draft: Draft, statement: ast.stmt, step: Event) -> bool:
    """Whether a statement stands in front of the ``if`` in which a step is taken."""
    around = statement_of(step)
    while step.hand is None and isinstance(owner := draft.code.place(around).owner, ast.If):
        around = owner
        block = draft.code.place(around).block
        if draft.code.holds(block, statement) and statement.lineno < around.lineno:
            return True
    return False


def _is_inside(draft: Draft, statement: ast.stmt, step: Event) -> bool:
    """Whether a statement stands in the block of a step, or in an ``if`` or loop of it."""
    return draft.code.holds(level_of(draft.facts, draft.code, step), statement)
