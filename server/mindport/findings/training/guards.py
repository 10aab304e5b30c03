"""Conditions between the forward part of a loss and its backward call: ``if train: loss.backward()``.

Without a step the forward pass runs without gradients. Whether there will be one has to be known
before it runs; where that cannot be, the gradients are computed in any case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training.assigned import gives_value, is_assigned
from mindport.findings.training.conditions import MODES
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import HARMLESS, changed_paths, stops_gradients
from mindport.findings.training.lifted import Effects
from mindport.findings.training.model import Draft, Guard, statement_of
from mindport.findings.training.names import (
    COMPREHENSIONS,
    PURE,
    own_nodes,
    path_of,
    read_paths,
    root_of,
    stored_paths,
    touches,
)
from mindport.findings.training.part import Part
from mindport.nodes import name_of

# What a test must not have if it is asked a second time.
ONCE = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda, *COMPREHENSIONS)
ASKED_AGAIN = PURE - {"print", "tqdm"}
FINITE = frozenset({"isnan", "isinf", "isfinite"})
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def outwards(draft: Draft, statement: ast.stmt) -> ast.If | ast.With | None:
    """What a statement stands in, if the loss may be computed in front of that."""
    owner = draft.code.place(statement).owner
    if isinstance(owner, ast.If):
        return owner
    if isinstance(owner, ast.With) and not stops_gradients(draft.facts, owner):
        return owner
    return None


def guard_of(draft: Draft, part: Part) -> Guard | None:
    """How what stands ``around`` a part's backward call is kept; None where it cannot be."""
    branches = [owner for owner in part.around if isinstance(owner, ast.If)]
    if part.either is not None:
        return Guard("either", part.either) if asks_the_same(draft, part) else None
    if len(part.events) > 1 or not all(_has_loss(draft, part, r) for r in part.receivers):
        return None
    if not branches:
        return Guard("always")
    branch, *rest = branches
    before = [*part.statements, *_between(draft, part, branch)]
    holds = draft.code.holds(branch.body, statement_of(part.events[0]))
    if not all(_has_loss_anyway(part, inner.test) for inner in rest):
        return None
    if is_plain(branch.test) and not changes(draft.facts, branch.test, before):
        alone = part.around == (branch,) and holds and not _is_chained(branch)
        nothing_between = len(before) == len(part.statements) and not _ahead(draft, part, branch)
        if alone and nothing_between and not may_change(draft.facts, branch.test, before):
            return Guard("inside", branch)
        return Guard("asked", branch, holds)
    return Guard("always") if _has_loss_anyway(part, branch.test) else None


def asks_the_same(draft: Draft, part: Part) -> bool:
    """Whether the function may ask which branch runs, or need not."""
    branch = part.either
    assert branch is not None
    if not isinstance(part.receivers[0], ast.IfExp):
        return True
    before = [*part.statements, *_between(draft, part, branch)]
    return is_plain(branch.test) and not changes(draft.facts, branch.test, before)


def _between(draft: Draft, part: Part, branch: ast.If) -> Iterator[ast.stmt]:
    """What runs between the part and the test of ``branch``, events left out."""
    code, events = draft.code, {statement_of(event) for event in draft.events}
    for owner in part.around:
        place = code.place(owner)
        first = part.last + 1 if place.block is part.block else 0
        yield from (s for s in place.block[first : place.index] if s not in events)
        if owner is branch:
            return
        assert isinstance(owner, ast.With)
        for item in owner.items:
            given = item.optional_vars
            value = ast.Expr(item.context_expr)
            yield value if given is None else ast.Assign([given], item.context_expr)


def _ahead(draft: Draft, part: Part, branch: ast.If) -> bool:
    """Whether something stands in the branch in front of the backward call."""
    events = {statement_of(event) for event in draft.events}
    place = draft.code.place(statement_of(part.events[0]))
    return any(statement not in events for statement in place.block[: place.index])


def _is_chained(branch: ast.If) -> bool:
    return len(branch.orelse) == 1 and isinstance(branch.orelse[0], ast.If)


def _has_loss(draft: Draft, part: Part, receiver: ast.expr) -> bool:
    """Whether the loss can be given whatever the conditions say."""
    divided = (ast.Div, ast.FloorDiv, ast.Mod)
    for node in ast.walk(receiver):
        divides = isinstance(node, ast.BinOp) and isinstance(node.op, divided)
        if divides and isinstance(node, ast.BinOp) and not isinstance(node.right, ast.Constant):
            return False
        if isinstance(node, ast.Name) and node.id in part.bound:
            before = is_assigned(draft.code, part.anchor, node.id)
            if not before and not gives_value(part.statements, node.id):
                return False
    return True


def _has_loss_anyway(part: Part, test: ast.expr) -> bool:
    """Whether there is a loss to differentiate also where ``test`` does not hold.

    It asks nothing of what the part gives, but whether the loss is finite, or how large it is.
    """
    losses = {path for receiver in part.receivers if (path := _loss_in(receiver))}
    if len(losses) < len(part.receivers):
        return False
    for path in _asked(test):
        if root_of(path) in part.bound or any(touches(path, loss) for loss in losses):
            return False
    inside = read_paths(test) - set(_asked(test))
    return all(path in losses or root_of(path) not in part.bound for path in _of_losses(inside))


def _of_losses(paths: set[str]) -> set[str]:
    """``loss`` for ``loss.item``."""
    return {path.removesuffix(".item") for path in paths}


def _asked(test: ast.AST) -> Iterator[str]:
    """The paths that a test reads, but for ``isnan(loss)`` and ``loss < 10``."""
    match test:
        case ast.Call(func=called) if name_of(called) in FINITE:
            return
        case ast.Compare(ops=ops) if all(isinstance(op, ORDER) for op in ops):
            return
        case (
            ast.BoolOp()
            | ast.UnaryOp()
            | ast.BinOp(op=ast.BitAnd() | ast.BitOr())
            | ast.Call(ast.Attribute(attr="any" | "all"))
        ):
            for child in ast.iter_child_nodes(test):
                yield from _asked(child)
            return
        case ast.Attribute(value, "any" | "all"):
            yield from _asked(value)
            return
    yield from read_paths(test)


def _loss_in(receiver: ast.expr) -> str | None:
    """``loss`` of ``loss`` and of ``scaler.scale(loss)``."""
    match receiver:
        case ast.Call(ast.Attribute(attr="scale"), [loss], []):
            return path_of(loss)
    return path_of(receiver)


def is_plain(test: ast.expr) -> bool:
    """Whether a test may be asked twice."""
    return not any(
        isinstance(node, ONCE)
        or (
            isinstance(node, ast.Call)
            and not (isinstance(node.func, ast.Name) and node.func.id in ASKED_AGAIN)
        )
        for node in ast.walk(test)
    )


def changes(facts: Facts, test: ast.expr, before: Sequence[ast.stmt]) -> bool:
    """Whether ``before`` gives what the test reads another value, as far as the file shows."""
    paths = read_paths(test)
    stored = {path for statement in before for path in stored_paths(statement)}
    # A method may change all of its object; a function what it is given, not what that holds.
    called = {path for statement in before for path in _called_on(facts, statement)} - {"self"}
    given = {path for statement in before for path in changed_paths(facts, statement)}
    if any(touches(one, path) for one in stored | called for path in paths) or given & paths:
        return True
    if any(root_of(path) in facts.shared for path in paths):
        return True  # any function that is called may change it
    nodes = [node for statement in before for node in own_nodes(statement)]
    runs = any(isinstance(n, ast.Call) and path_of(n.func) in facts.networks for n in nodes)
    forwards = facts.functions.get("forward", []) if runs else []
    nodes += [node for function in forwards for node in ast.walk(function)]
    called = {name_of(node.func) for node in nodes if isinstance(node, ast.Call)}
    if (
        any(isinstance(n, ast.Subscript) for n in ast.walk(test))
        and called & facts.functions.keys()
    ):
        return True  # what a function puts into a list or dict of the file is not followed
    effects = Effects.of(facts, nodes)
    if any(path.endswith("training") for path in paths) and effects.methods & MODES:
        return True
    return any(effects.stores(path) for path in paths)


def _called_on(facts: Facts, statement: ast.stmt) -> Iterator[str]:
    """``memory`` of ``memory.append(x)``; tensors and networks stay what they are."""
    for node in own_nodes(statement):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, path = node.func.attr, path_of(node.func.value)
        own = path_of(node.func) in facts.attributes | facts.networks
        if path is None or own or facts.is_library(node.func) or method in HARMLESS:
            continue
        if not facts.is_tensor_method(method) or path_of(node.func.value) in facts.networks:
            yield path


def may_change(facts: Facts, test: ast.expr, before: Sequence[ast.stmt]) -> bool:
    """Whether a method that the file does not show may change an attribute of its own object."""
    roots = {root_of(path) for path in read_paths(test) if "." in path}
    for node in (node for statement in before for node in own_nodes(statement)):
        if not isinstance(node, ast.Call):
            continue
        path = path_of(node.func) or ""
        own = path in facts.attributes | facts.networks or name_of(node.func) in facts.functions
        if root_of(path) in roots and "self" in roots and not own:
            return True
        if any(isinstance(given, ast.Name) and given.id in roots for given in node.args):
            return root_of(path) == "self" or "self" in roots
    return False
