"""Parameters that are frozen or trained again behind the optimizer that holds them.

torch's optimizers leave alone what has no gradient, and count the steps of each parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.nodes import find, function_around, kept, lies_in, name_of, walk
from mindport.symbols.cancelled import cancels
from mindport.symbols.copied import copied_networks
from mindport.symbols.freezing import (
    LISTS,
    NETWORK_LISTS,
    freezes_for_good,
    frozen_by,
    network_of,
    root_of,
    trains_by_name,
    truth_of,
)
from mindport.symbols.held_frozen import takes_frozen
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.torch_api import load as load_torch

FOLLOWED = frozenset({"Adadelta", "Adagrad", "Adam", "AdamW", "RMSprop", "SGD"})


@dataclass(frozen=True, eq=False)
class Turn:
    """A statement that freezes a network (``trains`` False) or trains it again behind an optimizer."""

    statement: ast.stmt
    trains: bool
    optimizer: ast.Call


def thaws(tree: ast.Module, freezes: Callable[[], bool]) -> bool:
    """Whether optimizers of torch's hold what is frozen, or are to go on with what is frozen or
    trained again behind them, and all of them have a helper that leaves the frozen alone.

    Args:
        freezes: whether a network of another file freezes a part of itself.
    """
    if not makers(tree):
        return False
    made = [turn.optimizer for turn in turns_behind(tree)]
    made += holding_frozen(tree, freezes)
    if kept(tree, cancels):
        made += makers(tree)
    return bool(made) and all(_is_followed(tree, optimizer) for optimizer in made)


def freezes_itself(tree: ast.Module) -> bool:
    """Whether a network of a file freezes a part of itself for good."""
    networks = (
        cls
        for cls in find(tree, ast.ClassDef)
        if any(isinstance(p, ast.FunctionDef) and p.name in FORWARD_NAMES for p in cls.body)
    )
    return any(map(freezes_for_good, networks))


def holding_frozen(tree: ast.Module, freezes: Callable[[], bool]) -> Sequence[ast.Call]:
    """The calls of a file that make an optimizer of what may hold frozen parameters."""
    held = kept(tree, _given_all)
    frozen = bool(held) and (kept(tree, _freezes_some) or freezes())
    return held if frozen else []


def _freezes_some(tree: ast.Module) -> bool:
    return freezes_for_good(tree, copied_networks(tree))


def _given_all(tree: ast.Module) -> list[ast.Call]:
    return [call for call in makers(tree) if takes_frozen(tree, call)]


def makers(tree: ast.Module) -> Sequence[ast.Call]:
    """The calls of a file that make an optimizer."""
    return kept(tree, _makers)


def _makers(tree: ast.Module) -> list[ast.Call]:
    return [call for call in find(tree, ast.Call) if _makes_optimizer(tree, call)]


def leaves_frozen(tree: ast.Module, optimizer: ast.Call, freezes: Callable[[], bool]) -> bool:
    """Whether an optimizer leaves alone what is frozen at a step, or does so once it is rewritten;
    ``freezes`` as in ``thaws``."""
    return _is_helper(tree, optimizer) or (thaws(tree, freezes) and _is_followed(tree, optimizer))


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


def turns_behind(tree: ast.Module) -> Sequence[Turn]:
    """What is frozen or trained again behind an optimizer that may hold it.

    Not what is frozen and trained again in the same block: networks take turns in it.
    """
    return kept(tree, _turns_behind)


def _turns_behind(tree: ast.Module) -> list[Turn]:
    made = made_by_calls(tree)
    if not made:
        return []
    turns = dict(_turns(tree))
    blocks = _blocks(tree)
    found = []
    for place, trains in turns.items():
        last = _optimizer_of(tree, place, made)
        if last is None or _adds(tree, place) or _is_taken_back(place, turns, blocks):
            continue
        scopes = (function_around(tree, place), function_around(tree, last))
        others = [other for other in turns if function_around(tree, other) in scopes]
        if (
            _was_frozen(last, others, turns, place)
            if trains
            else _holds(last, place) and _goes_on(tree, last, place)
        ):
            found.append(Turn(place, trains, made[last]))
    return found


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
    for assigned in find(tree, ast.Assign):
        value = assigned.value
        if isinstance(value, ast.Call) and value not in own:
            name = name_of(value.func)
            is_named = "optim" in name.lower() and "optim" in name_of(assigned.targets[0]).lower()
            if name in makers:
                found[value] = makers[name]
            elif is_named and value.args and not name[:1].isupper():
                found[value] = value
    return found


def _returns(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether a function gives back the optimizer that it makes."""
    names = {
        name_of(target)
        for assigned in find(function, ast.Assign)
        if call in walk(assigned)
        for target in assigned.targets
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


def _blocks(tree: ast.Module) -> dict[ast.stmt, tuple[ast.AST, str]]:
    """For each statement what it stands in, and in which block of that."""
    return {
        statement: (outer, field)
        for outer in walk(tree)
        for field in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(outer, field, None), list)
        for statement in block
    }


def _is_taken_back(
    place: ast.stmt, turns: Mapping[ast.stmt, bool], blocks: Mapping[ast.stmt, tuple[ast.AST, str]]
) -> bool:
    """Whether the block that freezes a network trains it again, or the other way round."""
    return any(
        blocks.get(other) == blocks.get(place) and network_of(other) == network_of(place)
        for other, trains in turns.items()
        if trains != turns[place] and not isinstance(blocks[other][0], ast.Module)
    )


def _holds(optimizer: ast.Call, place: ast.stmt) -> bool:
    """Whether an optimizer is given parameters of the network that a place freezes."""
    network = network_of(place)
    listed = [call for call in find(optimizer, ast.Call) if name_of(call.func) in NETWORK_LISTS]
    held = set(map(network_of, listed)) if listed else {root_of(one) for one in optimizer.args}
    return bool(network) and network in held


def _goes_on(tree: ast.Module, optimizer: ast.Call, place: ast.stmt) -> bool:
    """Whether an optimizer's name is read behind a place, or in a loop around it."""
    scope = function_around(tree, place)
    if function_around(tree, optimizer) is not scope:
        return True
    names = {
        ast.unparse(target)
        for assigned in find(tree, ast.Assign)
        if lies_in(optimizer, assigned)
        for target in assigned.targets
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


def _turns(tree: ast.Module) -> Iterator[tuple[ast.stmt, bool]]:
    """The statements that freeze a network, or train it again; a function's at its calls."""
    functions: dict[str, bool] = {}
    inside: list[tuple[ast.stmt, bool]] = []
    for loop in find(tree, ast.For):
        listed = (n for n in walk(loop.iter) if isinstance(n, ast.Attribute | ast.Name))
        if any(name_of(node) in NETWORK_LISTS for node in listed):
            flags = map(_flag, loop.body)
            inside += [(loop, flag) for flag in flags if flag is not None]
    trained = {network_of(call) for call in find(tree, ast.Call) if name_of(call.func) in LISTS}
    for expression in find(tree, ast.Expr):
        flag = _flag(expression)  # a tensor's own requires_grad_ is another thing
        if flag is not None and network_of(expression) in trained:
            inside.append((expression, flag))
    for statement, flag in inside:
        around = function_around(tree, statement)
        if around is not None and around.name != "__init__":
            functions[around.name] = flag if around.name not in functions else False
        yield statement, flag
    for expression in find(tree, ast.Expr):
        if not isinstance(expression.value, ast.Call):
            continue
        called = name_of(expression.value.func)
        trains = trains_by_name(called)
        if trains is not None:
            yield expression, trains
        elif called in functions:
            yield expression, functions[called]


def _flag(statement: ast.stmt) -> bool | None:
    """``False`` of ``p.requires_grad = False`` and ``net.requires_grad_(False)``."""
    found = frozen_by(statement)
    return None if found is None else truth_of(found[1])


def _was_frozen(
    optimizer: ast.Call,
    others: Sequence[ast.stmt],
    turns: Mapping[ast.stmt, bool],
    place: ast.stmt,
) -> bool:
    """Whether something was frozen when an optimizer was made: in front of it, or out of sight.

    Out of sight is what ``unfreeze`` is called for, where nothing is frozen behind the optimizer.
    """
    network = network_of(place)
    frozen = [
        other
        for other in others
        if not turns[other] and (not network or network_of(other) in (network, ""))
    ]
    if any(other.lineno < optimizer.lineno for other in frozen):
        return True
    match place:
        case ast.Expr(ast.Call(called)):
            return "freeze" in name_of(called).lower() and not frozen
    return False


def _adds(tree: ast.Module, place: ast.stmt) -> bool:
    """Whether the optimizer is given more parameters behind a place."""
    scope = function_around(tree, place)
    return any(
        name_of(call.func) == "add_param_group"
        and call.lineno > place.lineno
        and function_around(tree, call) is scope
        for call in find(tree, ast.Call)
    )
