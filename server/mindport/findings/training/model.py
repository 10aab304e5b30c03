"""What a function or module that trains becomes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from mindport.findings.training.called_readers import Reader
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event, Hand
from mindport.findings.training.facts import Facts
from mindport.findings.training.graphs import Graphs
from mindport.findings.training.leaves import Leaf
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.parameter_loops import Header
from mindport.nodes import name_of
from mindport.texts import Text

HANDED = "grads"  # what a function calls the gradients that it is given


@dataclass(frozen=True)
class Stop:
    """A ``no_grad`` block in a function to differentiate, and the names that it gives."""

    block: ast.With
    names: tuple[str, ...]


@dataclass(frozen=True)
class Guard:
    """How a condition around the backward call, behind the range, is kept.

    Attributes:
        form: "inside": the gradients are computed in ``branch``, and in its ``else`` the loss
            alone. "asked": its test is asked behind the range, too. "always": gradients are
            computed whatever it says, and used there. "either": both of its branches have a
            backward call, and the function gives the loss of the one that runs.
        holds: whether backward stands where the test holds.
    """

    form: Literal["inside", "asked", "always", "either"]
    branch: ast.If | None = None
    holds: bool = True


@dataclass(frozen=True, eq=False)
class Loss:
    """One function to differentiate: ``block[first:last + 1]`` computes ``losses``.

    Attributes:
        backward: its backward calls; their gradients add.
        optimizers: whose parameters it is differentiated by.
        others: names that the range binds and that are read later.
        carried: names that the range reads before it binds them.
        arguments: those of them that it is given; the others stay what they are.
        guard: how the statements behind the range are kept in which backward stands.
        stops: blocks of the range that stop gradients.
        in_tuple: whether ``others`` are one result.
        dicts: those of ``others`` that are given as keys and values.
        unset: those of ``carried`` that may have no value before; each with the statement in front
            of which they are given None.
        cuts: where ``x.data`` gives a value without its gradient.
    """

    block: Sequence[ast.stmt]
    first: int
    last: int
    backward: tuple[Event, ...]
    optimizers: tuple[str, ...]
    others: tuple[str, ...]
    carried: tuple[str, ...]
    arguments: tuple[str, ...]
    guard: Guard | None = None
    stops: tuple[Stop, ...] = ()
    cuts: tuple[ast.Attribute, ...] = ()
    in_tuple: bool = False
    unset: tuple[tuple[str, ast.stmt], ...] = ()
    dicts: tuple[str, ...] = ()

    @property
    def anchor(self) -> ast.stmt:
        """The first statement; the backward call itself where there is none."""
        return self.statements[0] if self.statements else statement_of(self.backward[0])

    @property
    def statements(self) -> Sequence[ast.stmt]:
        return self.block[self.first : self.last + 1]

    @property
    def losses(self) -> tuple[ast.expr, ...]:
        found = tuple(e.receiver for e in self.backward if e.receiver is not None)
        return found if self.either is None else (chosen(self.either, found),)

    @property
    def either(self) -> ast.If | None:
        """The ``if`` of which each branch has one of its backward calls."""
        return self.guard.branch if self.guard and self.guard.form == "either" else None

    @property
    def ends(self) -> tuple[ast.stmt, ...]:
        """The statements behind which there are its gradients."""
        return tuple(map(statement_of, self.backward if self.either else self.backward[-1:]))

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All that computes the losses: functions in front of the range that it differentiates, too."""
        given = {
            argument.id
            for statement in self.statements
            for call in ast.walk(statement)
            if isinstance(call, ast.Call) and name_of(call.func) in ("grad", "value_and_grad")
            for argument in call.args[:1]
            if isinstance(argument, ast.Name)
        }
        before = self.block[: self.first]
        functions = [s for s in before if isinstance(s, ast.FunctionDef) and s.name in given]
        return (*functions, *self.statements, *self.losses)


@dataclass(frozen=True)
class Hoist:
    """A function goes before ``loop``; ``arguments`` are the names that it is given in there."""

    loop: ast.stmt
    arguments: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Update:
    """``optimizer.step()``, the losses whose gradients it takes, and what clips them; the
    ``partial`` ones only those of a part of its parameters."""

    step: Event
    losses: tuple[Loss, ...]
    clips: tuple[Event, ...]
    partial: frozenset[Event] = frozenset()

    @property
    def optimizer(self) -> str:
        return self.step.on or ""


def weights_of(on: str, hands: Collection[str]) -> str:
    """The parameters that an optimizer or a step by hand changes, as an expression."""
    if on not in hands:
        return f"{on}.parameters"
    return on if on.startswith("[") else f"{on}.trainable_params()"


@dataclass(frozen=True, eq=False)
class Accumulation:
    """Gradients that are added up over several rounds: from behind or before ``start`` on.

    ``start`` is the loop, or what clears the gradients first where there is none, or where the rounds
    are calls of a method, the statement with which the object makes its optimizer: ``is_held`` says
    so, and the object keeps the sum. So does the optimizer ``keeper`` where gradients may be left from
    an earlier call. ``guarded``: steps that may come without any gradient.
    ``first``: what clears them before all else of each round.
    """

    start: ast.stmt
    guarded: frozenset[Event]
    is_held: bool = False
    first: Event | None = None
    keeper: str = ""


@dataclass(frozen=True, eq=False)
class GradientLoop:
    """A loop over parameters; ``reads`` are the gradients of its variable, read or set.

    It may stand in a function that is called between backward and step, ``reader``. ``update`` is
    the step that takes the gradients, ``in_order`` whether its optimizer holds the parameters in
    the order of the loop.
    """

    around: ast.AST
    header: Header
    reads: tuple[ast.Attribute, ...]
    reader: Reader | None = None
    update: Update | None = None
    in_order: bool = True


@dataclass(frozen=True, eq=False)
class GradientRead:
    """``net.fc.weight.grad``, the path of the network, and the step that takes the gradient."""

    node: ast.Attribute
    network: str
    update: Update | None = None


@dataclass(frozen=True, eq=False)
class Closure:
    """A function that an optimizer's step is given; ``result`` is where it returns the loss.

    ``steps_itself``: the optimizer calls it, so that the step stays.
    """

    result: ast.Return
    step: Event
    steps_itself: bool


@dataclass(frozen=True, eq=False)
class Handed:
    """The parameter of a function that is given gradients for a loss, and its backward call; whether
    it ``keeps`` the loss beside them."""

    parameter: ast.arg
    backward: Event
    keeps: bool


@dataclass(frozen=True)
class Plan:
    """All of one function or module: what to rewrite, or the obstacles to that."""

    losses: tuple[Loss, ...] = ()
    updates: tuple[Update, ...] = ()
    zeros: tuple[Event, ...] = ()
    gone: tuple[Event, ...] = ()
    """Clips behind the step, which change what nothing reads, and steps that have no gradients."""
    accumulation: Accumulation | None = None
    obstacles: tuple[Obstacle, ...] = ()
    doubts: tuple[Obstacle, ...] = ()
    loops: tuple[GradientLoop, ...] = ()
    reads: tuple[GradientRead, ...] = ()
    hands: frozenset[str] = frozenset()
    """What is changed by hand, as events name it."""
    updated: Mapping[Leaf, ast.Assign] = field(default_factory=dict)
    closure: Closure | None = None
    hoists: Mapping[Loss, Hoist] = field(default_factory=dict)
    cleared: Mapping[Loss, tuple[Event, ...]] = field(default_factory=dict)
    """The losses whose gradients are added to none, and what clears those before."""
    handed: Handed | None = None


@dataclass(frozen=True)
class Draft:
    """A plan in the making: what the rules of this package add to."""

    facts: Facts
    code: Code
    events: list[Event]
    others: list[list[Event]]
    obstacles: list[Obstacle] = field(default_factory=list)
    doubts: list[Obstacle] = field(default_factory=list)
    reads: dict[Event, set[str]] = field(default_factory=dict)
    either: dict[Event, ast.If] = field(default_factory=dict)
    """The backward calls of which one runs in any case, with the ``if`` that they stand in."""

    @cached_property
    def graphs(self) -> Graphs:
        """What surely or likely carries a graph."""
        return Graphs(self.facts)

    @cached_property
    def sure_graphs(self) -> Graphs:
        """What is not known to carry none."""
        return Graphs(self.facts, strict=True)

    @cached_property
    def hands(self) -> dict[str, Hand]:
        """The steps by hand, by what they change."""
        steps = (event for event in self.events if event.kind == "step")
        return {event.on or "": event.hand for event in steps if event.hand is not None}

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def refuse(self, node: ast.AST, text: Text) -> None:
        self.obstacles.append(Obstacle(node, text))


def chosen(branch: ast.If, values: Sequence[ast.expr]) -> ast.expr:
    """What one of two branches differentiates: ``scaler.scale(loss) if use_amp else loss``."""
    one, other = values
    if ast.dump(one) == ast.dump(other):
        return one
    return ast.copy_location(ast.IfExp(branch.test, one, other), one)


def statement_of(event: Event) -> ast.stmt:
    """The statement that an event is; only for events whose form was checked."""
    assert event.statement is not None
    return event.statement
