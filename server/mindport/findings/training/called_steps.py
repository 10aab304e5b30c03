"""``def backward(self, loss): ...; loss.backward()`` goes to where it is called.

Gradients are those of a function: what computes the loss, its backward call, the step and what
clears the gradients have to stand together. Functions that have a share of them move there.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from mindport.document import Document
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code, Root
from mindport.findings.training.events import Event
from mindport.findings.training.facts import lineage
from mindport.findings.training.forms import surely_computed
from mindport.findings.training.layout import shares_line, string_lines
from mindport.findings.training.liveness import live_after
from mindport.findings.training.model import Plan
from mindport.findings.training.moved_body import (
    TAKES,
    Given,
    Taking,
    body_of,
    first_of,
    is_called,
    is_simple,
    moved_edits,
)
from mindport.findings.training.names import bound_names, path_of, read_names
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import find, function_around, name_of, walk
from mindport.report import Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

TITLE = Text("Move the step to where the loss is computed", "将更新步骤移到计算损失的位置")
OWN_BASES = frozenset({"object", "ABC", "nn.Module", "torch.nn.Module"})
# What a step consists of: none of it gives an attribute another value.
EVENTS = frozenset({"zero_grad", "backward", "step", "item"})
PLACE = frozenset({told.NO_STEP, told.NO_BACKWARD, told.LOSS_ELSEWHERE})
# What keeps the body of a function from standing anywhere else.
STAYS = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda, ast.FunctionDef,
         ast.AsyncFunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Import, ast.Delete,
         ast.ImportFrom, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)  # fmt: skip


def called_step(
    site: Site, code: Code, events: Mapping[Root, Sequence[Event]], plan: Plan | None = None
) -> Fix | None:
    """The fix that moves a function's body to its callers; None where it has to stay.

    It goes where it completes a training step: to its one caller, or to several if it is short.
    """
    function = code.root
    calls = _calls(site, function)
    if not calls or not isinstance(function, ast.FunctionDef):
        return None
    if not all(_completes(site, function, call.caller, events, plan) for call in calls):
        return None
    return _moved(site, function, calls)


def called_derivative(
    site: Site, code: Code, call: ast.Call, obstacles: Sequence[Obstacle]
) -> Fix | None:
    """The fix that moves ``autograd.grad(pred.sum(), image)`` of a function which is given both to
    where what it differentiates is computed; None where something else is in the way, too."""
    function = code.root
    unseen = {told.OUTPUT_ELSEWHERE, *(told.not_made_of(name) for name in code.parameters)}
    if not isinstance(function, ast.FunctionDef) or {o.text for o in obstacles} - unseen:
        return None
    outputs = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "outputs")]
    if not all(read_names(output) & code.parameters for output in outputs):
        return None
    calls = _calls(site, function, in_part=True)
    return _moved(site, function, calls) if calls else None


def _moved(site: Site, function: ast.FunctionDef, calls: Sequence[Given]) -> Fix | None:
    if not _can_move(site.document, function) or (len(calls) > 1 and not is_simple(function)):
        return None
    if any(shares_line(site.document, call.statement) for call in calls):
        return None
    if not all(map(_names_are_free, calls)):
        return None
    edits = tuple(moved_edits(site.document, function, calls))
    return Fix(TITLE, "unsafe", edits, told.called_elsewhere(function.name), rearranges=True)


def _calls(site: Site, function: Root, in_part: bool = False) -> list[Given]:
    """The statements that call a function, if all that is said of it is these.

    ``in_part``: they may go on with what it gives, ``penalty = 10 * r1(pred, image).mean()``.
    """
    tree = site.document.tree
    if not isinstance(function, ast.FunctionDef) or tree is None:
        return []
    name = function.name
    calls = [
        call
        for call in find(tree, ast.Call)
        if name_of(call.func) == name and not _is_another(site, function, call.func)
    ]
    mentions = [n for n in walk(tree) if _names(n, name) and not _is_another(site, function, n)]
    if len(mentions) != 1 + len(calls):  # its definition and its calls
        return []
    if function in tree.body and name in site.shared():
        return []
    found = [_given(site, function, call, in_part) for call in calls]
    return [given for given in found if given is not None] if None not in found else []


def _is_another(site: Site, function: ast.FunctionDef, node: ast.AST) -> bool:
    """``loss.backward`` and ``optimizer.step``, of whatever they are called on; and any attribute,
    where the function is no method."""
    if not isinstance(node, ast.Attribute):
        return False
    tree = site.document.tree
    if tree is not None and not isinstance(site.parents(tree).get(function), ast.ClassDef):
        return True
    value = site.bindings.values.get(node.value, UNKNOWN)
    return value.kind == "instance" and value.name.startswith("torch.")


def _given(site: Site, function: ast.FunctionDef, call: ast.Call, in_part: bool) -> Given | None:
    tree = site.document.tree
    assert tree is not None
    owner, caller = site.parents(tree).get(function), function_around(tree, call)
    if caller is function:
        return None
    is_method = isinstance(call.func, ast.Attribute) and not _is_static(function)
    if isinstance(call.func, ast.Attribute):
        own = site.parents(tree).get(caller) if caller is not None else None
        known = (
            isinstance(owner, ast.ClassDef)
            and isinstance(own, ast.ClassDef)
            and _is_or_extends(site, own, owner, function.name)
            and caller is not None
            and first_of(caller) == path_of(call.func.value)
            and (not is_method or first_of(caller) == first_of(function))
        )
        if not known:
            return None
    elif not (isinstance(owner, ast.Module) or owner is caller):
        return None
    around = caller if caller is not None else tree
    statement = Code(around).statement(call)
    if not isinstance(statement, TAKES):
        return None
    if statement.value is not call and not (in_part and _is_part(function, statement, call)):
        return None
    if isinstance(statement, ast.AugAssign) and not isinstance(statement.target, ast.Name):
        return None
    values, result = _arguments(function, call, is_method), _result(function, statement)
    if values is None or result is None:
        return None
    steps = all(name_of(c.func) in EVENTS for s in body_of(function) for c in find(s, ast.Call))
    paths = frozenset(v for v in values.values() if _stays(tree, v, steps))
    inside = owner is caller
    return Given(function, call, statement, around, is_method, inside, values, result, paths)


def _is_part(function: ast.FunctionDef, statement: Taking, call: ast.Call) -> bool:
    """Whether a statement computes a call once in any case, and what it gives can stand there."""
    last = function.body[-1]
    plain = isinstance(last, ast.Return) and isinstance(last.value, ast.Name | ast.Call)
    computed = isinstance(statement, ast.Assign) and call in surely_computed(statement.value)
    return plain and computed


def _is_static(function: ast.FunctionDef) -> bool:
    return [name_of(decorator) for decorator in function.decorator_list] == ["staticmethod"]


def _stays(tree: ast.Module, value: ast.expr, steps: bool) -> bool:
    """``self.optimizer``, which nothing but a constructor sets, or which only steps meanwhile."""
    if not isinstance(value, ast.Attribute) or path_of(value) != f"self.{value.attr}":
        return False
    if steps:
        return True
    stores = [
        function_around(tree, node)
        for node in find(tree, ast.Attribute)
        if node.attr == value.attr and not isinstance(node.ctx, ast.Load)
    ]
    return bool(stores) and all(s is not None and s.name == "__init__" for s in stores)


def _completes(
    site: Site,
    function: ast.FunctionDef,
    caller: Root,
    events: Mapping[Root, Sequence[Event]],
    plan: Plan | None,
) -> bool:
    """Whether a function and what is called beside it are a training step, and it alone is none."""
    own = events[function]
    backward = [event for event in own if event.kind == "backward"]
    if backward and any(event.kind == "step" for event in own):
        parameters = Code(function).parameters
        lost = [e.receiver if e.given is None else e.given.loss for e in backward]
        return all(loss is not None and read_names(loss) & parameters for loss in lost)
    texts = {obstacle.text for obstacle in plan.obstacles} if plan is not None else set()
    given = {o for o in texts if o.en.endswith(GIVEN_LOSS)}
    return not texts - PLACE - given and _is_step(site, caller, events, {function, caller})


def _is_step(
    site: Site, caller: Root, events: Mapping[Root, Sequence[Event]], moved: set[Root]
) -> bool:
    """Whether a training step stands in a function and in what it calls, or will when the function
    itself goes to where it is called. ``moved`` are those that went into it, and itself."""
    called = {name_of(call.func) for call in find(caller, ast.Call)}
    beside = [root for root in events if getattr(root, "name", None) in called]
    kinds = {event.kind for root in (*moved, *beside) for event in events.get(root, ())}
    if kinds >= {"backward", "step"}:
        return True
    if not isinstance(caller, ast.FunctionDef) or not _can_move(site.document, caller):
        return False
    outer = _calls(site, caller)
    return (
        bool(outer)
        and (len(outer) == 1 or is_simple(caller))
        and all(call.caller not in moved for call in outer)
        and all(_is_step(site, o.caller, events, moved | {o.caller}) for o in outer)
    )


GIVEN_LOSS = told.given_loss("").en


def _names(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(attr=found) | ast.Name(id=found) | ast.FunctionDef(name=found):
            return found == name
        case ast.AsyncFunctionDef(name=found) | ast.ClassDef(name=found) | ast.arg(arg=found):
            return found == name
        case ast.alias(name=found, asname=other):
            return name in (found, other)
        case ast.Constant(value=str(found)):
            return found == name
    return False


def _is_or_extends(site: Site, one: ast.ClassDef, owner: ast.ClassDef, name: str) -> bool:
    """Whether a class has the method of ``owner``: no base of another file has one of this name.

    torch's modules do not. The file has just one.
    """
    info = next((i for i in site.bindings.classes if i.node is one), None)
    ancestors = lineage(info) if info is not None else None
    if ancestors is not None:
        others = [a for a in ancestors if a.node is not owner]
        return len(others) < len(ancestors) and not any(name in a.methods for a in others)
    assert site.document.tree is not None
    classes = {
        node.name: node for node in walk(site.document.tree) if isinstance(node, ast.ClassDef)
    }
    waiting, known = [one], {one}
    while waiting:
        for base in waiting.pop().bases:
            path = path_of(base)
            value = site.bindings.values.get(base, UNKNOWN)
            if path in OWN_BASES or value.name == "torch.nn.Module":
                continue
            if path not in classes:
                return False
            if classes[path] not in known:
                known.add(classes[path])
                waiting.append(classes[path])
    return owner in known


def _can_move(document: Document, function: ast.FunctionDef) -> bool:
    body = body_of(function)
    inner = [node for statement in body for node in ast.walk(statement)]
    decorated = bool(function.decorator_list) and not _is_static(function)
    if decorated or any(isinstance(node, STAYS) for node in inner):
        return False
    if any(isinstance(n, ast.Name) and n.id in ("locals", "super", "__class__") for n in inner):
        return False
    if any(True for statement in body for _ in string_lines(statement)):
        return False
    return not any(shares_line(document, s) for s in (*body, function.body[-1]))


def _arguments(
    function: ast.FunctionDef, call: ast.Call, is_method: bool
) -> Mapping[str, ast.expr] | None:
    """The arguments by the names of the parameters, in the order in which they are computed."""
    arguments = function.args
    others = (*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    if any(others) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    names = [argument.arg for argument in arguments.args][1 if is_method else 0 :]
    if len(call.args) > len(names):
        return None
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    last = names[len(names) - len(arguments.defaults) :] if arguments.defaults else []
    for name, default in zip(last, arguments.defaults[-len(last) :], strict=False):
        if isinstance(default, ast.Constant):
            given.setdefault(name, default)
    return given if given.keys() == set(names) else None


def _result(function: ast.FunctionDef, statement: Taking) -> ast.expr | str | None:
    """What the call gives: an expression, an empty text where nothing wants it, or None."""
    last = function.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    if not isinstance(statement, ast.Expr):
        return value
    if value is None or isinstance(value, ast.Name | ast.Constant):
        return ""
    match value:
        case ast.Call(ast.Attribute(read, "item" | "detach"), [], []) if path_of(read) is not None:
            return ""
    return None


def _names_are_free(call: Given) -> bool:
    """Whether no name means something else where the body goes."""
    function, caller = call.function, call.caller
    bound = {name for statement in function.body for name in bound_names(statement)}
    free = {name for statement in function.body for name in read_names(statement)}
    first = first_of(function) if call.is_method else None
    mine = bound | call.made.keys()
    outer = free - mine - call.renamed.keys() - {first}
    hidden = set() if isinstance(caller, ast.Module) or call.inside else _bound_in(caller)
    values = set(call.renamed.values())
    others = {name for name, value in call.renamed.items() if name != value}
    formatted = [n for n in ast.walk(function) if isinstance(n, ast.JoinedStr)]
    return not (
        mine & _taken(call)
        or any(read_names(node) & others for node in formatted)  # without positions in Python 3.11
        or outer & hidden
        or first in bound
        or values & bound
    )


def _taken(call: Given) -> set[str]:
    """The caller's names that must keep what they stand for: they are read behind the call.

    Or in what the call is given, or by anything else in a module, whose names others may read.
    """
    if isinstance(call.caller, ast.Module):
        inside = set(ast.walk(call.function))
        return {n.id for n in ast.walk(call.caller) if isinstance(n, ast.Name) and n not in inside}
    place = Code(call.caller).place(call.statement)
    live = live_after(call.caller.body, place.block, place.index, ())
    given = set().union(*(read_names(v) for n, v in call.values.items() if not is_called(v, n)))
    if call.statement.value is not call.call:
        given |= read_names(call.statement.value)
    if isinstance(call.statement, ast.AugAssign):
        given |= bound_names(call.statement)
    return (live - bound_names(call.statement)) | given


def _bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    names = {name for statement in function.body for name in bound_names(statement)}
    return names | {n.arg for n in ast.walk(function.args) if isinstance(n, ast.arg)}
