"""Parameters that are frozen or trained again behind the optimizer that holds them.

torch's optimizers leave alone what has no gradient, and count the steps of each parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mindport.nodes import (
    assigned_pairs,
    find,
    function_around,
    kept,
    kept_with,
    lies_in,
    name_of,
    walk,
)
from mindport.symbols.cancelled import cancels
from mindport.symbols.copied import copied_networks
from mindport.symbols.freezing import LISTS, NETWORK_LISTS, freezes_for_good, network_of, root_of
from mindport.symbols.held_frozen import takes_frozen
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.torch_api import load as load_torch
from mindport.symbols.turns import NOTHING, Freezing, Turn, freezing_of, makers_of, turns_of

FOLLOWED = frozenset({"Adadelta", "Adagrad", "Adam", "AdamW", "RMSprop", "SGD"})


@dataclass(frozen=True, eq=False)
class Behind:
    """A statement that freezes a network (``trains`` False) or trains it again behind an optimizer."""

    statement: ast.stmt
    trains: bool
    optimizer: ast.Call


def thaws(tree: ast.Module, others: Callable[[], Freezing]) -> bool:
    """Whether optimizers of torch's hold what is frozen, or are to go on with what is frozen or
    trained again behind them, and all of them have a helper that leaves the frozen alone.

    Args:
        others: what the files around it freeze.
    """
    if not makers(tree):
        return False
    made = [turn.optimizer for turn in turns_behind(tree, others)]
    made += holding_frozen(tree, others)
    if kept(tree, cancels):
        made += makers(tree)
    return bool(made) and all(_is_followed(tree, optimizer) for optimizer in made)


def freezing_in(tree: ast.Module) -> Freezing:
    """What the networks of a file freeze, and what others may do to them by its functions."""
    networks = (
        cls
        for cls in find(tree, ast.ClassDef)
        if any(isinstance(p, ast.FunctionDef) and p.name in FORWARD_NAMES for p in cls.body)
    )
    return freezing_of(tree, any(map(freezes_for_good, networks)))


def holding_frozen(tree: ast.Module, others: Callable[[], Freezing]) -> Sequence[ast.Call]:
    """The calls of a file that make an optimizer of what may hold frozen parameters."""
    held = kept(tree, _given_all)
    frozen = bool(held) and (kept(tree, _freezes_some) or others().for_good)
    return held if frozen else []


def _freezes_some(tree: ast.Module) -> bool:
    copies = copied_networks(tree)
    turns = turns_of(tree, NOTHING)
    frozen = [turn.networks for turn in turns if not turn.trains]
    trained = frozenset().union(*(turn.networks for turn in turns if turn.trains))
    taken = any(not networks <= copies | trained for networks in frozen)
    return taken or freezes_for_good(tree, copies)


def _given_all(tree: ast.Module) -> list[ast.Call]:
    return [call for call in makers(tree) if takes_frozen(tree, call)]


def makers(tree: ast.Module) -> Sequence[ast.Call]:
    """The calls of a file that make an optimizer."""
    return kept(tree, _makers)


def _makers(tree: ast.Module) -> list[ast.Call]:
    return [call for call in find(tree, ast.Call) if _makes_optimizer(tree, call)]


def leaves_frozen(tree: ast.Module, optimizer: ast.Call, others: Callable[[], Freezing]) -> bool:
    """Whether an optimizer leaves alone what is frozen at a step, or does so once it is rewritten;
    ``others`` as in ``thaws``."""
    return _is_helper(tree, optimizer) or (thaws(tree, others) and _is_followed(tree, optimizer))


def _is_helper(tree: ast.Module, call: ast.Call) -> bool:
    """Whether the class stands in this file and asks its parameters for ``requires_grad``."""
    return isinstance(call.func, ast.Name) and any(
        cls.name == call.func.id
        and any(
            isinstance(part, ast.FunctionDef)
            and part.name == "__call__"
            and any(name_of(node) == "requires_grad" for node in walk(part))
            for part in cls.body
        )
        for cls in find(tree, ast.ClassDef)
    )


def _is_followed(tree: ast.Module, call: ast.Call) -> bool:
    """Whether it is one of torch's optimizers that a helper stands for at each step."""
    name = name_of(call.func)
    decays = name == "Adagrad" and (
        len(call.args) > 2 or any(k.arg in ("lr_decay", None) for k in call.keywords)
    )
    return name in FOLLOWED and not decays and _is_torchs(tree, call)


def _is_torchs(tree: ast.Module, call: ast.Call) -> bool:
    """Whether a call is of an optimizer's class of torch's, by what the file imports."""
    name = name_of(call.func)
    if not name[:1].isupper() or name not in load_torch().members("torch.optim"):
        return False
    imported = find(tree, ast.ImportFrom)
    if isinstance(call.func, ast.Name):
        modules = [one.module or "" for one in imported if name in _bound(one)]
        return any(module.startswith("torch.optim") for module in modules)
    base = ast.unparse(call.func).rpartition(".")[0]
    names = {bound for one in imported if one.module == "torch" for bound in _bound(one)}
    names |= {bound for one in find(tree, ast.Import) for bound in _bound(one)}
    return base == "torch.optim" or (base in names and "optim" in base)


def _bound(imported: ast.Import | ast.ImportFrom) -> set[str]:
    return {alias.asname or alias.name for alias in imported.names}


def turns_behind(tree: ast.Module, others: Callable[[], Freezing]) -> Sequence[Behind]:
    """What is frozen or trained again behind an optimizer that may hold it; ``others`` as in ``thaws``.

    Not what is frozen and trained again in the same block: networks take turns in it.
    """
    if not kept(tree, made_by_calls):
        return ()
    return kept_with(tree, _turns_behind, others())


def _turns_behind(tree: ast.Module, others: Freezing) -> list[Behind]:
    made = kept(tree, made_by_calls)
    found: dict[tuple[ast.stmt, bool], Behind] = {}
    for turn in turns_of(tree, others):
        place = turn.statement
        last = _optimizer_of(tree, place, made)
        if last is None or _adds(tree, place):
            continue
        behind = _was_frozen(tree, last, turn, others) if turn.trains else _holds(tree, last, turn)
        if behind:
            one = Behind(turn.told, turn.trains, made[last])
            found.setdefault((turn.told, turn.trains), one)
    return list(found.values())


def made_by_calls(tree: ast.Module) -> dict[ast.Call, ast.Call]:
    """The calls that make an optimizer; those of a function of the file that does so, each with
    the call in it; and those of what another file calls so: ``build_optimizer(net)``."""
    own = {call: call for call in find(tree, ast.Call) if _makes_optimizer(tree, call)}
    found = dict(own)
    makers = {
        function.name: call
        for call in own
        if (function := function_around(tree, call)) is not None and _returns(function, call)
    }
    for one in find(tree, ast.Assign):
        value = one.value
        if isinstance(value, ast.Call) and value not in own:
            name = name_of(value.func)
            is_named = "optim" in name.lower() and "optim" in name_of(one.targets[0]).lower()
            if name in makers:
                found[value] = makers[name]
            elif is_named and value.args and not name[:1].isupper():
                found[value] = value
    return found


def _returns(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether a function gives back the optimizer that it makes."""
    names = {
        name_of(target)
        for one in find(function, ast.Assign)
        if call in walk(one)
        for target in one.targets
    }
    given = (node for one in find(function, ast.Return) for node in walk(one))
    return any(node is call or (isinstance(node, ast.Name) and node.id in names) for node in given)


def _optimizer_of(tree: ast.Module, place: ast.stmt, made: Iterable[ast.Call]) -> ast.Call | None:
    """The last optimizer that is made in front of a place in its function, and none behind it; or
    in another method of the class."""
    scope = function_around(tree, place)
    ours = [call for call in made if function_around(tree, call) is scope]
    if ours:
        behind = any(call.lineno > place.lineno for call in ours)
        return None if behind else max(ours, key=lambda call: call.lineno)
    if scope is None or scope.name == "__init__":
        return None
    for cls in find(tree, ast.ClassDef):
        if scope in cls.body:
            kept_on = [call for call in made if function_around(tree, call) in cls.body]
            return kept_on[-1] if kept_on else None
    return None


def _holds(tree: ast.Module, optimizer: ast.Call, turn: Turn) -> bool:
    """Whether an optimizer that is used from then on is given parameters of what a turn freezes."""
    listed = [call for call in find(optimizer, ast.Call) if name_of(call.func) in NETWORK_LISTS]
    held = set(map(network_of, listed)) if listed else {root_of(one) for one in optimizer.args}
    return (not turn.networks or bool(turn.networks & held)) and _goes_on(
        tree, optimizer, turn.statement
    )


def _goes_on(tree: ast.Module, optimizer: ast.Call, place: ast.stmt) -> bool:
    """Whether an optimizer's name is read behind a place, or in a loop around it."""
    scope = function_around(tree, place)
    if function_around(tree, optimizer) is not scope:
        return True
    names = {
        ast.unparse(target)
        for one in find(tree, ast.Assign)
        if lies_in(optimizer, one)
        for target in one.targets
    }
    around = [loop for kind in (ast.For, ast.While) for loop in find(tree, kind)]
    first = min((one.lineno for one in around if lies_in(place, one)), default=place.lineno)
    first = max(first, optimizer.lineno + 1)
    return any(
        isinstance(node, ast.Name | ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and node.lineno >= first
        and function_around(tree, node) is scope
        and ast.unparse(node) in names
        for node in walk(scope or tree)
    )


def _makes_optimizer(tree: ast.Module, call: ast.Call) -> bool:
    """Whether a call is of an optimizer's class of torch's, or of one by such a name that is given
    the parameters of a network."""
    if _is_torchs(tree, call) or _is_helper(tree, call):
        return True
    name = name_of(call.func)
    if not name[:1].isupper() or name not in load_torch().members("torch.optim"):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    nodes = [node for value in given for node in walk(value)]
    return any(isinstance(node, ast.Attribute) and node.attr in LISTS for node in nodes)


def _was_frozen(tree: ast.Module, optimizer: ast.Call, turn: Turn, others: Freezing) -> bool:
    """Whether something was frozen when an optimizer was made: in front of it, where its function is
    called, by what makes the network, or out of sight.

    Out of sight is what ``unfreeze`` is called for, where nothing is frozen behind the optimizer.
    """
    scopes = (function_around(tree, turn.statement), function_around(tree, optimizer))
    frozen = [
        other
        for other in turns_of(tree, others)
        if not other.trains
        and function_around(tree, other.statement) in scopes
        and other.concerns(turn.networks)
    ]
    if any(other.statement.lineno < optimizer.lineno for other in frozen):
        return True
    before = [t for t in turns_of(tree, others) if not t.trains and not t.is_apart_from(turn)]
    if _is_called_frozen(tree, scopes[1], before, set()) or _is_made_frozen(tree, turn, others):
        return True
    match turn.statement:
        case ast.Expr(ast.Call(called)):
            return "freeze" in name_of(called).lower() and not frozen
    return False


def _is_called_frozen(
    tree: ast.Module,
    function: ast.FunctionDef | None,
    frozen: Sequence[Turn],
    seen: set[ast.FunctionDef | None],
) -> bool:
    """Whether a turn that freezes what a function is given stands in front of a call of it."""
    if function is None or function in seen:
        return False
    seen.add(function)
    names = {function.name} | {c.name for c in find(tree, ast.ClassDef) if function in c.body}
    for call in find(tree, ast.Call):
        if name_of(call.func) not in names:
            continue
        around = function_around(tree, call)
        given = frozenset(filter(None, map(root_of, call.args)))
        if any(
            turn.statement.lineno < call.lineno
            and function_around(tree, turn.statement) is around
            and turn.concerns(given)
            for turn in frozen
        ) or _is_called_frozen(tree, around, frozen, seen):
            return True
    return False


def _is_made_frozen(tree: ast.Module, turn: Turn, others: Freezing) -> bool:
    """Whether what is trained again may be a network whose class, or a function that makes it,
    freezes a part of it."""
    makers = makers_of(tree, others)
    if not makers:
        return False
    match turn.statement:
        case ast.Expr(ast.Call(ast.Attribute(attr=method))):
            classes = (cls for cls in find(tree, ast.ClassDef) if cls.name in makers)
            parts = (part for cls in classes for part in cls.body)
            own = any(isinstance(p, ast.FunctionDef) and p.name == method for p in parts)
            if own or (others.makers and method in others.training | others.switching):
                return True
    pairs = (pair for one in find(tree, ast.Assign) for pair in assigned_pairs(one))
    made = [value for target, value in pairs if root_of(target) in turn.networks]
    calls = [call for value in made for call in find(value, ast.Call)]
    return not calls or any(name_of(call.func) in makers for call in calls)


def _adds(tree: ast.Module, place: ast.stmt) -> bool:
    """Whether the optimizer is given more parameters behind a place."""
    scope = function_around(tree, place)
    return any(
        name_of(call.func) == "add_param_group"
        and call.lineno > place.lineno
        and function_around(tree, call) is scope
        for call in find(tree, ast.Call)
    )
