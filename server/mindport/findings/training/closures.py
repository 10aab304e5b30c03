"""``optimizer.step(closure)``: the closure gives the gradients beside the loss.

LBFGS calls it as often as it likes; for the others it is called once, before the step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.site import Site
from mindport.findings.training.code import Code, Root
from mindport.findings.training.events import Event
from mindport.findings.training.facts import Facts
from mindport.findings.training.forms import unknown_forms
from mindport.findings.training.freezing import frozen_later
from mindport.findings.training.losses import loss_of
from mindport.findings.training.model import Closure, Draft, Plan
from mindport.findings.training.names import bound_names, read_names
from mindport.findings.training.parts import parts_of
from mindport.nodes import walk
from mindport.symbols.values import UNKNOWN

OPTIMIZER, LBFGS = "torch.optim.Optimizer", "torch.optim.LBFGS"


def closures_of(
    site: Site, codes: Mapping[Root, Code], events: Mapping[Root, list[Event]]
) -> tuple[dict[Root, Closure], set[Event]]:
    """The closures by their functions, and the steps that need nothing more of their own.

    Those are the steps that are given one of these closures, or one that was rewritten before. An
    optimizer of the user's takes the gradients of a first pass before its step as well.
    """
    found: dict[Root, Closure] = {}
    settled: set[Event] = set()
    for event in (e for some in events.values() for e in some if e.kind == "step"):
        function = _function(site, event)
        if function is None:
            continue
        if not events.get(function):
            if _gives_gradients(function):
                settled.add(event)
            continue
        closure = _closure(site, codes[function], events[function], event)
        if closure is not None:
            found[function] = closure
            settled |= set() if event.in_part else {event}
    return found, settled


def closure_plan(facts: Facts, code: Code, events: list[Event], closure: Closure) -> Plan:
    """What is to be done with a closure and with the step that calls it."""
    draft = Draft(facts, code, events, [])
    draft.obstacles.extend(unknown_forms(draft, is_closure=True))
    parts = [] if draft.obstacles else parts_of(draft)
    draft.obstacles.extend(frozen_later(draft, parts))
    if draft.obstacles or len(parts) != 1:
        return Plan(obstacles=tuple(draft.obstacles))
    loss = loss_of(draft, parts[0], (closure.step.on or "",))
    return Plan(losses=(loss,), zeros=tuple(draft.of("zero")), closure=closure)


def _function(site: Site, event: Event) -> ast.FunctionDef | None:
    """The function or method of the file that a step is given, and that nothing else calls."""
    call, tree = event.call, site.document.tree
    given = [*call.args, *(k.value for k in call.keywords if k.arg == "closure")]
    if event.is_scaled or len(given) != 1 or len(call.args) + len(call.keywords) != 1:
        return None
    name = given[0]
    if tree is not None and isinstance(name, ast.Attribute):
        return _method(tree, name)
    if not isinstance(name, ast.Name) or tree is None:
        return None
    functions = [n for n in walk(tree) if isinstance(n, ast.FunctionDef)]
    called = [function for function in functions if function.name == name.id]
    if len(called) != 1:
        return None
    others = [f for f in functions if name.id in _parameters(f)]
    hidden = {inner for function in others for inner in ast.walk(function)}
    uses = [n for n in walk(tree) if isinstance(n, ast.Name) and n.id == name.id]
    return called[0] if [n for n in uses if n not in hidden] == [name] else None


def _method(tree: ast.Module, given: ast.Attribute) -> ast.FunctionDef | None:
    """``self.loss_func``, a method that no other place of the file names."""
    if not isinstance(given.value, ast.Name) or given.value.id != "self":
        return None
    named = [n for n in walk(tree) if isinstance(n, ast.Attribute) and n.attr == given.attr]
    functions = [n for n in walk(tree) if isinstance(n, ast.FunctionDef) and n.name == given.attr]
    methods = [n for n in functions if [a.arg for a in n.args.args] == ["self"]]
    return methods[0] if named == [given] and len(functions) == len(methods) == 1 else None


def _parameters(function: ast.FunctionDef) -> set[str]:
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def _gives_gradients(function: ast.FunctionDef) -> bool:
    """Whether it returns two values, as a closure does that was rewritten."""
    last = function.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Tuple):
        return False
    return len(last.value.elts) == 2


def _closure(site: Site, code: Code, events: list[Event], step: Event) -> Closure | None:
    function = code.root
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    of_object = [argument.arg for argument in arguments.args] == ["self"]
    others = () if of_object else arguments.args
    if function.decorator_list or any((others, arguments.vararg, arguments.kwarg)):
        return None
    kinds = [event.kind for event in events]
    clears = kinds == ["zero", "backward"] and events[0].statement in function.body
    if not clears and not (step.in_part and kinds == ["backward"]):
        return None
    returns = [n for n in _own(function) if isinstance(n, ast.Return)]
    last = function.body[-1]
    receiver = events[-1].receiver
    if returns != [last] or not isinstance(last, ast.Return) or not isinstance(receiver, ast.Name):
        return None
    if last.value is None or not _is_loss(function, last.value, receiver.id):
        return None
    if step.in_part:
        return Closure(last, step, steps_itself=True)
    value = site.bindings.values.get(step.receiver, UNKNOWN) if step.receiver else UNKNOWN
    if value.kind != "instance" or not site.api.is_subclass(value.name, OPTIMIZER):
        return None
    steps_itself = site.api.is_subclass(value.name, LBFGS)
    if not steps_itself and not _stands_alone(step):
        return None
    return Closure(last, step, steps_itself)


def _is_loss(function: ast.FunctionDef, result: ast.expr, name: str) -> bool:
    """Whether a closure gives the loss: by its name, or as it was computed before."""
    if isinstance(result, ast.Name):
        return result.id == name
    places = [
        index
        for index, statement in enumerate(function.body)
        if isinstance(statement, ast.Assign)
        and ast.unparse(statement.targets[0]) == name
        and ast.unparse(statement.value) == ast.unparse(result)
    ]
    if len(places) != 1 or any(isinstance(node, ast.Call) for node in ast.walk(result)):
        return False
    behind = function.body[places[0] + 1 :]
    changed = {bound for statement in behind for bound in bound_names(statement)}
    return not changed & read_names(result)


def _own(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.expr):
            waiting += ast.iter_child_nodes(node)


def _stands_alone(step: Event) -> bool:
    """``optimizer.step(closure)`` or ``loss = optimizer.step(closure)``."""
    statement = step.statement
    if isinstance(statement, ast.Assign):
        return statement.value is step.call and len(statement.targets) == 1
    return isinstance(statement, ast.Expr) and statement.value is step.call
