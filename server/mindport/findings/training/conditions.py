"""Two statements under the same condition: ``if train: optimizer.zero_grad()``, and the step later."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.findings.training.events import Event
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import own_nodes, read_paths, stored_paths, touches
from mindport.nodes import find, function_around

# Parts of a condition that give the same again as long as nothing is assigned to what they read.
PLAIN = (
    ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.expr_context,
    ast.cmpop, ast.boolop, ast.unaryop,
)  # fmt: skip
MODES = frozenset({"train", "eval", "set_train"})


def same_condition(draft: Draft, zero: Event, step: Event) -> bool:
    """Whether an ``if`` around each of them asks the same, and gets the same answer."""
    code = draft.code
    first = _if_around(draft, zero)
    if first is None or not _is_plain(first.test):
        return False
    place = code.place(first)
    for second in code.owners(statement_of(step)):
        if not isinstance(second, ast.If) or code.place(second).block is not place.block:
            continue
        asks = ast.dump(first.test) == ast.dump(second.test)
        if not asks or not code.holds(second.body, statement_of(step)):
            return False
        between = place.block[place.index : code.place(second).index]
        return not any(_changes(statement, read_paths(first.test)) for statement in between)
    return False


def cleared_otherwise(draft: Draft, zero: Event, step: Event) -> Event | None:
    """What clears the gradients where ``zero`` does not, some lines before it: ``if early: zero_grad()``
    and ``if not early: zero_grad()``, of which one runs.

    The condition reads what constructors alone set.
    """
    code, before = draft.code, draft.events[: draft.events.index(zero)]
    last = _if_around(draft, zero)
    if last is None or last.orelse or not before or before[-1].kind != "zero":
        return None
    place, first = code.place(last), _if_around(draft, before[-1])
    if first is None or first.orelse or code.place(first).block is not place.block:
        return None
    if not _are_opposite(first.test, last.test) or not code.holds(place.block, statement_of(step)):
        return None
    is_settled = all(_is_settled(draft, path) for path in read_paths(first.test))
    return before[-1] if before[-1].on == zero.on and is_settled else None


def _are_opposite(one: ast.expr, other: ast.expr) -> bool:
    for asked, denied in ((one, other), (other, one)):
        if isinstance(denied, ast.UnaryOp) and isinstance(denied.op, ast.Not):
            return ast.dump(denied.operand) == ast.dump(asked)
    return False


def _is_settled(draft: Draft, path: str) -> bool:
    """Whether nothing but constructors sets ``self.early`` in this file."""
    tree = draft.facts.site.document.tree
    owner, _, name = path.rpartition(".")
    if tree is None or owner != "self":
        return False
    stored = (one for one in find(tree, ast.Attribute) if one.attr == name)
    around = (function_around(tree, one) for one in stored if not isinstance(one.ctx, ast.Load))
    return all(function is not None and function.name == "__init__" for function in around)


def asks_again(branch: ast.stmt, asked: ast.expr, between: Sequence[ast.stmt]) -> bool:
    """Whether an ``if`` asks what was asked before, with nothing changed since."""
    if not isinstance(branch, ast.If) or ast.dump(branch.test) != ast.dump(asked):
        return False
    if not all(isinstance(node, (*PLAIN, ast.BinOp, ast.operator)) for node in ast.walk(asked)):
        return False
    return not any(_changes(statement, read_paths(asked)) for statement in between)


def whole_zeros(draft: Draft) -> Iterator[Event]:
    """What clears gradients, with the ``if`` in which it stands alone."""
    for zero in (zero for zero in draft.of("zero") if zero.given is None):
        around = _if_around(draft, zero)
        if around is not None and len(around.body) == 1 and not around.orelse:
            yield replace(zero, statement=around) if _is_plain(around.test) else zero
        else:
            yield zero


def _if_around(draft: Draft, event: Event) -> ast.If | None:
    """The ``if`` in whose body an event stands."""
    place = draft.code.place(statement_of(event))
    owner = place.owner
    return owner if isinstance(owner, ast.If) and place.block is owner.body else None


def _is_plain(test: ast.expr) -> bool:
    return all(isinstance(node, PLAIN) for node in ast.walk(test))


def _changes(statement: ast.stmt, paths: set[str]) -> bool:
    """Whether a statement may give what a condition reads another value."""
    if any(touches(stored, path) for stored in stored_paths(statement) for path in paths):
        return True
    calls = (node for node in own_nodes(statement) if isinstance(node, ast.Call))
    names = {getattr(call.func, "attr", "") for call in calls}
    # A method may set attributes; the user's functions are not looked into.
    if any(path.startswith("self.") for path in paths):
        return bool(names)
    return any("." in path for path in paths) and bool(names & MODES)
