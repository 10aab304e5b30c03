"""Functions and classes of the user's that are given a loss, differentiate it and step.

    class NativeScaler:
        def __call__(self, loss, optimizer, clip_grad=None, parameters=None, update_grad=True):
            self._scaler.scale(loss).backward()
            if update_grad:
                ...
                self._scaler.step(optimizer)

MindSpore differentiates where the loss is computed: they are given the gradients in its place. Both
forms are read, whichever file is moved first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mindport.nodes import find, name_of
from mindport.symbols.stepping import CLIPS, LEAVES, MOVED_CLIPS
from mindport.symbols.values import ClassInfo, FunctionInfo

GRADS = re.compile(r"(?:total_|clipped_\d+|own_)?grads(?:_\d+)?")
LOSS = re.compile(r"loss|cost|objective|err", re.I)
HOLDERS = ("parameters", "params", "model", "net", "network")
OPTIMIZER = re.compile(r"(?:^|[._])opt(?:im\w*)?(?:_\w+)?$", re.I)
DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
SCHEDULER = re.compile(r"sched|lr|warm", re.I)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
ALWAYS, UNSEEN = "", "?"


@dataclass(frozen=True)
class GivenLoss:
    """How a function steps with the gradients of the loss that it is given.

    Attributes:
        name: what it is called, or the class whose ``__call__`` it is.
        parameters: what it is given by position, the object of a method left out.
        loss: the parameter that is the loss, or its gradients once it was moved.
        optimizer: the parameter that is the optimizer, or where its object has that.
        scaler: the same of the scaler that scales the loss; None where there is none.
        clipped: the parameter whose gradients it clips, parameters or a network, or where its object
            has that network; None for none.
        condition: the parameter that says whether it steps; ``ALWAYS`` or ``UNSEEN`` for none.
        clears: when it clears the gradients, if it does.
        keeps: whether it reads the loss, too: the gradients come behind it then.
        is_moved: whether it takes the gradients already.
        least: how many of the parameters have to be given.
    """

    name: str
    parameters: tuple[str, ...]
    loss: str
    optimizer: str
    scaler: str | None = None
    clipped: str | None = None
    condition: str = ALWAYS
    clears: Literal["before", "behind", None] = None
    keeps: bool = False
    is_moved: bool = False
    least: int = 0

    @property
    def changes(self) -> bool:
        """Whether torch's gradients are other ones afterwards."""
        return self.scaler is not None or self.clipped is not None


def given_losses(cls: ClassInfo) -> Mapping[str, GivenLoss]:
    """The methods of a class that are given a loss; nothing for torch's own kinds of classes."""
    if cls.given_losses is None:
        plain = cls.node is not None and cls.torch_base is None
        cls.given_losses = dict(of_class(cls.node)) if plain and cls.node is not None else {}
    return cls.given_losses


def given_to(function: FunctionInfo) -> GivenLoss | None:
    """What a function that is no method does with a loss; kept for when its body is gone."""
    if function.node is not None and function.given_loss is None and function.owner is None:
        node = function.node
        function.given_loss = given_loss(node) if isinstance(node, ast.FunctionDef) else None
    return function.given_loss


def of_class(node: ast.ClassDef) -> Iterator[tuple[str, GivenLoss]]:
    """The methods of a class without bases that nothing in it calls."""
    if any(name_of(base) not in ("object", "") for base in node.bases) or node.decorator_list:
        return
    called = {name_of(c.func) for c in find(node, ast.Call) if _is_of_self(c.func)}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name not in called:
            found = given_loss(method, node.name if method.name == "__call__" else method.name)
            if found is not None:
                yield method.name, found


def callable_classes(text: str) -> tuple[GivenLoss, ...]:
    """What the objects of a text's classes do that are called with a loss."""
    if "def __call__(" not in text or ".step(" not in text:
        return ()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return tuple(one for c in classes for name, one in of_class(c) if name == "__call__")


def may_give_loss(call: ast.Call) -> bool:
    """Whether a call of something unknown, ``loss_scaler(loss, optimizer)``, looks like such a one."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not any("loss" in name_of(argument).lower() for argument in given[:2]):
        return False
    return any(OPTIMIZER.search(name_of(argument)) for argument in given)


def bound(given: GivenLoss, call: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments of a call by the parameters; None where it cannot be read."""
    if len(call.args) > len(given.parameters):
        return None
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    found = dict(zip(given.parameters, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in found:
            return None
        found[keyword.arg] = keyword.value
    return found if len(found) >= given.least else None


def given_loss(function: ast.FunctionDef, name: str = "") -> GivenLoss | None:
    """What a function does with its loss; None where it does no, or something else, with one."""
    attributes = {node.attr for node in find(function, ast.Attribute)}
    arguments = function.args
    if "backward" not in attributes and not any(GRADS.fullmatch(a.arg) for a in arguments.args):
        return None
    is_method = bool(arguments.args) and arguments.args[0].arg == "self"
    plain = not (arguments.vararg or arguments.kwarg or arguments.posonlyargs)
    if not plain or function.decorator_list or arguments.kwonlyargs:
        return None
    if any(isinstance(n, DEFINITIONS) for s in function.body for n in ast.walk(s)):
        return None
    names = tuple(a.arg for a in arguments.args)[1 if is_method else 0 :]
    made = _Reading(function, names, name or function.name)
    return made.original() if "backward" in attributes else made.moved()


@dataclass(frozen=True)
class _Reading:
    """One function that is looked at."""

    function: ast.FunctionDef
    names: tuple[str, ...]
    name: str

    def original(self) -> GivenLoss | None:
        backward = backward_of(self.function)
        if backward is None:
            return None
        loss, scaler = _loss_of(backward)
        step = self._step(scaler)
        if loss is None or step is None or not self._is_seen(scaler):
            return None
        reads = [n for n in find(self.function, ast.Name) if n.id == loss]
        body = self.function.body
        place = next(i for i, s in enumerate(body) if backward in ast.walk(s))
        stored = any(not isinstance(read.ctx, ast.Load) for read in reads)
        if loss not in self.names or stored or any(map(_may_leave, body[:place])):
            return None
        call, optimizer = step
        tests = list(_tests(body, call))
        cleared = self._clears(optimizer, place, call)
        clipped = {self._clipped(c) for c in find(self.function, ast.Call) if _is_clip(c)}
        if cleared == UNSEEN or len(clipped) > 1 or UNSEEN in clipped:
            return None
        return GivenLoss(
            self.name,
            self.names,
            loss,
            optimizer,
            scaler,
            next(iter(clipped), None),
            self._condition(tests),
            cleared,  # type: ignore[arg-type]
            len(reads) > 1,
        )

    def moved(self) -> GivenLoss | None:
        """That of a function that takes the gradients already."""
        grads = [name for name in self.names if GRADS.fullmatch(name)]
        if len(grads) != 1:
            return None
        others = tuple(name for name in self.names if name not in grads)
        before = ["", *self.names][self.names.index(grads[0])]
        keeps = LOSS.search(before) is not None
        loss, names = (before, others) if keeps else (grads[0], self.names)
        for call in find(self.function, ast.Call):
            match call:
                case ast.Call(ast.Attribute(held, attr="step"), [optimizer, given], []):
                    scaler = _path(held)
                case ast.Call(optimizer, [given], []):
                    scaler = None
                case _:
                    continue
            path = _path(optimizer)
            if _path(given) != grads[0] or path is None or not self._is_seen(path):
                continue
            if scaler is None and not re.search(r"opt", path, re.I):
                continue
            clips = [c for c in find(self.function, ast.Call) if name_of(c.func) in MOVED_CLIPS]
            clipped = next((n for n in HOLDERS if n in self.names), None) if clips else None
            condition = self._condition(list(_tests(self.function.body, call)))
            return GivenLoss(
                self.name,
                names,
                loss,
                path,
                scaler,
                clipped,
                condition,
                keeps=keeps,
                is_moved=True,
                least=len(names) - len(self.function.args.defaults),
            )
        return None

    def _is_seen(self, path: str | None) -> bool:
        """Whether a caller sees what a path stands for: it gives it, or its object has it."""
        return path is None or path in self.names or path.startswith("self.")

    def _step(self, scaler: str | None) -> tuple[ast.Call, str] | None:
        found = []
        for call in find(self.function, ast.Call):
            match call:
                case ast.Call(ast.Attribute(held, attr="step"), [], []):
                    path = _path(held)
                    if path is None or not SCHEDULER.search(path.rpartition(".")[2]):
                        found.append((call, path))
                case ast.Call(ast.Attribute(held, attr="step"), [optimizer], []):
                    if scaler is not None and _path(held) == scaler:
                        found.append((call, _path(optimizer)))
        if len(found) != 1:
            return None
        call, optimizer_path = found[0]
        seen = optimizer_path is not None and self._is_seen(optimizer_path)
        return (call, optimizer_path) if seen and optimizer_path is not None else None

    def _condition(self, tests: Sequence[ast.expr]) -> str:
        if not tests:
            return ALWAYS
        match tests:
            case [ast.Name(name)] if name in self.names:
                return name
        return UNSEEN

    def _clears(self, optimizer: str, place: int, step: ast.Call) -> str | None:
        body = self.function.body
        calls = [c for c in find(self.function, ast.Call) if name_of(c.func) == "zero_grad"]
        if not calls:
            return None
        places = [i for i, s in enumerate(body) if isinstance(s, ast.Expr) and s.value in calls]
        own = all(
            isinstance(c.func, ast.Attribute) and _path(c.func.value) == optimizer for c in calls
        )
        stepped = next(i for i, s in enumerate(body) if step in ast.walk(s))
        if len(calls) != 1 or len(places) != 1 or not own:
            return UNSEEN
        if places[0] < place:
            return "before"
        return "behind" if places[0] > stepped else UNSEEN

    def _clipped(self, call: ast.Call) -> str:
        """The parameter of ``clip_grad_norm_(parameters, 1.0)`` and of ``model.parameters()``."""
        named = [k.value for k in call.keywords if k.arg == "parameters"]
        match [*call.args[:1], *named]:
            case [ast.Name(name)] if name in self.names:
                return name
            case [ast.Call(ast.Attribute(held, attr="parameters"), [], [])]:
                path = _path(held)
                return path if path is not None and self._is_seen(path) else UNSEEN
        return UNSEEN


def backward_of(function: ast.FunctionDef) -> ast.Call | None:
    """The one backward call of a function, if it is a statement that always runs."""
    calls = [c for c in find(function, ast.Call) if name_of(c.func) == "backward"]
    alone = [s.value for s in function.body if isinstance(s, ast.Expr)]
    if len(calls) != 1 or calls[0] not in alone or calls[0].args:
        return None
    named = {keyword.arg for keyword in calls[0].keywords}
    return calls[0] if named <= {"create_graph", "retain_graph"} else None


def _loss_of(backward: ast.Call) -> tuple[str | None, str | None]:
    """``loss`` of ``loss.backward()``, with the scaler of ``scaler.scale(loss).backward()``."""
    match backward.func:
        case ast.Attribute(ast.Name(loss)):
            return loss, None
        case ast.Attribute(ast.Call(ast.Attribute(held, attr="scale"), [ast.Name(loss)], [])):
            return (loss, path) if (path := _path(held)) is not None else (None, None)
    return None, None


def _tests(block: Sequence[ast.stmt], call: ast.Call) -> Iterator[ast.expr]:
    """The conditions under which a call runs; those that are no plain ``if`` as a constant."""
    for statement in block:
        if call not in ast.walk(statement):
            continue
        if isinstance(statement, ast.If):
            inside = any(call in ast.walk(s) for s in statement.body)
            yield statement.test if inside else ast.Constant(False)
            yield from _tests(statement.body if inside else statement.orelse, call)
        elif isinstance(statement, ast.With):
            yield from _tests(statement.body, call)
        elif not isinstance(statement, ast.Expr | ast.Assign):
            yield ast.Constant(False)
        return


def _is_clip(call: ast.Call) -> bool:
    return name_of(call.func) in CLIPS


def _may_leave(statement: ast.stmt) -> bool:
    return any(isinstance(node, LEAVES) for node in ast.walk(statement))


def _is_of_self(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and _path(function.value) == "self"


def _path(node: ast.expr) -> str | None:
    """``self._scaler`` as text; None for what is no plain path."""
    text = ast.unparse(node)
    return text if DOTTED.fullmatch(text) else None
