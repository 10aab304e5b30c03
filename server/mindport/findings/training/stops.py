"""``with torch.no_grad():`` inside of what becomes a function: what it gives is cut from its graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import changed_paths, stops_gradients
from mindport.findings.training.liveness import live_after
from mindport.findings.training.model import Draft, Stop
from mindport.findings.training.names import (
    bound_names,
    path_of,
    read_paths,
    root_of,
    stored_paths,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.part import Part
from mindport.nodes import find, name_of, walk
from mindport.symbols.values import UNKNOWN, argument_kind


def stop_of(draft: Draft, part: Part, block: ast.With) -> Stop | None:
    """The names of ``block`` that ``part``, the function to be, reads behind it; None where that
    is not all it gives.

    What only leaves the function with the loss takes no part in its gradients.
    """
    statements = part.statements
    code = draft.code
    if not _is_plain(draft, block) or block is statements[-1]:
        return None
    place = code.place(block)
    live = live_after(code.root.body, place.block, place.index, ())
    bound = _surely_bound(block)
    binds = {name for statement in block.body for name in bound_names(statement)}
    given = live & binds
    changed_parts = {path for s in block.body for path in stored_paths(s)} - binds
    earlier = _before(statements, block)
    filled = {path for path in changed_parts if root_of(path) not in bound}
    filled -= {path for path in filled if path.startswith("self.") and _is_left(part, block, path)}
    if not given <= bound or not all(_is_only_filled(p, earlier, block) for p in filled):
        return None
    given |= filled & live
    before = draft.graphs.after(earlier, {})
    changed = {path for s in block.body for path in changed_paths(draft.facts, s)}
    changed -= {name for name in changed - live if _is_fresh(draft, name)}
    behind = _read_behind(part, block)
    held = {path for path in before if root_of(path) in behind}
    if any(touches(c, path) for c in changed if root_of(c) not in bound for path in held):
        return None
    if given & {root_of(path) for path in draft.graphs.after([block], before)}:
        return None
    values = draft.facts.site.bindings.values
    reads = [node for name in given for node in _reads(draft, block, name)]
    if any(argument_kind(values.get(node, UNKNOWN)) in ("object", "module") for node in reads):
        return None
    return Stop(block, tuple(sorted(given & behind)))


def _read_behind(part: Part, block: ast.With) -> set[str]:
    """The names that the function reads behind ``block``; all that it reads where it runs again."""
    return {node.id for node in _behind(part, block) if isinstance(node, ast.Name)}


def _behind(part: Part, block: ast.With) -> Iterator[ast.expr]:
    loops = [s for s in part.statements if isinstance(s, LOOPS) and block in ast.walk(s)]
    first = min((loop.lineno for loop in loops), default=block.end_lineno or 0)
    nodes = (n for s in (*part.statements, *part.receivers) for n in ast.walk(s))
    return (n for n in nodes if isinstance(n, ast.expr) and n.lineno > first)


def _is_left(part: Part, block: ast.With, path: str) -> bool:
    """Whether an attribute that ``block`` sets, ``self.learning_rate``, is for later: the function
    reads it no more, and calls nothing that may."""
    nodes = list(_behind(part, block))
    inner = {node.value for node in nodes if isinstance(node, ast.Attribute | ast.Subscript)}
    reads = {read for node in nodes if node not in inner for read in read_paths(node)}
    calls = (path_of(node.func) for node in nodes if isinstance(node, ast.Call))
    own = any(called and called.startswith("self.") and called.count(".") == 1 for called in calls)
    return not own and not any(touches(path, read) for read in reads)


def _before(statements: Sequence[ast.stmt], block: ast.With) -> list[ast.stmt]:
    """What runs before ``block``, out of the ``with`` statements around it; a loop runs again."""
    found: list[ast.stmt] = []
    for statement in statements:
        if statement is block or statement.lineno > block.lineno:
            break
        if isinstance(statement, ast.With) and block in ast.walk(statement):
            return [*found, *_before(statement.body, block)]
        found.append(statement)
    return found


def _is_only_filled(name: str, earlier: Sequence[ast.stmt], block: ast.With) -> bool:
    """Whether a tensor is made in front of ``block`` and nothing but filled until its end, so that
    no other name stands for it: ``values = torch.zeros(n)``, ``values[mask] = net(x)``."""
    made = [s for s in earlier if isinstance(s, ast.Assign) and bound_names(s) == {name}]
    if not made or not isinstance(made[-1].value, ast.Call):
        return False
    since = [s for s in (*earlier, block) if s.lineno > made[-1].lineno]
    nodes = [node for statement in since for node in ast.walk(statement)]
    parts = {
        n.value for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)
    }
    return all(n in parts for n in nodes if isinstance(n, ast.Name) and n.id == name)


def _is_fresh(draft: Draft, name: str) -> bool:
    """Whether all that a name of the function is given are dicts and lists of its own."""
    root = draft.code.root
    if isinstance(root, ast.Module) or name in draft.code.parameters:
        return False
    stores = [n for n in find(root, ast.Name) if n.id == name and not isinstance(n.ctx, ast.Load)]
    displays = (ast.Dict, ast.List, ast.DictComp, ast.ListComp)
    made = [
        s
        for s in find(root, ast.Assign)
        if [path_of(target) for target in s.targets] == [name] and isinstance(s.value, displays)
    ]
    return len(stores) == len(made) > 0


def doubts(draft: Draft, stop: Stop) -> Iterator[Obstacle]:
    """Where it is not seen that a name stands for tensors, which alone can be cut off."""
    values = draft.facts.site.bindings.values
    for name in stop.names:
        kinds = {
            argument_kind(values.get(node, UNKNOWN)) for node in _reads(draft, stop.block, name)
        }
        if "" in kinds:
            yield Obstacle(stop.block, told.taken_for_tensor(name))


def _reads(draft: Draft, block: ast.With, name: str) -> list[ast.Name]:
    """Where a name is read behind ``block``."""
    return [
        node
        for node in ast.walk(draft.code.root)
        if isinstance(node, ast.Name)
        and node.id == name
        and node.lineno > (block.end_lineno or 0)
        and isinstance(node.ctx, ast.Load)
    ]


def blocks_before(draft: Draft) -> Iterator[Obstacle]:
    """Blocks in front of a backward call, whose headers must stay as long as that does."""
    code = draft.code
    backwards = [e.statement for e in draft.of("backward") if e.statement is not None]
    for node in walk(code.root):
        if not isinstance(node, ast.With) or not code.knows(node):
            continue
        if stops_gradients(draft.facts, node) and any(
            node.lineno < b.lineno and code.loop_of(node) is code.loop_of(b) for b in backwards
        ):
            yield Obstacle(node.items[0].context_expr, told.NO_GRAD_BEFORE)


def kept_by(facts: Facts, obstacles: Sequence[Obstacle]) -> Iterator[ast.AST]:
    """What stops gradients in the forward pass of a loop that stays: it must not go by itself."""
    inside = [o.node for o in obstacles if o.text in (told.NO_GRAD_INSIDE, told.NO_GRAD_BEFORE)]
    called = [o.node for o in obstacles if o.text == told.STOPS_INSIDE]
    names = {name_of(node.func) for node in called if isinstance(node, ast.Call)}
    yield from (node for outer in inside for node in ast.walk(outer))
    yield from (use.node for name in names for use in facts.stopping.get(name, ()))


def _is_plain(draft: Draft, block: ast.With) -> bool:
    """``with torch.no_grad():`` alone, in the function itself, with its body below."""
    return (
        stops_gradients(draft.facts, block)
        and len(block.items) == 1
        and block.items[0].optional_vars is None
        and draft.code.knows(block)
        and block.body[0].lineno > block.lineno
    )


def _surely_bound(block: ast.With) -> set[str]:
    return {
        name
        for statement in block.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for name in bound_names(statement)
    }
