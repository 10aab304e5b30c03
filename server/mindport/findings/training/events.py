"""What a training step consists of: backward, step, zero_grad, and clipping in between."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mindport.findings.site import Site
from mindport.findings.training.called_hands import Stepper
from mindport.findings.training.code import Code
from mindport.findings.training.given_calls import GivenCall, given_call
from mindport.findings.training.leaves import Leaf
from mindport.findings.training.names import path_of, root_of
from mindport.findings.training.parameter_loops import Header, parameters_of
from mindport.findings.training.step_arguments import takes_more
from mindport.findings.training.terms import (
    BACKWARD,
    Term,
    expression_of,
    given_terms,
    listed_terms,
)
from mindport.symbols.given_losses import GRADS
from mindport.symbols.own_steps import (
    TAKES,
    clears_gradients,
    inner_optimizer,
    partial_steps,
    runs_own_step,
)
from mindport.symbols.stepping import stepping, takes_no_gradients
from mindport.symbols.uses import MethodCall, Use
from mindport.symbols.values import UNKNOWN, ClassInfo, Value, is_tensor

Kind = Literal["backward", "step", "zero", "clip", "other"]
CLIPS = ("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_")
CLIP_NAMES = frozenset(name.rpartition(".")[2] for name in CLIPS)
OTHERS = (
    "torch.autograd.grad", BACKWARD, "torch.Tensor.retain_grad",
    "torch.nn.utils.clip_grads_with_norm_",
)  # fmt: skip
# Old names of clips, which torch still has.
RENAMED = {"torch.nn.utils.clip_grad_norm": "torch.nn.utils.clip_grad_norm_"}
OPTIMIZER = re.compile(
    r"opt(?:im|imi[sz]er)?s?(?:\b|_|(?-i:[A-Z0-9])|\[)|optim|adam|sgd|rmsprop", re.I
)


NO_LOSSES = frozenset({"other", "foreign", "class", "super", "object", "none"})
# ``loss = 0``, to which losses are added.
NUMBERS = frozenset({"int", "float"})

# Lightning's, of the module that trains itself.
MANUAL = "manual_backward"
OPTIMIZER_CLASS = "torch.optim.Optimizer"
# What a clip goes through the parameters of, where it is no list of them.
NETWORKS = frozenset({"model", "net", "network"})
SCALER = "torch.amp.GradScaler"
CALLED_SCALER = re.compile(r"scaler", re.I)


@dataclass(frozen=True, eq=False)
class Hand:
    """How gradients are used or cleared without an optimizer.

    Attributes:
        header: that of a loop over a network's parameters; None where the tensors are named.
        leaves: those tensors, in the order of their gradients.
        reads: each ``p.grad``, with the index of its gradient.
        clears: statements that clear gradients.
        changes: statements that change the tensors.
        stepper: the function of the file in which all of that stands.
        is_read: whether nothing changes, and the gradients are only read.
        is_first: whether there are no gradients before, of which only what reads them tells.
    """

    header: Header | None
    leaves: tuple[Leaf, ...] = ()
    reads: tuple[tuple[ast.Attribute, int], ...] = ()
    clears: tuple[ast.stmt, ...] = ()
    changes: tuple[ast.stmt, ...] = ()
    stepper: Stepper | None = None
    is_read: bool = False
    is_first: bool = False

    @property
    def in_place(self) -> bool:
        """Whether tensors with names change for all that share them."""
        return any(not isinstance(change, ast.Assign) for change in self.changes)

    @property
    def nodes(self) -> set[ast.AST]:
        """Everything that speaks of gradients."""
        return {n for clear in self.clears for n in ast.walk(clear)} | {r for r, _ in self.reads}


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """One call. ``on`` is the path of its receiver: the optimizer, the network or the loss.

    Of a step by hand it is the network, or the list of the tensors that are changed.

    A scaler's ``step`` and ``unscale_`` are those of the optimizer that they are given; the latter
    is a clip, as it changes gradients between backward and step.

    Of a step that a method of the user's does it is the optimizer that the object holds, and
    ``through`` says so: the method is given the gradients. ``clips``: it changes them before.

    Of a method of the user's own optimizer that reads gradients, ``first_step``, ``in_part`` says so: it
    keeps its place and its name, and the optimizer takes the gradients before it.

    ``takes_more``: the step of such an optimizer, and what it is given is no closure.

    ``given`` says that a function or object of the user's does it, with the loss that it is given.

    ``terms`` are what backward differentiates where that is not what it is called on; the receiver
    is their sum then, which the file does not hold.
    """

    kind: Kind
    symbol: str
    call: ast.Call
    statement: ast.stmt | None
    on: str | None
    receiver: ast.expr | None = None
    hand: Hand | None = None
    terms: tuple[Term, ...] = ()
    through: bool = False
    in_part: bool = False
    takes_more: bool = False
    given: GivenCall | None = None
    clips: bool = False

    @property
    def summands(self) -> tuple[Term, ...]:
        """What backward differentiates, as the file writes it."""
        return self.terms or ((Term(self.receiver),) if self.receiver is not None else ())

    @property
    def is_scaled(self) -> bool:
        """Whether a scaler does it."""
        return self.symbol.startswith(SCALER)


def events_of(site: Site, code: Code, calls: list[MethodCall], uses: list[Use]) -> list[Event]:
    """The events of one function or module in the order of the text."""
    cleared = {path_of(c.receiver) for c in calls if c.name == "zero_grad"}
    functions = {use.call for use in uses}
    methods = [call for call in calls if call.call not in functions]
    found = [event for call in methods for event in _method(site, code, call, cleared)]
    for use in uses:
        terms = listed_terms(site, use.call) if use.call and use.symbol == BACKWARD else ()
        if use.call is not None and terms:
            found.append(_of_terms(use.call, code.statement(use.call), None, terms))
            continue
        symbol = RENAMED.get(use.symbol, use.symbol)
        if use.call is not None and symbol in CLIPS and _is_in_optimizer(use):
            continue  # what the optimizer's own step clips is there when it runs
        if use.call is not None and symbol in (*CLIPS, *OTHERS):
            kind: Kind = "clip" if symbol in CLIPS else "other"
            on = _clipped(use.call) if kind == "clip" else None
            found.append(Event(kind, symbol, use.call, code.statement(use.call), on))
    if calls:
        found += _unscaled(code)
    return sorted(found, key=lambda event: (event.call.lineno, event.call.col_offset))


def _is_in_optimizer(use: Use) -> bool:
    return use.cls is not None and runs_own_step(use.cls)


def _method(site: Site, code: Code, call: MethodCall, cleared: set[str | None]) -> Iterator[Event]:
    value = call.value
    given = given_call(site, call)
    if given is not None:
        yield from _of_given(given, code.statement(call.call), bool(cleared))
    if given is not None or call.name == "__call__":
        return
    path = path_of(call.receiver)
    statement = code.statement(call.call)
    kind: Kind
    holder = stepping(value.info).get(call.name) if isinstance(value.info, ClassInfo) else None
    if holder is not None and path is not None:
        kind, method = ("zero", "zero_grad") if call.name == "zero_grad" else ("step", "step")
        given_first = [root_of(path_of(one) or "") for one in call.call.args[:1]]
        if kind == "step" and any(map(GRADS.fullmatch, given_first)):
            return  # it was rewritten
        symbol, on = f"{OPTIMIZER_CLASS}.{method}", f"{path}.{holder}"
        clips = kind == "step" and isinstance(value.info, ClassInfo) and value.info.clips
        yield Event(
            kind, symbol, call.call, statement, on, call.receiver, through=True, clips=clips
        )
        return
    if isinstance(value.info, ClassInfo) and runs_own_step(value.info) and path is not None:
        if path == "self":
            return  # the base runs it, and has the gradients
        is_given = bool(call.call.args or call.call.keywords) or call.name != "step"
        if is_given and call.name in partial_steps(value.info):
            yield from _in_part(code, call, partial_steps(value.info)[call.name], path)
            return
        if call.name == "step" and takes_more(site, value.info, call.call):
            on_step = f"{OPTIMIZER_CLASS}.step"
            yield Event("step", on_step, call.call, statement, path, call.receiver, takes_more=True)
            return
    if _is_inner(call, path):
        return
    own = value.info if value.kind == "object" and call.name == "step" else None
    if isinstance(own, ClassInfo) and takes_no_gradients(own):
        return
    if call.name == "backward":
        if value.kind in NO_LOSSES and value.name not in NUMBERS:
            return
        if _is_taken_apart(statement, call.call):
            return
        terms = given_terms(call.call, call.receiver, is_tensor(value))
        if terms:
            yield _of_terms(call.call, statement, path, terms)
            return
        kind, symbol = "backward", "torch.Tensor.backward"
    elif call.name == MANUAL:
        if not call.call.args:
            return
        kind, symbol = "backward", "torch.Tensor.backward"
    elif call.name == "zero_grad":
        kind, symbol = "zero", f"{OPTIMIZER_CLASS}.zero_grad"
    elif _is_scaler(site, value, path) and len(call.call.args) == 1:
        optimizer = call.call.args[0]
        yield Event("step", f"{SCALER}.step", call.call, statement, path_of(optimizer), optimizer)
        return
    elif _is_optimizer(site, value, path) or (path is not None and path in cleared):
        kind, symbol = "step", f"{OPTIMIZER_CLASS}.step"
    else:
        return
    yield Event(kind, symbol, call.call, statement, path, call.receiver)


def _is_taken_apart(statement: ast.stmt | None, call: ast.Call) -> bool:
    """``x, log_det = self.flow.backward(z)``, a method of the user's: a tensor's gives nothing."""
    return (
        isinstance(statement, ast.Assign)
        and statement.value is call
        and isinstance(statement.targets[0], ast.Tuple | ast.List)
    )


def _of_given(given: GivenCall, statement: ast.stmt | None, is_cleared: bool) -> Iterator[Event]:
    """All that a call does with the loss that it gives, in that order.

    What was moved already has no gradients to clear any more: it did, unless the caller does.
    """
    call, rule, on = given.call, given.rule, given.optimizer
    scale = None if given.scaler is None else f"{given.scaler}.scale"
    terms = () if scale is None else (Term(given.loss, scale=scale),)
    receiver = expression_of(terms, call) if terms else given.loss
    cleared = Event("zero", f"{OPTIMIZER_CLASS}.zero_grad", call, statement, on, given=given)
    if rule.clears == "before" or (rule.is_moved and not is_cleared):
        yield cleared
    backward = "torch.Tensor.backward"
    yield Event("backward", backward, call, statement, None, receiver, terms=terms, given=given)
    if given.clipped is not None:
        clip = _clip_of(given)
        yield Event("clip", CLIPS[0], clip, statement, _clipped(clip), given=given)
    yield Event("step", f"{OPTIMIZER_CLASS}.step", call, statement, on, given=given)
    if rule.clears == "behind":
        yield cleared


def _clip_of(given: GivenCall) -> ast.Call:
    """The clip inside, as the caller would write it."""
    assert given.clipped is not None
    listed = given.clipped
    if isinstance(listed, ast.Name | ast.Attribute) and given.rule.clipped in NETWORKS:
        listed = ast.Call(ast.Attribute(listed, "parameters", ast.Load()), [], [])
    made = ast.Call(given.call.func, [listed], [])
    for node in (made, listed, getattr(listed, "func", made)):
        if not hasattr(node, "lineno"):
            ast.copy_location(node, given.call)
    return made


def _in_part(code: Code, call: MethodCall, flag: int | None, path: str) -> Iterator[Event]:
    """``optimizer.first_step(zero_grad=True)``, a step that may clear the gradients as well, if the
    argument at ``flag`` says so; nothing where the optimizer has taken them right before."""
    statement = code.statement(call.call)
    if statement is not None:
        place = code.place(statement)
        before = place.block[place.index - 1] if place.index else None
        match before:
            case ast.Expr(ast.Call(ast.Attribute(taker, attr=method))):
                if method == TAKES and path_of(taker) == path:
                    return
    receiver = call.receiver
    yield Event(
        "step", f"{OPTIMIZER_CLASS}.step", call.call, statement, path, receiver, in_part=True
    )
    if clears_gradients(flag, call.call):
        cleared = f"{OPTIMIZER_CLASS}.zero_grad"
        yield Event("zero", cleared, call.call, statement, path, receiver, in_part=True)


def _is_inner(call: MethodCall, path: str | None) -> bool:
    """``self.base_optimizer.step()`` of the user's own optimizer, of which its own rule speaks."""
    owner = None if call.function is None else call.function.owner
    name = (path or "").removeprefix("self.")
    return call.name == "step" and owner is not None and inner_optimizer(owner, name)


def _of_terms(
    call: ast.Call, statement: ast.stmt | None, path: str | None, terms: tuple[Term, ...]
) -> Event:
    receiver, symbol = expression_of(terms, call), "torch.Tensor.backward"
    return Event("backward", symbol, call, statement, path, receiver, terms=terms)


def _unscaled(code: Code) -> Iterator[Event]:
    """``scaler.unscale_(optimizer)``."""
    for node in code.expressions():
        called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "unscale_"
        if called and isinstance(node, ast.Call) and len(node.args) == 1:
            on = path_of(node.args[0])
            yield Event("clip", f"{SCALER}.unscale_", node, code.statement(node), on)


def _is_scaler(site: Site, value: Value, path: str | None) -> bool:
    if value.kind == "instance":
        return site.api.is_subclass(value.name, SCALER)
    return path is not None and CALLED_SCALER.search(path.rpartition(".")[2]) is not None


def _is_optimizer(site: Site, value: Value, path: str | None) -> bool:
    if value.kind == "instance":
        return site.api.is_subclass(value.name, OPTIMIZER_CLASS)
    return path is not None and OPTIMIZER.search(path.rpartition(".")[2]) is not None


def names_optimizer(site: Site, event: Event) -> bool:
    """Whether an event is called on what is, or is called, an optimizer."""
    if event.receiver is None:
        return False
    value = site.bindings.values.get(event.receiver, UNKNOWN)
    if value.kind == "object":
        return False
    return _is_optimizer(site, value, event.on)


def clipped_by(call: ast.Call) -> ast.expr | None:
    """``model.parameters()`` of ``clip_grad_norm_(model.parameters(), 1.0)``."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "parameters"]
    return next(iter((*call.args, *named)), None)


def _clipped(call: ast.Call) -> str | None:
    """``model`` of ``clip_grad_norm_(model.parameters(), 1.0)``."""
    given = clipped_by(call)
    return None if given is None else parameters_of(given)
