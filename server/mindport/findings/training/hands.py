"""Steps without an optimizer: ``p -= lr * p.grad`` over a network's parameters or named tensors,
also in a function that is given them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.findings.training.called_hands import Stepper, listed_paths, steppers
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event, Hand
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import stops_gradients
from mindport.findings.training.leaves import Leaf, changed_tensor
from mindport.findings.training.names import bound_names, own_nodes, path_of
from mindport.findings.training.parameter_loops import (
    Header,
    headers_in,
    leaves_some_out,
    parameters_of,
)

SYMBOL = "torch.Tensor.grad"
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip
METHODS = frozenset({"add_", "sub_", "mul_", "div_", "clamp_", "copy_"})
CLEARS = (
    "{}.grad.zero_()",
    "{}.grad.data.zero_()",
    "{}.grad = None",
    "{}.grad.detach_()",
    "del {}.grad",
)
ASKED = ("{}.grad is not None", "{}.grad")


def hand_events(facts: Facts, code: Code, events: Sequence[Event]) -> Iterator[Event]:
    """What clears gradients or steps with them by hand beside the other ``events``."""
    if not any(event.kind == "backward" for event in events):
        return
    steps = any(event.kind == "step" for event in events)
    by_loop = False
    for node in own_nodes(code.root):
        if isinstance(node, ast.For) and code.knows(node):
            event = _loop(facts, code, node, steps and not _is_apart(code, node, events))
            if event is not None:
                by_loop |= event.kind == "step"
                yield event
    called = [] if steps or by_loop else list(_called(facts, code))
    yield from called
    if not steps and not by_loop and not called:
        yield from _leaves(facts, code, events)


def _is_apart(code: Code, loop: ast.For, events: Sequence[Event]) -> bool:
    """Whether it stands in a loop of the outermost block that computes gradients and in which no
    optimizer steps."""
    *_, outermost, _ = [loop, *code.owners(loop)]
    kinds = {
        event.kind
        for event in events
        if event.statement is not None
        and outermost in (event.statement, *code.owners(event.statement))
    }
    return (
        isinstance(outermost, ast.For | ast.While) and "backward" in kinds and "step" not in kinds
    )


def level_of(facts: Facts, code: Code, event: Event) -> Sequence[ast.stmt]:
    """The block of an event; of a step by hand that around the ``no_grad`` blocks around it."""
    statement = event.statement
    assert statement is not None
    return _level(facts, code, statement) if event.hand is not None else code.level(statement)


def _level(facts: Facts, code: Code, statement: ast.stmt) -> Sequence[ast.stmt]:
    while isinstance(owner := code.place(statement).owner, ast.With):
        if not stops_gradients(facts, owner):
            break
        statement = owner
    return code.place(statement).block


def _loop(facts: Facts, code: Code, loop: ast.For, steps: bool) -> Event | None:
    """``for p in net.parameters():`` that clears gradients, or that steps with them."""
    found = []
    for header in headers_in(code.root, loop.target, loop.iter):
        leaves = _listed(facts, code, listed_paths(header.listed)) if header.is_list else ()
        event = None if leaves is None else _of_header(facts, loop, header, steps, leaves)
        if event is not None:
            found.append(event)
    return found[0] if len(found) == 1 and not loop.orelse else None


def _listed(facts: Facts, code: Code, paths: Sequence[str]) -> tuple[Leaf, ...] | None:
    """The tensors of a list; None where one is not known to be made for its gradient alone."""
    known = {leaf.path: leaf for leaf in facts.updated if _is_of(code, leaf)}
    if not paths or not set(paths) <= known.keys() or "GPU" in facts.site.target.devices:
        return None
    return tuple(known[path] for path in paths)


def _called(facts: Facts, code: Code) -> Iterator[Event]:
    """``sgd([w, b], lr)``, a function of the file that changes what it is given."""
    tree = facts.site.document.tree
    assert tree is not None
    for stepper in steppers(tree).values():
        if stepper.function.name in facts.site.shared():
            continue  # other files call it as it is
        statement = code.statement(stepper.call) if stepper.call in code.expressions() else None
        if not isinstance(statement, ast.Expr) or statement.value is not stepper.call:
            continue
        network = parameters_of(stepper.given)
        leaves = None if network else _listed(facts, code, stepper.paths)
        if network is None and leaves is None:
            continue
        hands = _of_stepper(facts, stepper, leaves or ())
        on = network or f"[{', '.join(stepper.paths)}]"
        if hands is not None:
            yield Event("step", SYMBOL, stepper.call, statement, on, hand=hands)


def _of_stepper(facts: Facts, stepper: Stepper, leaves: tuple[Leaf, ...]) -> Hand | None:
    """What the loops of a function do together; None where they do not step, or leave it open."""
    found: list[Hand] = []
    for loop, header in stepper.loops:
        event = None if loop.orelse else _of_header(facts, loop, header, False, leaves, True)
        if event is None or event.hand is None:
            return None
        only_clears = event.kind == "zero"
        hand = event.hand if not only_clears else replace(event.hand, header=None, clears=(loop,))
        found.append(hand)
    steps = [hand for hand in found if hand.header is not None]
    if len(steps) != 1:
        return None
    inside = {node for loop, _ in stepper.loops for node in ast.walk(loop)}
    leaves_early = (ast.Return, ast.Yield, ast.YieldFrom, ast.Raise, ast.Await)
    if any(isinstance(n, leaves_early) for n in own_nodes(stepper.function) if n not in inside):
        return None
    clears = tuple(clear for hand in found for clear in hand.clears)
    return replace(steps[0], leaves=leaves, clears=clears, stepper=stepper)


def _of_header(
    facts: Facts,
    loop: ast.For,
    header: Header,
    steps: bool,
    leaves: tuple[Leaf, ...] = (),
    changes_all: bool = False,
) -> Event | None:
    """``changes_all``: each of its statements that changes a tensor is written anew."""
    name = header.variable.id
    clears = list(_clears(loop.body, name))
    cleared = {node for clear in clears for node in ast.walk(clear)}
    nodes = [node for statement in loop.body for node in ast.walk(statement)]
    reads = [
        node
        for node in nodes
        if isinstance(node, ast.Attribute)
        and path_of(node) == f"{name}.grad"
        and node not in cleared
    ]
    if clears and not reads and all(_is_clear(s, name) for s in loop.body):
        hand = Hand(header, clears=tuple(clears))
        return Event("zero", SYMBOL, _as_call(header), loop, header.network, hand=hand)
    if steps or not reads or not any(changed_tensor(node) == name for node in nodes):
        return None
    last = max(read.lineno for read in reads)
    leaving = any(isinstance(n, ast.Continue | ast.Break | ast.Return) for n in nodes)
    if any(clear.lineno <= last for clear in clears) or (clears and leaving):
        return None
    if leaves_some_out(header, loop):
        return None
    rebound = [n for n in nodes if isinstance(n, ast.Assign) and name in bound_names(n)]
    if rebound or any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in nodes):
        return None
    changes = [
        node
        for node in nodes
        if isinstance(node, ast.stmt)
        and changed_tensor(node) == name
        and (
            leaves
            or changes_all
            or (isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute))
        )
    ]
    if not all(map(_is_known, changes)):
        return None
    if changes and "GPU" in facts.site.target.devices:
        return None
    found = tuple((read, 0) for read in reads)
    hand = Hand(header, leaves, found, tuple(clears), tuple(changes))
    return Event("step", SYMBOL, _as_call(header), loop, header.network, hand=hand)


def _as_call(header: Header) -> ast.Call:
    """What stands for the event: the call that gives the parameters."""
    listed = header.listed
    return (
        listed
        if isinstance(listed, ast.Call)
        else ast.copy_location(ast.Call(listed, [], []), listed)
    )


def _clears(block: Sequence[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """The statements of a block, and of ``no_grad`` in it, that clear a tensor's gradient."""
    for statement in block:
        if _is_clear(statement, name):
            yield statement
        elif isinstance(statement, ast.With) or (
            isinstance(statement, ast.If)
            and not statement.orelse
            and _is_one_of(statement.test, ASKED, name)
        ):
            yield from _clears(statement.body, name)


def _is_clear(statement: ast.stmt, name: str) -> bool:
    """``p.grad.zero_()``, ``p.grad = None``, and ``if p.grad is not None:`` around them."""
    if isinstance(statement, ast.If) and not statement.orelse:
        asks = _is_one_of(statement.test, ASKED, name)
        return asks and all(_is_clear(inner, name) for inner in statement.body)
    return _is_one_of(statement, CLEARS, name)


def _is_one_of(node: ast.AST, forms: Sequence[str], name: str) -> bool:
    return ast.unparse(node) in [form.format(name) for form in forms]


def _leaves(facts: Facts, code: Code, events: Sequence[Event]) -> Iterator[Event]:
    """``w -= lr * w.grad`` for tensors with names of their own."""
    if "GPU" in facts.site.target.devices:  # copy_ of a Parameter is not known to work there
        return
    backwards = [event for event in events if event.kind == "backward"]
    backward = backwards[0].statement
    if len(backwards) != 1 or backward is None or any(event.kind != "backward" for event in events):
        return
    found = {leaf.path: leaf for leaf in facts.updated if _is_of(code, leaf)}
    reads = [n for n in code.expressions() if isinstance(n, ast.Attribute) and n.attr == "grad"]
    reads.sort(key=lambda node: (node.lineno, node.col_offset))
    names = list(dict.fromkeys(path_of(read.value) or "" for read in reads))
    block = code.place(backward).block
    changes = [
        statement
        for node in own_nodes(code.root)
        if (path := changed_tensor(node)) in names
        and (statement := _statement(code, node)) is not None
        and path is not None
    ]
    clears = {name: _clears_in(facts, code, block, name) for name in names}
    cleared = {n for some in clears.values() for clear in some for n in ast.walk(clear)}
    reads = [read for read in reads if read not in cleared]
    changes = [s for s in changes if s not in cleared]
    if not changes or not set(names) <= found.keys():
        return
    if not all(map(_is_known, changes)):
        return
    for statement in (*changes, *filter(None, map(code.statement, reads))):
        inside = code.holds(block, statement)
        if not inside or statement.lineno <= backward.lineno:
            return
    if any(_level(facts, code, change) is not block for change in changes):
        return
    again = not isinstance(code.root, ast.Module) or code.loop_of(backward) is not None
    for name in names:
        mine = [r.lineno for r in reads if path_of(r.value) == name]
        outside = all(
            c.lineno < backward.lineno or c.lineno > max(mine, default=0) for c in clears[name]
        )
        if not outside or (again and not clears[name]):
            return
    if _may_leave(code, block, backward, max(s.lineno for s in changes)):
        return
    hand = Hand(
        None,
        tuple(found[name] for name in names),
        tuple((read, names.index(path_of(read.value) or "")) for read in reads),
        tuple(clear for some in clears.values() for clear in some),
        tuple(changes),
    )
    first = min(changes, key=lambda s: s.lineno)
    call = ast.copy_location(ast.Call(reads[0], [], []), first)
    yield Event("step", SYMBOL, call, first, f"[{', '.join(names)}]", hand=hand)


def _is_known(change: ast.stmt) -> bool:
    """Whether MindSpore has a method or an operator that gives the changed tensor."""
    match change:
        case ast.AugAssign(op=op):
            return type(op) in SIGNS
        case ast.Expr(ast.Call(ast.Attribute(attr=method))):
            return method in METHODS
    return True


def _is_of(code: Code, leaf: Leaf) -> bool:
    """Whether a name stands for the leaf in this function."""
    if leaf.root is code.root or "." in leaf.path:
        return True
    bound = {
        name
        for statement in code.root.body
        for node in own_nodes(statement)
        if not isinstance(node, ast.AugAssign)
        for name in (bound_names(node) if isinstance(node, ast.stmt) else ())
    }
    return (
        isinstance(leaf.root, ast.Module)
        and leaf.path not in code.parameters
        and (leaf.path not in bound or _is_global(code, leaf.path))
    )


def _is_global(code: Code, name: str) -> bool:
    return any(isinstance(n, ast.Global) and name in n.names for n in own_nodes(code.root))


def _statement(code: Code, node: ast.AST) -> ast.stmt | None:
    return node if isinstance(node, ast.stmt) and code.knows(node) else None


def _clears_in(facts: Facts, code: Code, block: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
    """What clears a gradient each time that ``block`` runs."""
    found = []
    for statement in block:
        inner = statement.body if isinstance(statement, ast.With) else [statement]
        if isinstance(statement, ast.With) and not stops_gradients(facts, statement):
            continue
        found += [s for s in inner if _is_clear(s, name)]
    return found


def _may_leave(code: Code, block: Sequence[ast.stmt], first: ast.stmt, last: int) -> bool:
    """Whether the block may be left between the gradients and the end of the step."""
    return any(
        isinstance(node, ast.Return | ast.Break | ast.Continue | ast.Raise)
        for statement in block
        if first.lineno <= statement.lineno <= last
        for node in own_nodes(statement)
    )
