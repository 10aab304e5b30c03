"""Which networks' parameters an optimizer holds, as far as the source tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from mindport.findings.training.called_hands import only_calls
from mindport.findings.training.code import LOOPS, Code
from mindport.findings.training.facts import Facts
from mindport.findings.training.filled_lists import networks_filled
from mindport.findings.training.local_names import (
    held_under_names,
    in_local_names,
    local_names,
)
from mindport.findings.training.model import Draft
from mindport.findings.training.names import bound_names, is_inside, own_nodes, path_of, root_of
from mindport.findings.training.obstacles import Obstacle, holds_parameters
from mindport.findings.training.parameter_loops import KEEP, networks_in
from mindport.nodes import argument_of, assigned_pairs, default_of, find, function_around, name_of
from mindport.symbols.expressions import OPTIMIZER_CLASS
from mindport.symbols.torch_api import load as load_torch
from mindport.symbols.trained import trained
from mindport.symbols.values import UNKNOWN, ClassInfo

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
OPTIMIZER = "torch.optim.Optimizer"
KINDS = frozenset({"net", "network", "model", "module", "opt", "optim", "optimizer", "optimiser"})


def holds_just(draft: Draft, optimizer: str, wanted: frozenset[str]) -> bool | None:
    """Whether an optimizer holds the parameters of some networks and no others; None: not seen."""
    networks = networks_of(draft, optimizer)
    if networks is None:
        shown = given_networks(draft, optimizer) if _calls(draft)[1] else None
        return True if shown is not None and shown == wanted else None
    wanted = _by_own_names(draft, wanted)
    if networks == wanted:
        return True
    if _are_parts(networks - wanted, wanted - networks):
        whole = (_is_whole(draft.facts, network, networks) for network in wanted - networks)
        return True if all(whole) else None
    if all(root_of(network) == "self" for network in networks | wanted):
        return False
    # A parameter of the function may be any network.
    return None if any(root_of(network) in draft.code.parameters for network in wanted) else False


def _are_parts(parts: frozenset[str], wholes: frozenset[str]) -> bool:
    """Whether all are parts of networks, and each network has some: ``net.body``, ``net[0]``."""
    of = [{whole for whole in wholes if is_inside(part, whole)} for part in parts]
    return bool(parts) and all(of) and set().union(*of) == wholes


def _is_whole(facts: Facts, network: str, held: frozenset[str]) -> bool:
    """Whether what an optimizer holds are all the layers that the network's class has."""
    layers = facts.layers_of(network)
    return layers is not None and all(f"{network}.{name}" in held for name in layers)


def is_named_after(draft: Draft, optimizer: str, network: str) -> bool:
    """Whether an optimizer is named after a network, and no other that steps is: ``optimizerD``."""
    steps = {event.on or "" for event in draft.of("step")}
    own = words_of(network)
    return bool(own) and [step for step in steps if words_of(step) == own] == [optimizer]


def words_of(path: str) -> tuple[str, ...]:
    """``("self", "g")`` for ``self.netG``, ``self.optimizer_G`` and ``self.G``."""
    *parents, last = path.split(".")
    found = [word.lower() for word in WORDS.findall(last)]
    words = [word for word in found if word not in KINDS]
    return (*parents, *words) if words else ()


def networks_of(draft: Draft, optimizer: str, at: ast.Call | None = None) -> frozenset[str] | None:
    """The paths of the networks that an optimizer was given; None when that cannot be seen.

    With ``at``, a call on it, what the one was given that the name stands for there. A step by hand
    changes those that it names.
    """
    facts, code = draft.facts, draft.code
    if optimizer in draft.hands:
        return frozenset(changed_by_hand(draft, optimizer))
    if _is_given(draft, optimizer):
        return None
    found: set[str] = set()
    calls = list(constructions(facts, code, optimizer))
    if at is not None and len(calls) > 1:
        meant = _reaching(code, [call for call, _ in calls], at)
        calls = [(call, renamed) for call, renamed in calls if call in meant]
    for call, renamed in calls:
        tree = facts.site.document.tree
        scope = None if tree is None else function_around(tree, call) or tree
        networks = _networks_listed(facts, call, scope)
        if networks is None:
            return None
        found |= {renamed.get(name, name) for name in networks}
    return _by_own_names(draft, found) if calls else None


def _networks_listed(facts: Facts, call: ast.Call, scope: ast.AST | None) -> frozenset[str] | None:
    """The networks of the parameters that a call that makes an optimizer is given, in the function or
    module ``scope``."""
    given = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == "params":
            given = keyword.value
    networks = None if given is None else networks_in(given, facts.parameters)
    while isinstance(given, ast.Call) and len(given.args) == 1 and name_of(given.func) in KEEP:
        given = given.args[0]  # list(dict.fromkeys(params))
    if networks is None and isinstance(given, ast.Name) and scope is not None:
        networks = networks_filled(scope, given.id, facts.parameters, facts.functions)
    return networks


def _by_own_names(draft: Draft, paths: Iterable[str]) -> frozenset[str]:
    """``model`` for ``self.model``, where the function says so and reads it by its own name."""
    own = local_names(draft.code.root, draft.facts.functions)
    return frozenset(in_local_names(path, own) for path in paths)


def all_names_of(draft: Draft, optimizer: str) -> frozenset[str] | None:
    """As ``networks_of``, with the attributes for which the function has names of its own."""
    networks = networks_of(draft, optimizer)
    if networks is None:
        return None
    held = held_under_names(draft.code.root)
    return networks | {in_local_names(path, held) for path in networks}


def makers_of(draft: Draft, optimizer: str, at: ast.Call) -> tuple[ast.Call, ...]:
    """The calls of which one made what an optimizer's name stands for ``at`` a call on it."""
    made = [call for call, _ in constructions(draft.facts, draft.code, optimizer)]
    return tuple(_reaching(draft.code, made, at) if len(made) > 1 else made)


def likely_networks(draft: Draft, optimizer: str) -> frozenset[str] | None:
    """The networks whose parameters the one call that makes an optimizer is given, in this file or in
    a class of another one that the class around extends."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    found = [
        networks
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and optimizer in map(path_of, node.targets)
        for argument in (*node.value.args, *(k.value for k in node.value.keywords))
        if (networks := networks_in(argument)) is not None
    ]
    owner, _, name = optimizer.rpartition(".")
    if not found and owner == "self":
        inherited = (trained(info).get(name) for info in draft.facts.ancestors(draft.code.root))
        found = [frozenset({f"self.{network}"}) for network in inherited if network is not None]
    return found[0] if len(found) == 1 else None


def seen_networks(draft: Draft, optimizer: str, at: ast.Call) -> frozenset[str] | None:
    """The networks of an optimizer; of one that the function is given, as the calls of the file give it,
    which is to be checked where others may call it, too."""
    if not _is_given(draft, optimizer):
        return networks_of(draft, optimizer, at)
    networks = given_networks(draft, optimizer)
    if networks is not None and not _calls(draft)[1]:
        doubt = Obstacle(at, holds_parameters(optimizer, ", ".join(sorted(networks))))
        draft.doubts.extend(one for one in (doubt,) if one not in draft.doubts)
    return networks


def _is_given(draft: Draft, optimizer: str) -> bool:
    return root_of(optimizer) in draft.code.parameters - {"self"}


def _calls(draft: Draft) -> tuple[list[tuple[ast.Module, ast.Call]], bool]:
    """The calls of the function in all files, each with its file's tree, and whether these are all: it
    is one of the module's own, and nothing but calls names it anywhere."""
    tree, function = draft.facts.site.document.tree, draft.code.root
    if tree is None or not isinstance(function, ast.FunctionDef):
        return [], False
    own = only_calls(tree, function.name)
    others = draft.facts.site.beside.calls(function.name) if function in tree.body else None
    found = [*((tree, call) for call in own or ()), *(others or ())]
    return found, own is not None and others is not None


def given_networks(draft: Draft, optimizer: str) -> frozenset[str] | None:
    """The networks of an optimizer that the function is given, by the parameters for them, as all
    calls that are seen give both."""
    function = draft.code.root
    if not isinstance(function, ast.FunctionDef):
        return None
    names = [argument.arg for argument in function.args.args]
    calls, _ = _calls(draft)
    found = {_given_in(draft, call, names, optimizer, tree) for tree, call in calls}
    networks = found.pop() if len(found) == 1 else None
    bound = {name for statement in function.body for name in bound_names(statement)}
    return None if networks is None or bound & {optimizer, *networks} else networks


def _given_in(
    draft: Draft, call: ast.Call, names: list[str], optimizer: str, tree: ast.Module
) -> frozenset[str] | None:
    """As one call gives them, of optimizers that the function around it, or the module, makes."""
    given = {
        name: path_of(argument)
        for place, name in enumerate(names)
        if (argument := argument_of(call, names, place)) is not None
    }
    path, scope = given.get(optimizer), function_around(tree, call) or tree
    made = [] if path is None else [*_makers(draft.facts, own_nodes(scope), path, tree)]
    called = {given_path: name for name, given_path in given.items()}
    found = {_held_in(draft, statement, maker, scope, tree) for statement, maker in made}
    held = found.pop() if len(found) == 1 else None  # of all branches that make one
    if not held or not held <= called.keys():
        return None
    return frozenset(called[network] for network in held)


def _held_in(
    draft: Draft, made: ast.Assign, maker: ast.Call, scope: ast.AST, tree: ast.Module
) -> frozenset[str] | None:
    """The networks that an optimizer is made of in another function, if they stay what they are."""
    networks = _networks_listed(draft.facts, maker, scope)
    renamed = _aliases(tree, made)
    held = frozenset(renamed.get(network, network) for network in networks or ())
    return held if all(_is_kept(scope, network, made) for network in held) else None


def _is_kept(scope: ast.AST, network: str, made: ast.Assign) -> bool:
    """Whether a network gets no other one's place behind what makes an optimizer of it."""
    values = [
        value
        for node in own_nodes(scope)
        if isinstance(node, ast.Assign) and node.lineno > made.lineno
        for target, value in assigned_pairs(node)
        if path_of(target) == network
    ]
    return _stays(network, [ast.Name(network), *values])


def _reaching(code: Code, made: list[ast.Call], at: ast.Call) -> list[ast.Call]:
    """The calls of which one made what a name stands for ``at`` a place."""
    statement = code.statement(at)
    if statement is None:
        return made
    values = {getattr(before, "value", None) for before in code.surely_before(statement)}
    last = max((call for call in made if call in values), key=lambda c: c.lineno, default=None)
    loops = [set(ast.walk(o)) for o in code.owners(statement) if isinstance(o, LOOPS)]
    if last is None or any(last not in loop and not loop.isdisjoint(made) for loop in loops):
        return made
    return [call for call in made if last.lineno <= call.lineno < at.lineno]


def changed_by_hand(draft: Draft, on: str) -> list[str]:
    """The paths of the network or of the tensors that a step by hand changes."""
    return [leaf.path for leaf in draft.hands[on].leaves] or [on]


def constructions(
    facts: Facts, code: Code, optimizer: str
) -> Iterator[tuple[ast.Call, dict[str, str]]]:
    """The calls that make an optimizer, each with the attributes that its function gives names."""
    tree = facts.site.document.tree
    assert tree is not None
    optimizer = held_under_names(code.root).get(optimizer, optimizer)
    local = list(_makers(facts, ast.walk(code.root), optimizer))
    for statement, call in local or _makers(facts, _in_reach(tree, code, optimizer), optimizer):
        yield call, _aliases(tree, statement)


def _in_reach(tree: ast.Module, code: Code, path: str) -> Iterator[ast.AST]:
    """Where a path may get its value outside of the function: of plain names only what is around it.

    What another function calls ``optimizer`` for itself is another one.
    """
    if "." in path:
        yield from ast.walk(tree)
    elif path not in {name for s in code.root.body for name in bound_names(s)}:
        yield from own_nodes(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and code.root in ast.walk(node):
                yield from own_nodes(node)


def _makers(
    facts: Facts, nodes: Iterable[ast.AST], optimizer: str, tree: ast.Module | None = None
) -> Iterator[tuple[ast.Assign, ast.Call]]:
    """The statements that give an optimizer its name, each with the call that makes it.

    ``tree`` is that of the file in which they stand: of another one's calls no symbols are known.
    """
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            call = _item_of(node.value, (path_of(target) or ""), optimizer)
            if not isinstance(call, ast.Call):
                continue
            if _is_optimizers(facts, call) or (tree and name_of(call.func) in _optimizers_of(tree)):
                yield node, call


def _item_of(value: ast.expr, path: str, wanted: str) -> ast.expr | None:
    """What stands for ``opts['g']`` where ``opts`` is ``path`` and gets this value."""
    if path == wanted:
        return value
    if isinstance(value, ast.Dict):
        pairs = [*zip(value.keys, value.values, strict=True)]
        items = [(k.value, v) for k, v in pairs if isinstance(k, ast.Constant)]
    elif isinstance(value, ast.List | ast.Tuple):
        items = list(enumerate(value.elts))
    else:
        return None
    return next((item for key, item in items if f"{path}[{key!r}]" == wanted), None)


def _is_optimizers(facts: Facts, call: ast.Call) -> bool:
    symbol = facts.symbols.get(call.func, "")
    if symbol.startswith("torch.optim.") or "optim." in ast.unparse(call.func):
        return True
    if (default := _default_of(facts, call)) is not None:
        named = OPTIMIZER_CLASS.fullmatch(ast.unparse(default)) is not None
        return named or load_torch().is_subclass(facts.symbols.get(default, ""), OPTIMIZER)
    made = facts.site.bindings.values.get(call, UNKNOWN).info
    if not isinstance(made, ClassInfo) or made.node is None:
        return False
    # What stands for torch's own in a file that is half migrated: ``class Adam(optim.Adam)``.
    own = made.name in load_torch().members("torch.optim")
    return own and any(ast.unparse(base).startswith("optim.") for base in made.node.bases)


def _optimizers_of(tree: ast.Module) -> set[str]:
    """The names of a file under which it imports optimizers of either framework."""
    return {
        alias.asname or alias.name
        for node in find(tree, ast.ImportFrom)
        if node.module in ("torch.optim", "mindspore.experimental.optim") and not node.level
        for alias in node.names
    }


def _default_of(facts: Facts, call: ast.Call) -> ast.expr | None:
    """``torch.optim.Adam`` where a function with ``optimizer_fn=torch.optim.Adam`` calls that."""
    tree = facts.site.document.tree
    function = function_around(tree, call) if tree is not None else None
    if function is None or not isinstance(call.func, ast.Name):
        return None
    return default_of(function, call.func.id)


def _aliases(tree: ast.Module, statement: ast.stmt) -> dict[str, str]:
    """``{"model": "self.model"}`` where the same function says ``self.model = model``, and
    ``{"raw": "model"}`` where all that ``raw`` is given is ``model``, and what a wrapper of it holds.
    """
    scope: ast.AST = tree
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and statement in ast.walk(function):
            scope = function
            break
    statements = [node for node in own_nodes(scope) if isinstance(node, ast.Assign)]
    pairs = [
        (path, value)
        for node in sorted(statements, key=lambda node: node.lineno)
        for target, value in assigned_pairs(node)
        if (path := path_of(target)) is not None
    ]
    given: dict[str, list[ast.expr]] = {}
    for path, value in pairs:
        given.setdefault(path, []).append(value)
    others = {path: _unwrapped(values) for path, values in given.items()}
    found = {
        path: other
        for path, other in others.items()
        if other is not None and other != path and _stays(other, given.get(other, []))
    }
    if isinstance(scope, ast.FunctionDef):
        found |= {
            value.id: path
            for path, value in pairs
            if isinstance(value, ast.Name) and path.startswith("self.")
        }
    return found


def _unwrapped(values: list[ast.expr]) -> str | None:
    """``model`` of ``model``, ``model.module`` and ``model.module if parallel else model``."""
    sides = list(_sides(values))
    inner = [s.value for s in sides if isinstance(s, ast.Attribute) and s.attr == "module"]
    held = {path_of(s) for s in sides if path_of(s) not in {f"{path_of(i)}.module" for i in inner}}
    held |= set(map(path_of, inner))
    return held.pop() if inner and len(held) == 1 else None


def _stays(path: str, values: list[ast.expr]) -> bool:
    """Whether a network gets no other one's place: what it is given anew is itself in a wrapper."""
    return all(
        path_of(side) == path or (isinstance(side, ast.Call) and path in map(path_of, side.args))
        for side in _sides(values[1:])
    )


def _sides(values: list[ast.expr]) -> Iterator[ast.expr]:
    """The values, and both of each that a condition chooses."""
    for value in values:
        yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
