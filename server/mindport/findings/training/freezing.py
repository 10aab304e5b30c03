"""Parameters that get no gradient: torch leaves them alone, MindSpore goes on with zeros.

With a gradient of zeros, momentum and weight decay still move a parameter. Measured with MindSpore
2.7.2, 2.8.0, 2.9.0 and 2.10.0 on a CPU: for a weight that is frozen, before or after the first call,
value_and_grad gives zeros in PyNative mode, and its gradient in graph mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training import obstacles as told
from mindport.findings.training.holders import all_names_of, constructions, networks_of
from mindport.findings.training.model import Draft, Update, statement_of
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    own_nodes,
    path_of,
    root_of,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.part import Part
from mindport.findings.training.toggles import Toggle, is_trained_again, toggles_of
from mindport.nodes import assigned_pairs, find, function_around, name_of
from mindport.symbols.copied import copied_networks
from mindport.symbols.thawed import leaves_frozen, made_by_calls

OF_LAYERS = frozenset({"weight", "bias", "parameters", "named_parameters"})
HELPERS = frozenset({"all_parameters", "named_parameters"})
LISTS = frozenset({"ModuleList", "CellList"})
MOVING = frozenset({"weight_decay", "momentum"})


def frozen_later(draft: Draft, parts: Sequence[Part]) -> Iterator[Obstacle]:
    """Where this function freezes something behind the place at which it makes an optimizer.

    What is frozen between two steps of optimizers that leave such parameters alone is none.
    """
    optimizers = {step.on or "" for step in draft.of("step")}
    inside = set(ast.walk(draft.code.root))
    tree = draft.facts.site.document.tree
    assert tree is not None
    places = {optimizer: _made_at(draft, tree, optimizer) for optimizer in optimizers}
    made = [place.lineno for calls in places.values() for place in calls if place in inside]
    if not made and isinstance(draft.code.root, ast.Module):
        return
    first = min(made, default=0)
    follow = all(
        bool(calls)
        and all(
            leaves_frozen(tree, call, draft.facts.site.beside.freezing) for call in calls.values()
        )
        for calls in places.values()
    )
    spans = [(part.anchor.lineno, _last_line(draft, part)) for part in parts]

    def comes_later(node: ast.stmt | ast.expr) -> bool:
        return node.lineno > first and (not made or _steps_follow(draft, node))

    def counts(node: ast.stmt | ast.expr) -> bool:
        if follow and not any(begin <= node.lineno <= end for begin, end in spans):
            return False
        return comes_later(node)

    later = [t for t in toggles_of(draft) if comes_later(t.statement)]
    toggles = [t for t in later if counts(t.statement)]
    known: set[ast.AST] = set()
    held = [all_names_of(draft, optimizer) for optimizer in optimizers]
    for toggle in toggles:
        if is_trained_again(draft, toggle, later, parts):
            known |= set(ast.walk(toggle.statement))
        elif _is_called(draft, toggle, held):
            yield Obstacle(toggle.statement, told.FROZEN_LATER)
    leaves = {leaf.path for hand in draft.hands.values() for leaf in hand.leaves}
    for node in inside - known:
        if not isinstance(node, ast.Attribute) or not _freezes(node) or not counts(node):
            continue
        if path_of(node.value) in leaves:
            continue
        if not _is_elsewhere(draft, node.value, held) and not _is_input(draft, node.value):
            yield Obstacle(node, told.FROZEN_LATER)


def _made_at(draft: Draft, tree: ast.Module, optimizer: str) -> dict[ast.Call, ast.Call]:
    """Where an optimizer is made, each place with the call of its class: the same, or one in a
    function of the file that is called there and gives the optimizer back."""
    own = [call for call, _ in constructions(draft.facts, draft.code, optimizer)]
    if own:
        return {call: call for call in own}
    given = [
        value
        for assigned in find(draft.code.root, ast.Assign)
        for target, value in assigned_pairs(assigned)
        if path_of(target) == optimizer
    ]
    called = made_by_calls(tree)
    made = {value: called[value] for value in given if value in called}
    return made if len(made) == len(given) else {}


def _last_line(draft: Draft, part: Part) -> int:
    """The line of the first step behind the backward calls of a part, or of the last of them."""
    last = statement_of(part.events[-1]).lineno
    return min((e.call.lineno for e in draft.of("step") if e.call.lineno >= last), default=last)


def _steps_follow(draft: Draft, node: ast.stmt | ast.expr) -> bool:
    """Whether a step may come behind ``node`` with the optimizer of before: none does where training
    is over, or goes on with another."""
    calls = [event.call for event in draft.events]
    behind = [call for call in calls if node.lineno <= (call.end_lineno or call.lineno)]
    if any(not _is_made_anew(draft, node, call) for call in behind):
        return True
    loops = (n for n in ast.walk(draft.code.root) if isinstance(n, ast.For | ast.While))
    return any(
        node in around and not around.isdisjoint(calls)
        for around in (set(ast.walk(loop)) for loop in loops)
    )


def _is_made_anew(draft: Draft, node: ast.stmt | ast.expr, call: ast.Call) -> bool:
    """Whether all optimizers that step behind ``node`` are made between it and ``call``."""
    code = draft.code
    stepping = {e.on or "" for e in draft.of("step") if node.lineno <= e.call.lineno}
    statement = code.statement(call)
    if not stepping or statement is None:
        return False
    before = code.surely_before(statement)
    values = {getattr(one, "value", None) for one in before if one.lineno > node.lineno}
    return all(
        any(made in values for made, _ in constructions(draft.facts, code, optimizer))
        for optimizer in stepping
    )


def _is_called(draft: Draft, toggle: Toggle, held: Sequence[frozenset[str] | None]) -> bool:
    """Whether a function freezes what an optimizer may hold."""
    if any(isinstance(n, ast.Attribute) and _freezes(n) for n in ast.walk(toggle.statement)):
        return False
    return not toggle.networks or any(
        networks is None
        or any(touches(one, other) for one in networks for other in toggle.networks)
        for networks in held
    )


def _is_elsewhere(draft: Draft, node: ast.expr, held: list[frozenset[str] | None]) -> bool:
    """Whether something is no parameter that an optimizer holds, as far as can be seen.

    It is a tensor that is made here, or belongs to a network that no optimizer was given.
    """
    path = path_of(node)
    if path is None:
        return not any(isinstance(n, ast.Attribute) and n.attr in OF_LAYERS for n in ast.walk(node))
    sources = list(_looped_over(draft, path, node))
    if not sources and path in draft.facts.networks:
        sources = [path]
    if not sources:
        return isinstance(node, ast.Name) and _is_made(draft, path)
    tree = draft.facts.site.document.tree
    assert tree is not None
    copied = copied_networks(tree)
    return all(
        networks is not None and not any(touches(network, source) for network in networks)
        for source in sources
        if not any(touches(copy, source) for copy in copied)
        for networks in held
    )


def _is_input(draft: Draft, node: ast.expr) -> bool:
    """Whether a name is what ``autograd.grad`` of the same function differentiates by, or what
    ``x.grad`` is read of there and no loop gives."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    around = function_around(tree, node) or tree
    if not isinstance(node, ast.Name):
        return False
    targets = [loop.target for loop in find(around, ast.For)]
    targets += [loop.target for loop in find(around, ast.comprehension)]
    looped = any(node.id in bound_names(target) for target in targets)
    if isinstance(around, ast.FunctionDef) and not looped:
        path = f"{node.id}.grad"
        if any(path_of(read) == path for read in find(around, ast.Attribute)):
            return True
    return any(
        name_of(call.func) == "grad"
        and any(
            isinstance(inner, ast.Name) and inner.id == node.id
            for given in (*call.args[1:2], *(k.value for k in call.keywords if k.arg == "inputs"))
            for inner in ast.walk(given)
        )
        for call in find(around, ast.Call)
    )


def _looped_over(draft: Draft, name: str, place: ast.expr) -> Iterator[str]:
    """``net`` of ``for p in net.parameters()`` and ``for _, p in net.named_parameters()``, and of
    what a fix makes of them: of the loop around a place, or of all that bind the name."""
    loops = [one for one in find(draft.code.root, ast.For) if name in bound_names(one.target)]
    around = [one for one in loops if any(node is place for node in ast.walk(one))]
    for node in around[-1:] or loops:
        called = node.iter.func if isinstance(node.iter, ast.Call) else node.iter
        helped = isinstance(called, ast.Name) and called.id in HELPERS
        if helped and isinstance(node.iter, ast.Call) and node.iter.args:
            yield path_of(node.iter.args[0]) or ""
        else:
            yield (path_of(called) or "").rpartition(".")[0]


def _is_made(draft: Draft, name: str) -> bool:
    """Whether a name always stands for what a call gives, and not for what something holds."""
    found = [
        node.value
        for node in ast.walk(draft.code.root)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and any(name in bound_names(t) for t in _assigned(node))
    ]
    parameters = {a.arg for n in ast.walk(draft.code.root) if isinstance(n, ast.arguments)
                  for a in ast.walk(n) if isinstance(a, ast.arg)}  # fmt: skip
    return (
        bool(found)
        and name not in parameters
        and all(
            isinstance(value, ast.Call)
            and (not isinstance(value.func, ast.Name) or _is_of_data(value))
            for value in found
        )
    )


def _is_of_data(call: ast.Call) -> bool:
    """``next(loader)``, not ``next(net.parameters())``."""
    names = {name_of(node) for node in ast.walk(call)}
    return name_of(call.func) == "next" and names.isdisjoint(OF_LAYERS)


def _assigned(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _freezes(node: ast.Attribute) -> bool:
    return node.attr == "requires_grad_" or (
        node.attr == "requires_grad" and isinstance(node.ctx, ast.Store)
    )


def left_out(draft: Draft, updates: list[Update]) -> Iterator[Obstacle]:
    """Networks that an optimizer holds and that the losses of a step do not use."""
    for update in updates:
        own = {backward for loss in update.losses for backward in loss.backward}
        others = set().union(*(reads for event, reads in draft.reads.items() if event not in own))
        networks = networks_of(draft, update.optimizer, update.step.call) or frozenset()
        nodes = [node for loss in update.losses for node in loss.nodes]
        reads = set().union(*(_sure_reads(node) for node in nodes))
        reads |= _through_functions(draft, nodes)
        for network in sorted(networks):
            if any(touches(network, read) for read in reads) or _is_listed(draft, network, reads):
                continue
            if _is_wrapped(draft, network, reads):
                draft.doubts.append(Obstacle(update.step.call, told.used_inside(network)))
                continue
            elsewhere = any(touches(network, read) for read in others)
            hand = update.step.hand
            only_read = hand is not None and hand.is_read
            if elsewhere or only_read or moves(draft, update.optimizer):
                yield Obstacle(update.step.call, told.left_out(network))


def _is_listed(draft: Draft, network: str, reads: set[str]) -> bool:
    """Whether it is a list of networks all of which are used: ``both = nn.ModuleList([a, b])``."""
    for node in own_nodes(draft.code.root):
        match node:
            case ast.Assign([target], ast.Call(function, [listed], [])) if (
                path_of(target) == network and name_of(function) in LISTS
            ):
                items = listed.elts if isinstance(listed, ast.List | ast.Tuple) else [listed]
                paths = [path_of(item) for item in items]
                return all(p and any(touches(p, read) for read in reads) for p in paths)
    return False


def _is_wrapped(draft: Draft, network: str, reads: set[str]) -> bool:
    """Whether a network that was made of this one is used: ``diffusion = Diffusion(model)``."""
    return any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and name_of(node.value.func)[:1].isupper()
        and any(
            touches(path, read) for path in map(path_of, node.targets) if path for read in reads
        )
        and network in map(path_of, node.value.args)
        for node in own_nodes(draft.code.root)
    )


def _through_functions(
    draft: Draft, nodes: Sequence[ast.AST], known: frozenset[ast.AST] = frozenset()
) -> set[str]:
    """What the file's functions surely read of ``self`` and of the module, where they are called.

    Where a method of several classes may be called, what each of them reads.
    """
    found: set[str] = set()
    for call in (call for node in nodes for call in _sure_calls(node)):
        functions = _functions_of(draft, call)
        if functions and not known & set(functions):
            each = (_reads_of(draft, function, known | {function}) for function in functions)
            found |= set.intersection(*each)
    return found


def _reads_of(draft: Draft, function: ast.FunctionDef, known: frozenset[ast.AST]) -> set[str]:
    own = {name for statement in function.body for name in bound_names(statement)}
    own |= {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)} - {"self"}
    reads = set().union(*map(_sure_reads, function.body))
    outer = {path for path in reads if root_of(path) not in own}
    return outer | _through_functions(draft, function.body, known)


def _functions_of(draft: Draft, call: ast.Call) -> list[ast.FunctionDef]:
    """``self.compute(x)`` and ``compute(x)``: the functions of the file that this may call.

    None where one of them may be something else by its decorators, or by an attribute's value.
    """
    functions = draft.facts.functions.get(name_of(call.func), [])
    is_method = isinstance(call.func, ast.Attribute)
    if isinstance(call.func, ast.Name):
        functions = [f for f in functions if draft.code.knows(f)] or functions
        functions = functions if len(functions) == 1 else []
    elif (
        path_of(call.func) != f"self.{name_of(call.func)}"
        or name_of(call.func) in draft.facts.assigned
    ):
        return []
    functions = [f for f in functions if draft.facts.may_be_called(call, f)]
    for function in functions:
        arguments = function.args.args
        if (bool(arguments) and arguments[0].arg == "self") != is_method:
            return []
        if not all(map(_keeps_calls, function.decorator_list)):
            return []
    return functions


def _keeps_calls(decorator: ast.expr) -> bool:
    """``@autocast()``: it changes the precision of a function, and nothing else."""
    return isinstance(decorator, ast.Call) and name_of(decorator.func) == "autocast"


def _sure_calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that are made whichever way the conditions in ``node`` turn out."""
    branches: list[ast.AST] = []
    if isinstance(node, ast.If | ast.IfExp):
        branches = [node.test]
    elif not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
        if isinstance(node, ast.Call):
            yield node
        branches = list(ast.iter_child_nodes(node))
    for branch in branches:
        yield from _sure_calls(branch)


def _sure_reads(node: ast.AST) -> set[str]:
    """The paths that are read whichever way the conditions in ``node`` turn out."""
    if isinstance(node, ast.If):
        branches = [
            set().union(*(_sure_reads(statement) for statement in block))
            for block in (node.body, node.orelse)
        ]
        return graph_paths(node.test) | (branches[0] & branches[1])
    if isinstance(node, ast.IfExp):
        return graph_paths(node.test) | (_sure_reads(node.body) & _sure_reads(node.orelse))
    if isinstance(node, ast.stmt) or not isinstance(node, ast.expr):
        return set().union(*map(_sure_reads, ast.iter_child_nodes(node)))
    if any(isinstance(inner, ast.IfExp) for inner in ast.walk(node)):
        return set().union(*map(_sure_reads, ast.iter_child_nodes(node)))
    return graph_paths(node)


def moves(draft: Draft, optimizer: str) -> bool:
    """Whether an optimizer moves parameters whose gradient has always been zero."""
    return any(
        (ast.unparse(call.func).endswith("AdamW") and not _has_no_decay(call))
        or any(
            (keyword.arg in MOVING and not _is_zero(keyword.value)) or keyword.arg is None
            for keyword in call.keywords
        )
        or any(_sets_motion(node) for node in ast.walk(call))
        or len(call.args) > 2
        for call, _ in constructions(draft.facts, draft.code, optimizer)
    )


def _sets_motion(node: ast.AST) -> bool:
    """Whether a group of parameters has its own decay or momentum: ``{"weight_decay": 1e-2}``."""
    return isinstance(node, ast.Dict) and any(
        isinstance(key, ast.Constant) and key.value in MOVING and not _is_zero(value)
        for key, value in zip(node.keys, node.values, strict=True)
    )


def _has_no_decay(call: ast.Call) -> bool:
    return any(k.arg == "weight_decay" and _is_zero(k.value) for k in call.keywords)


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0
