"""Before which loop a function to differentiate is written, and what it is given in the loop.

Names that the loop binds anew become arguments. Graph mode keeps whatever else the function reads as
it was at the first call: there, it goes before a loop that changes nothing of the kind.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.training.absent import may_be_empty
from mindport.findings.training.assigned import is_assigned
from mindport.findings.training.changed_inputs import changed_inputs
from mindport.findings.training.code import LOOPS
from mindport.findings.training.compiled import keeps_its_values, same_modes
from mindport.findings.training.given_back import given_back
from mindport.findings.training.holders import changed_by_hand, constructions
from mindport.findings.training.lifted import Effects, Function
from mindport.findings.training.model import Draft, Hoist, Loss, statement_of
from mindport.findings.training.names import (
    bound_names,
    own_nodes,
    read_paths,
    root_of,
)

BRANCHES = (ast.If, ast.Try, ast.Match)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def hoists(draft: Draft, losses: Sequence[Loss]) -> dict[Loss, Hoist]:
    """The functions that go before a loop: the outermost that leaves them what they are."""
    found = {}
    for loss in losses:
        others = [other for other in losses if other is not loss]
        if any(_lies_in(other, loss) or _lies_in(loss, other) for other in others):
            continue
        hoist = _hoist(Function(draft, loss))
        if hoist is not None:
            found[loss] = hoist
    return found


def _lies_in(inner: Loss, outer: Loss) -> bool:
    step = statement_of(inner.backward[0])
    return any(step in ast.walk(statement) for statement in outer.statements)


def _hoist(function: Function) -> Hoist | None:
    draft, loss = function.draft, function.loss
    found = None
    for owner in draft.code.owners(statement_of(loss.backward[0])):
        site, root = draft.facts.site, draft.code.root
        sure = (is_sure(draft, o) and not may_be_empty(site, root, o) for o in loss.optimizers)
        if isinstance(owner, BRANCHES) and not all(sure):
            break
        if isinstance(owner, LOOPS):
            arguments = _arguments(function, owner)
            if arguments is None:
                break
            found = Hoist(owner, arguments)
    return found


def _arguments(function: Function, loop: ast.stmt) -> tuple[str, ...] | None:
    """What the function is given if it stands before ``loop``; None where it must not."""
    draft, loss = function.draft, function.loss
    nodes = list(own_nodes(loop))
    rebound = bound_names(loop) - _changed_by_hand(draft, loop)
    changing = [name for name in function.free if name in rebound]
    made = {n.name for n in nodes if isinstance(n, DEFINITIONS) and n not in function.inside}
    if (function.called | made) & set(changing):
        return None
    same = set(same_modes(function, loop))
    in_graph = draft.facts.site.target.mode == "GRAPH"
    back = list(given_back(function, loop, tuple(same))) if in_graph else []
    without = {mode for one in back for mode in one.modes}
    effects = Effects.of(function.facts, [node for node in nodes if node not in same], without)
    for optimizer in loss.optimizers:
        stored = any(_stores(rebound, effects, path) for path in _held(draft, optimizer))
        if stored or "add_param_group" in effects.methods:
            return None
    carried, in_place = set(loss.carried), set(changed_inputs(function.facts.site, loop))
    if carried & in_place:
        return None
    known = [n for n in changing if is_assigned(draft.code, loss.anchor, n)]
    passed = tuple(
        name
        for name in changing
        if name not in in_place
        and (name in carried or (name not in function.changed and name in known))
    )
    if in_graph and (
        len(passed) < len(changing)
        or function.hidden & rebound
        or not keeps_its_values(function, loop, passed, effects, [one.call for one in back])
    ):
        return None
    return passed


def _held(draft: Draft, optimizer: str) -> list[str]:
    return changed_by_hand(draft, optimizer) if optimizer in draft.hands else [optimizer]


def _stores(rebound: set[str], effects: Effects, path: str) -> bool:
    return root_of(path) in rebound or effects.stores(path)


def _changed_by_hand(draft: Draft, loop: ast.stmt) -> set[str]:
    """Tensors that the loop changes by hand: they stay the Parameters that they are."""
    leaves = [leaf for hand in draft.hands.values() for leaf in hand.leaves]
    inside = set(ast.walk(loop))
    return {leaf.path for leaf in leaves if draft.facts.updated[leaf] not in inside}


def is_sure(draft: Draft, optimizer: str) -> bool:
    """Whether there is an optimizer, also where a condition turns out not to hold."""
    code = draft.code
    tested = {
        path
        for node in ast.walk(code.root)
        if isinstance(node, ast.If | ast.IfExp | ast.While)
        for path in read_paths(node.test)
    }
    if optimizer in tested:
        return False
    if optimizer in code.parameters and isinstance(code.root, ast.FunctionDef):
        arguments = code.root.args
        given = [*arguments.posonlyargs, *arguments.args]
        plain = given[: len(given) - len(arguments.defaults)]
        return optimizer in {argument.arg for argument in plain}
    tree = draft.facts.site.document.tree
    assert tree is not None
    made = {call for call, _ in constructions(draft.facts, code, optimizer)}
    return any(
        isinstance(owner, ast.FunctionDef | ast.Module)
        and any(isinstance(s, ast.Assign) and s.value in made for s in _sure_statements(owner.body))
        for owner in ast.walk(tree)
    )


def _sure_statements(block: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block and of ``with`` in it; of a module also those of its main part."""
    found = []
    for statement in block:
        found.append(statement)
        if isinstance(statement, ast.With | ast.For) or _is_main(statement):
            found += _sure_statements(statement.body)  # type: ignore[attr-defined]
    return found


def _is_main(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)
