"""Optimizers of the user's that say themselves what a step is."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import find, name_of, walk
from mindport.symbols.torch_api import load
from mindport.symbols.values import ClassInfo

OPTIMIZER = "torch.optim.Optimizer"
BASE = "OwnStep"  # the base that a fix puts before those of such an optimizer
TAKES = "take"  # its method that is given the gradients, for others than step


def runs_own_step(info: ClassInfo) -> bool:
    """Whether it is an optimizer whose step is said by it or by a base of the user's."""
    if info.torch_base is None or not load().is_subclass(info.torch_base, OPTIMIZER):
        return was_moved(info)
    return has_own_step(info)


def has_own_step(info: ClassInfo) -> bool:
    """Whether it or a base of the user's says what a step is."""
    above = (base.info for base in info.bases)
    return overrides_step(info) or any(
        isinstance(base, ClassInfo) and has_own_step(base) for base in above
    )


def overrides_step(info: ClassInfo) -> bool:
    """Whether the class itself says what a step is: in ``step``, or in methods with other names that
    read gradients where there is no ``step`` at all."""
    if "step" in info.methods or info.torch_base != OPTIMIZER or info.node is None:
        return "step" in info.methods
    reads = (node for node in find(info.node, ast.Attribute) if node.attr == "grad")
    return any(isinstance(node.ctx, ast.Load) for node in reads)


def was_moved(info: ClassInfo) -> bool:
    """Whether a fix has put the base before those of it, or of a base of the user's."""
    if info.node is not None and any(name_of(base) == BASE for base in info.node.bases):
        return True
    above = [base.info for base in info.bases if isinstance(base.info, ClassInfo)]
    return any(base.name == BASE or was_moved(base) for base in above)


def partial_steps(info: ClassInfo) -> Mapping[str, int | None]:
    """The methods of an optimizer of the user's that read gradients: ``first_step`` of one that takes
    two passes to a step. Each with the place of its parameter ``zero_grad`` that clears them, None
    where it has none. ``step`` only where it calls what it is given for the second pass.
    """
    if info.partial_steps is None:
        info.partial_steps = {}
        if info.node is not None and runs_own_step(info):
            named = ((part.name, part) for part in _reading(info))
            kept = ((name, part) for name, part in named if not name.startswith("_"))
            found = {name: (part, _clearing(part)) for name, part in kept}
            step = found.pop("step", None)
            info.partial_steps = {name: flag for name, (_, flag) in found.items()}
            if step is not None and _calls_back(step[0], info.partial_steps):
                info.partial_steps = {**info.partial_steps, "step": None}
    return info.partial_steps


def _reading(info: ClassInfo) -> Iterator[ast.FunctionDef]:
    """The methods that read ``p.grad``, or step an optimizer inside, or call one of the object's that
    does."""
    body = () if info.node is None else info.node.body
    methods = {part.name: part for part in body if isinstance(part, ast.FunctionDef)}
    reading = {name for name, method in methods.items() if _reads_gradients(info, method)}
    while more := {
        name
        for name, method in methods.items()
        if name not in reading and any(called in reading for called in _called(method))
    }:
        reading |= more
    yield from (methods[name] for name in methods if name in reading)


def _reads_gradients(info: ClassInfo, method: ast.FunctionDef) -> bool:
    for node in find(method, ast.Attribute):
        match node:
            case ast.Attribute(attr="grad", ctx=ast.Load()):
                return True
            case ast.Attribute(ast.Attribute(ast.Name("self"), name), "step"):
                if inner_optimizer(info, name):
                    return True
    return False


def _called(method: ast.FunctionDef) -> Iterator[str]:
    for call in find(method, ast.Call):
        match call.func:
            case ast.Attribute(ast.Name("self"), name):
                yield name


def _calls_back(step: ast.FunctionDef, flags: Mapping[str, int | None]) -> bool:
    """Whether ``step(closure)`` calls the closure once, behind what clears the gradients of the first
    pass: ``self.first_step(zero_grad=True)``."""
    names = [argument.arg for argument in step.args.args[1:]]
    called = [call for call in find(step, ast.Call) if ast.unparse(call.func) in names]
    if len(names) != 1 or len(called) != 1:
        return False
    places = [i for i, one in enumerate(step.body) if isinstance(one, ast.Expr | ast.Assign)
              and one.value is called[0]]  # fmt: skip
    before = step.body[: places[0]] if places else []
    calls = [one.value for one in before if isinstance(one, ast.Expr)]
    return any(
        isinstance(call, ast.Call)
        and (
            ast.unparse(call) == "self.zero_grad()"
            or clears_gradients(flags.get(name_of(call.func)), call)
        )
        for call in calls
    )


def _clearing(method: ast.FunctionDef) -> int | None:
    """The place, behind ``self``, of the parameter that asks a method to clear gradients, which it
    does each time: nothing returns before."""
    names = [argument.arg for argument in method.args.args[1:]]
    clears = [statement.lineno for statement in method.body if _clears_when_asked(statement)]
    asked = "zero_grad" in names and clears
    early = any(node.lineno < max(clears, default=0) for node in find(method, ast.Return))
    return names.index("zero_grad") if asked and not early else None


def clears_gradients(place: int | None, call: ast.Call) -> bool:
    """Whether ``optimizer.first_step(zero_grad=True)`` asks for that, by its place or its name."""
    if place is None:
        return False
    given = [*call.args[place : place + 1]]
    given += [keyword.value for keyword in call.keywords if keyword.arg == "zero_grad"]
    return [getattr(flag, "value", None) for flag in given] == [True]


def _clears_when_asked(statement: ast.stmt) -> bool:
    """``if zero_grad: self.zero_grad()``."""
    match statement:
        case ast.If(ast.Name("zero_grad"), [ast.Expr(call)], []):
            return ast.unparse(call) == "self.zero_grad()"
    return False


def inner_optimizer(info: ClassInfo, name: str) -> bool:
    """Whether ``self.name`` is an optimizer of the same parameters: it is made of the groups."""
    if info.node is None or not runs_own_step(info):
        return False
    stored = [
        assigned
        for assigned in find(info.node, ast.Assign)
        if any(ast.unparse(target) == f"self.{name}" for target in assigned.targets)
    ]
    if len(stored) != 1 or not isinstance(stored[0].value, ast.Call):
        return False
    given = stored[0].value.args[:1]
    return any(ast.unparse(one) == "self.param_groups" for one in given) and any(
        isinstance(part, ast.FunctionDef) and part.name == "__init__" and stored[0] in walk(part)
        for part in info.node.body
    )
