"""Where a file freezes what has parameters or trains it again, and where it calls what does so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mindport.nodes import find, function_around, kept_with, lies_in, name_of, walk
from mindport.symbols.flags import roots_of, settings_of
from mindport.symbols.freezing import frozen_by, trains_by_name, truth_of

BOTH = (True, False)
SELF = "self."
NAMED = re.compile(r"requires_?grad(ients?|s)?_?$")


@dataclass(frozen=True)
class Freezing:
    """What a file, or some files, freeze and train again, as far as it matters to others.

    Attributes:
        for_good: whether a network freezes a part of itself and does not train it again.
        makers: the classes and functions that make a network of which a part is frozen.
        freezing: the functions and methods that freeze something.
        training: those that train something again.
        switching: those that are given a flag that says whether they do.
    """

    for_good: bool = False
    makers: frozenset[str] = frozenset()
    freezing: frozenset[str] = frozenset()
    training: frozenset[str] = frozenset()
    switching: frozenset[str] = frozenset()

    def __or__(self, other: Freezing) -> Freezing:
        return Freezing(
            self.for_good or other.for_good,
            self.makers | other.makers,
            self.freezing | other.freezing,
            self.training | other.training,
            self.switching | other.switching,
        )


NOTHING = Freezing()


@dataclass(frozen=True, eq=False)
class Turn:
    """A statement that freezes something (``trains`` False) or trains it again.

    Attributes:
        statement: where that begins: a call of a function that does so, too.
        told: where it is told of: the statement, or the first call of the function that has it.
        networks: the names of what it may concern; none where that is not seen.
    """

    statement: ast.stmt
    trains: bool
    told: ast.stmt
    networks: frozenset[str]

    def concerns(self, networks: frozenset[str]) -> bool:
        """Whether it may be of one of the networks; of any where none are named."""
        return not networks or not self.networks or bool(networks & self.networks)

    def is_apart_from(self, other: Turn) -> bool:
        """Whether both are of attributes of an object, and of different ones."""
        both = self.networks | other.networks
        return all(name.startswith(SELF) for name in both) and not self.concerns(other.networks)


@dataclass(slots=True)
class Effects:
    """What a call of a function does.

    Attributes:
        turns: those in it, each with whether it is told of there, and not at the call.
        flags: the parameters of it that say whether something is frozen.
    """

    turns: list[tuple[Turn, bool]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)


def turns_of(tree: ast.Module, others: Freezing) -> Sequence[Turn]:
    """All turns of a file, with the calls of its functions that take one, and of those that call
    them. A block that freezes something and trains it again takes none.

    Args:
        others: what the files around it do.
    """
    return kept_with(tree, _follow, others)[0]


def makers_of(tree: ast.Module, others: Freezing) -> frozenset[str]:
    """The classes whose constructors freeze a part of what they make, the functions that freeze what
    they give back, and those that call them."""
    frozen: dict[ast.FunctionDef | None, list[Turn]] = {}
    for turn in turns_of(tree, others):
        if not turn.trains:
            frozen.setdefault(function_around(tree, turn.statement), []).append(turn)
    made: dict[str, ast.FunctionDef] = {
        cls.name: part
        for cls in find(tree, ast.ClassDef)
        for part in cls.body
        if isinstance(part, ast.FunctionDef) and part.name == "__init__"
    }
    found = others.makers | {name for name, function in made.items() if function in frozen}
    for function in find(tree, ast.FunctionDef):
        given = [roots_of(one.value) for one in find(function, ast.Return) if one.value]
        if given:
            made[function.name] = function
        if any(
            turn.concerns(roots) for turn in frozen.get(function, ()) for roots in given if roots
        ):
            found |= {function.name}
    while more := {
        name
        for name, function in made.items()
        if name not in found and any(name_of(c.func) in found for c in find(function, ast.Call))
    }:
        found |= more
    return found


def freezing_of(tree: ast.Module, for_good: bool) -> Freezing:
    """What a file tells others; ``for_good`` as the attribute."""
    effects = kept_with(tree, _follow, NOTHING)[1]

    def taking(trains: bool) -> frozenset[str]:
        return frozenset(
            name
            for name, effect in effects.items()
            if any(turn.trains is trains for turn, _ in effect.turns)
        )

    switching = frozenset(name for name, effect in effects.items() if effect.flags)
    return Freezing(for_good, makers_of(tree, NOTHING), taking(False), taking(True), switching)


def _follow(tree: ast.Module, others: Freezing) -> tuple[list[Turn], dict[str, Effects]]:
    """The turns of a file, and what calls of its functions do."""
    blocks = _blocks(tree)
    effects: dict[str, Effects] = {}
    found: list[Turn] = []
    fresh = [*_written(tree, effects), *_named(tree, others)]
    statements: list[ast.Expr | ast.Assign | ast.Return]
    statements = [*find(tree, ast.Expr), *find(tree, ast.Assign), *find(tree, ast.Return)]
    while True:
        found += fresh
        for turn in fresh:
            function = function_around(tree, turn.statement)
            if function is None or function.name == "__init__":
                continue
            if _is_over(turn, found, blocks) or _takes_turns(tree, turn, found):
                continue
            own = turn.told is turn.statement and not isinstance(turn.statement, ast.Expr)
            effects.setdefault(function.name, Effects()).turns.append((turn, not own))
        known = {(turn.statement, turn.trains, turn.networks) for turn in found}
        fresh = []
        for turn in (one for statement in statements for one in _called(tree, statement, effects)):
            if (key := (turn.statement, turn.trains, turn.networks)) not in known:
                known.add(key)
                fresh.append(turn)
        if not fresh:
            return [turn for turn in found if not _is_over(turn, found, blocks)], effects


def _written(tree: ast.Module, effects: dict[str, Effects]) -> Iterator[Turn]:
    """The statements that set the flag; flags that a function is given are put down among its
    effects."""
    for setting in settings_of(tree):
        around, flag = function_around(tree, setting.statement), setting.flag
        if around is not None and isinstance(flag, ast.Name) and flag.id in _parameters(around):
            effects.setdefault(around.name, Effects()).flags.append(flag.id)
            continue
        truth = truth_of(flag)
        for trains in BOTH if truth is None else (truth,):
            if setting.sure or not trains:  # a tensor's own requires_grad_ is another thing
                yield Turn(setting.statement, trains, setting.statement, setting.networks)


def _named(tree: ast.Module, others: Freezing) -> Iterator[Turn]:
    """Calls of other files' functions that do so, and calls that say so by their names:
    ``net.unfreeze_backbone()``, ``set_requires_grad(net, False)``."""
    own = {function.name for function in find(tree, ast.FunctionDef)}
    for expression in find(tree, ast.Expr):
        call = expression.value
        if not isinstance(call, ast.Call) or frozen_by(expression) is not None:
            continue
        name = name_of(call.func)
        said = trains_by_name(name)
        if said is not None:
            turns: tuple[bool, ...] = (said,)
        elif name in own:
            continue
        elif name in others.switching or NAMED.search(name):
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            flags = [truth for one in given if (truth := truth_of(one)) is not None]
            turns = tuple(flags[:1]) or (BOTH if name in others.switching else ())
        else:
            turns = (True,) * (name in others.training) + (False,) * (name in others.freezing)
        for trains in turns:
            yield Turn(expression, trains, expression, roots_of(call))


def _called(
    tree: ast.Module, statement: ast.stmt, effects: Mapping[str, Effects]
) -> Iterator[Turn]:
    """The turns that a statement takes by the function that it calls.

    What gives something back makes a network: freezing is its own affair then.
    """
    call = getattr(statement, "value", None)
    if not isinstance(call, ast.Call):
        return
    is_applied = name_of(call.func) == "apply" and bool(call.args)
    found = effects.get(name_of(call.args[0] if is_applied else call.func))
    if found is None:
        return
    turns = [(turn.trains, turn.told if inside else statement) for turn, inside in found.turns]
    for parameter in found.flags:
        truth = _given(tree, call, parameter)
        turns += [(trains, statement) for trains in (BOTH if truth is None else (truth,))]
    given = roots_of(call)
    for trains, told in turns:
        if trains or isinstance(statement, ast.Expr):
            inside = [turn.networks for turn, _ in found.turns if turn.trains is trains]
            networks = given or (_of_self(inside) if not found.flags else given)
            yield Turn(statement, trains, told, networks)


def _of_self(inside: Sequence[frozenset[str]]) -> frozenset[str]:
    """All of the networks, where each is an attribute of the object itself."""
    known = all(one and all(name.startswith(SELF) for name in one) for one in inside)
    return frozenset().union(*inside) if known else frozenset()


def _given(tree: ast.Module, call: ast.Call, parameter: str) -> bool | None:
    """The truth value that a call gives a parameter; None where it is not written."""
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return truth_of(keyword.value)
    for function in find(tree, ast.FunctionDef):
        if function.name != name_of(call.func) or parameter not in _parameters(function):
            continue
        names = [name for name in _parameters(function) if name not in ("self", "cls")]
        place = names.index(parameter)
        if place < len(call.args):
            return truth_of(call.args[place])
        defaults = function.args.defaults
        behind = len(defaults) - (len(names) - place)
        return truth_of(defaults[behind]) if 0 <= behind < len(defaults) else None
    return None


def _parameters(function: ast.FunctionDef) -> list[str]:
    """The names of what is given by place."""
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


def _blocks(tree: ast.Module) -> dict[ast.stmt, tuple[ast.AST, str]]:
    """For each statement what it stands in, and in which block of that."""
    return {
        statement: (outer, field)
        for outer in walk(tree)
        for field in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(outer, field, None), list)
        for statement in block
    }


def _is_over(
    turn: Turn, turns: Sequence[Turn], blocks: Mapping[ast.stmt, tuple[ast.AST, str]]
) -> bool:
    """Whether the block that freezes a network trains it again, or the other way round."""
    return any(
        other.trains != turn.trains
        and other.statement is not turn.statement
        and blocks.get(other.statement) == blocks.get(turn.statement)
        and other.networks == turn.networks
        and not isinstance(blocks[other.statement][0], ast.Module)
        for other in turns
    )


def _takes_turns(tree: ast.Module, turn: Turn, turns: Sequence[Turn]) -> bool:
    """Whether the function that trains something again has frozen it above, not in another branch."""
    function = function_around(tree, turn.statement)
    conditions = [] if function is None else find(function, ast.If)
    return turn.trains and any(
        not other.trains
        and bool(other.networks & turn.networks)
        and other.statement.lineno < turn.statement.lineno
        and function_around(tree, other.statement) is function
        and not any(_are_branches(one, other.statement, turn.statement) for one in conditions)
        for other in turns
    )


def _are_branches(condition: ast.If, first: ast.stmt, second: ast.stmt) -> bool:
    return any(lies_in(first, one) for one in condition.body) and any(
        lies_in(second, one) for one in condition.orelse
    )
