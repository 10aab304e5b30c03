"""Events that are written in a way that no rewrite knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.training import obstacles as told
from mindport.findings.training.byhand import called_loops, gradient_loops
from mindport.findings.training.events import MANUAL, Event
from mindport.findings.training.facts import lineage
from mindport.findings.training.gradient_reads import path_reads
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import COMPREHENSIONS, PURE, bound_names, path_of, root_of
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import name_of
from mindport.symbols.stepping import clears_more, stepping
from mindport.symbols.values import UNKNOWN, ClassInfo, is_tensor

OF_GRADIENTS = re.compile(r"(?<!no_)(?<!zero_)(?<!requires_)grad(?!_enabled)", re.I)
# Accelerate's, Fabric's and DeepSpeed's objects, whose backward is given the loss.
LAUNCHER = re.compile(r"accel|fabric|engine|strategy|trainer", re.I)
# Statements that take what is computed in them, and what may not compute its parts, or not once.
SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
SOMETIMES = (
    ast.Lambda,
    ast.IfExp,
    ast.BoolOp,
    ast.Compare,
    ast.JoinedStr,
    ast.Await,
    *COMPREHENSIONS,
)
CLIP_ARGUMENTS = {
    "parameters",
    "max_norm",
    "norm_type",
    "clip_value",
    "error_if_nonfinite",
    "foreach",
}


def unknown_forms(draft: Draft, is_closure: bool = False) -> Iterator[Obstacle]:
    """What is odd about each event by itself; a closure has no step of its own."""
    if not draft.of("backward"):
        for event in draft.events:
            yield Obstacle(event.call, told.NO_BACKWARD)
        return
    for event in draft.events:
        yield from _event(event)
        yield from _wrapped(draft, event)
        yield from _clearing_more(draft, event)
        if event.kind in ("step", "zero") and event.hand is None and _in_turn(draft, event):
            yield Obstacle(event.call, told.ONE_AFTER_ANOTHER)
    if not draft.of("step") and not is_closure:
        for event in draft.of("backward"):
            yield Obstacle(event.call, told.NO_STEP)
    looped = {node for event in draft.events if event.hand for node in event.hand.nodes}
    looped |= {read for loop in gradient_loops(draft.code) for read in loop.reads}
    looped |= {read.node for read in path_reads(draft.facts, draft.code)}
    for node in draft.code.expressions():
        if isinstance(node, ast.Attribute) and node.attr == "grad" and node not in looped:
            symbol = draft.facts.symbols.get(node, "torch.Tensor.grad")
            if symbol == "torch.Tensor.grad" and not draft.facts.is_library(node):
                yield Obstacle(node, told.GRAD_READ)
        elif isinstance(node, ast.Attribute) and _sets_gradient(node):
            yield Obstacle(node, told.GRAD_READ)


def _sets_gradient(node: ast.Attribute) -> bool:
    """``shared._grad = ...``: torch's other name of the gradient, set on a parameter."""
    is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr == "_grad" and isinstance(node.ctx, ast.Store) and not is_own


def handed_gradients(draft: Draft) -> Iterator[Obstacle]:
    """``clip(net.parameters())`` and ``copy_grad(net, other)`` between backward and step."""
    calls = {event.call for event in draft.events}
    calls |= {call for loop in called_loops(draft) if loop.reader for call, _ in loop.reader.calls}
    inside = {node for clip in draft.of("clip") for node in ast.walk(clip.call)}
    inside |= {node for call in calls for node in ast.walk(call)}
    looped = {loop.header.listed for loop in gradient_loops(draft.code)}
    for call in draft.code.expressions():
        if not isinstance(call, ast.Call) or call in calls:
            continue
        before = [e.kind for e in draft.events if e.call.lineno < call.lineno]
        behind = [e.kind for e in draft.events if e.call.lineno > call.lineno]
        if before[-1:] not in (["backward"], ["clip"]) or behind[:1] not in (["step"], ["clip"]):
            continue
        function = call.func
        if isinstance(function, ast.Attribute) and draft.facts.is_library(function):
            continue
        if name_of(function) in PURE | {"filter", "map"}:
            continue
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        nodes = {node for argument in given for node in ast.walk(argument)} - looped - inside
        listed = any(map(_lists_parameters, nodes))
        name = name_of(function)
        reads = name in draft.facts.reading or draft.facts.reads_beside(call)
        if listed or OF_GRADIENTS.search(name) or reads:
            yield Obstacle(call, told.HANDED_GRADIENTS)


def _lists_parameters(node: ast.AST) -> bool:
    names = ("parameters", "named_parameters", "trainable_params")
    return isinstance(node, ast.Call) and name_of(node.func) in names


def _event(event: Event) -> Iterator[Obstacle]:
    call = event.call
    if event.hand is not None:
        return
    if event.kind == "other":
        yield Obstacle(call, told.other(event.symbol))
    elif event.statement is None:
        yield Obstacle(call, told.IN_EXPRESSION)
    elif event.given is not None:
        if not isinstance(event.statement, SIMPLE) or event.given.call not in surely_computed(
            event.statement
        ):
            yield Obstacle(call, told.VALUE_USED)
        if path_of(event.given.loss) is None:
            yield Obstacle(event.given.loss, told.UNNAMED)
    elif not (is_alone(event) or uses_norm(event) or _uses_result(event)):
        yield Obstacle(call, told.VALUE_USED)
    elif event.kind == "backward":
        yield from odd_backward(event)
        for node in () if event.receiver is None else ast.walk(event.receiver):
            if isinstance(node, ast.NamedExpr):
                yield Obstacle(node, told.NAMED_INSIDE)
    elif event.kind == "step" and _is_given(event):
        yield Obstacle(call, told.CLOSURE)
    elif event.kind in ("step", "zero") and event.on is None:
        yield Obstacle(call, told.NO_NAME)
    elif event.kind == "clip" and not event.is_scaled:
        yield from odd_clip(event)


def _is_given(event: Event) -> bool:
    """Whether a step gets something: a closure."""
    own = event.is_scaled or event.in_part or event.takes_more or event.through
    return not own and bool(event.call.args or event.call.keywords)


def _wrapped(draft: Draft, event: Event) -> Iterator[Obstacle]:
    """``step`` of what is, or may be, a class of the user's that is no optimizer of torch's."""
    if event.kind != "step" or event.through or event.hand is not None or event.receiver is None:
        return
    site = draft.facts.site
    value = site.bindings.values.get(event.receiver, UNKNOWN)
    if not event.is_scaled:
        value = next((c.value for c in site.bindings.gradients if c.call is event.call), value)
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        ancestors = lineage(value.info)
        own = ancestors is not None or "step" in value.info.methods
        if own and value.info.torch_base is None and not value.info.is_cell:
            yield Obstacle(event.call, told.steps_itself(value.info.name))
    elif value.kind == "unknown":
        for info in site.bindings.classes:
            if "step" in stepping(info):
                yield Obstacle(event.call, told.may_be(info.name))


def _clearing_more(draft: Draft, event: Event) -> Iterator[Obstacle]:
    """``zero_grad`` of a class whose own does more, which would be gone with the call."""
    if event.kind != "zero" or event.hand is not None:
        return
    value = next(
        (c.value for c in draft.facts.site.bindings.gradients if c.call is event.call), UNKNOWN
    )
    if isinstance(value.info, ClassInfo) and clears_more(value.info):
        yield Obstacle(event.call, told.clears_more(value.info.name))


def _in_turn(draft: Draft, event: Event) -> bool:
    """``for opt in optimizers: opt.step()`` beside the backward call."""
    if event.statement is None or event.on is None:
        return False
    for loop in draft.code.owners(event.statement):
        if isinstance(loop, ast.For) and root_of(event.on) in bound_names(loop.target):
            inside = set(ast.walk(loop))
            return not any(backward.call in inside for backward in draft.of("backward"))
    return False


def is_alone(event: Event) -> bool:
    return isinstance(event.statement, ast.Expr) and event.statement.value is event.call


def uses_norm(event: Event) -> bool:
    """Whether a statement surely takes the norm that clipping gives: ``norm = clip_grad_norm_(...)``."""
    statement = event.statement
    if not event.symbol.endswith("norm_") or not isinstance(statement, SIMPLE):
        return False
    return not is_alone(event) and event.call in surely_computed(statement)


def _uses_result(event: Event) -> bool:
    """Whether a statement takes what a step of the user's gives: ``norm = optim.step()``."""
    statement = event.statement
    is_assigned = isinstance(statement, ast.Assign) and statement.value is event.call
    is_own = event.through or event.takes_more
    return is_own and event.kind == "step" and is_assigned


def surely_computed(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions of a statement that are computed once, whatever the others give."""
    yield node
    if not isinstance(node, SOMETIMES):
        for child in ast.iter_child_nodes(node):
            yield from surely_computed(child)


def odd_backward(event: Event) -> Iterator[Obstacle]:
    """The arguments of a backward call that no rewrite knows."""
    known = {"retain_graph"}
    if event.terms:
        known |= {"gradient", "tensors", "grad_tensors"}
    elif event.call.args and (is_manual(event) or LAUNCHER.search(event.on or "")):
        yield Obstacle(event.call, told.launched(ast.unparse(event.call.args[0])))
    elif event.call.args:
        yield Obstacle(event.call, told.GRADIENT_GIVEN)
    for keyword in event.call.keywords:
        if isinstance(keyword.value, ast.Constant) and keyword.value.value in (None, False):
            continue
        if keyword.arg not in known:
            yield Obstacle(event.call, told.backward_argument(keyword.arg or "**"))


def is_manual(event: Event) -> bool:
    """``self.manual_backward(loss)``."""
    return name_of(event.call.func) == MANUAL


def unknown_weights(draft: Draft) -> Iterator[Obstacle]:
    """``g`` of ``out.backward(g)``, which may be None, where it is not known to be a tensor."""
    values = draft.facts.site.bindings.values
    for term in (term for event in draft.of("backward") for term in event.terms):
        weight = term.weight
        if weight is not None and not is_tensor(values.get(weight, UNKNOWN)):
            yield Obstacle(weight, told.taken_for_tensor(ast.unparse(weight)))


def retains_graph(event: Event) -> bool:
    """Whether a backward call keeps the graph for another one."""
    return any(
        k.arg == "retain_graph"
        and not (isinstance(k.value, ast.Constant) and k.value.value in (None, False))
        for k in event.call.keywords
    )


def odd_clip(event: Event) -> Iterator[Obstacle]:
    """What of a clip no rewrite knows."""
    call = event.call
    if spread_of(event) is not None:
        return
    names = [keyword.arg for keyword in call.keywords]
    known = all(name in CLIP_ARGUMENTS for name in names)
    listed = bool(call.args) != ("parameters" in names)
    sized = len(call.args) > 1 or {"max_norm", "clip_value"} & set(names)
    if not known or not listed or not sized or len(call.args) > 3:
        yield Obstacle(call, told.CLIP_FORM)
        return
    order = next((k.value for k in call.keywords if k.arg == "norm_type"), None)
    if event.symbol.endswith("norm_") and len(call.args) == 3:
        order = call.args[2]
    # clip_by_norm of MindSpore 2.10.0 gives other numbers than torch for norms of order 1 and 3.
    if order is not None and not is_plain_norm(order):
        yield Obstacle(call, told.CLIP_FORM)


def spread_of(event: Event) -> ast.expr | None:
    """``options`` of the statement ``clip_grad_norm_(model.parameters(), **options)``."""
    plain = event.symbol.endswith("clip_grad_norm_") and isinstance(event.statement, ast.Expr)
    match event.call:
        case ast.Call(args=[_], keywords=[ast.keyword(arg=None, value=options)]) if plain:
            return options
    return None


def unknown_options(draft: Draft) -> Iterator[Obstacle]:
    """``**options`` of a clip, which may ask for a norm of another order."""
    for clip in draft.of("clip"):
        options = spread_of(clip)
        if options is not None:
            yield Obstacle(options, told.of_plain_norm(ast.unparse(options)))


def given_through(draft: Draft) -> Iterator[Obstacle]:
    """Steps of the user's own classes, which are rewritten at the same time."""
    for step in draft.of("step"):
        if step.through or step.given is not None:
            yield Obstacle(step.call, told.moved_together(ast.unparse(step.call.func)))
        if step.given is not None and not step.given.is_known:
            name = ast.unparse(step.call.func)
            yield Obstacle(step.call, told.taken_for(name, step.given.rule.name))


def is_plain_norm(node: ast.expr) -> bool:
    """The 2-norm, or the largest absolute value."""
    if isinstance(node, ast.Constant):
        return node.value in (2, 2.0, "inf")
    return ast.unparse(node) in ("float('inf')", "math.inf", "np.inf", "torch.inf")


def dominates(draft: Draft, event: Event, other: Event) -> bool:
    """Whether ``event`` runs whenever ``other`` does: its block holds the other's statement."""
    return draft.code.holds(draft.code.level(seen_from(draft, event, other)), statement_of(other))


def seen_from(draft: Draft, event: Event, other: Event) -> ast.stmt:
    """The statement that an event is for another one: the ``if`` of which each branch has such a one."""
    branch = draft.either.get(event)
    if branch is None or branch in draft.code.owners(statement_of(other)):
        return statement_of(event)
    return branch
