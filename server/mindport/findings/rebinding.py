"""What changes a tensor in place that one name alone holds (MP209): the name gets the new tensor.

``x.add_(y)`` becomes ``x = x.add(y)``, written as the knowledge base has ``x.add(y)``,
``z = x.add_(y)`` becomes ``z = x = x.add(y)``, and ``x = F.relu_(x)`` becomes ``x = F.relu(x)``. It
also keeps the gradient, which MindSpore loses or refuses where a tensor was changed in place.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from mindport.document import Span
from mindport.findings import messages
from mindport.findings.api import api_finding
from mindport.findings.inplace import input_is_harmless
from mindport.findings.listed_items import holds_items_alone, is_listed
from mindport.findings.ownership import (
    PASSING_ON,
    RESHAPING,
    holds_alone,
    is_fresh,
    is_mentioned_behind,
    is_repeated,
    is_shape_of_part,
)
from mindport.findings.site import Site
from mindport.findings.twins import assigned_edits, whole_edit
from mindport.findings.unrecorded_writes import kept_behind
from mindport.knowledge.conditions import holds
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.rewrites.calls import Rewrite, rewrite
from mindport.rewrites.facts import UseFacts
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, join

METHOD = "torch.Tensor."
FUNCTIONS = ("torch", "torch.nn.functional")
# Whose result is bool, which the tensor that torch changes is not.
LOGICAL = frozenset(
    {"eq", "ne", "not_equal", "lt", "less", "le", "less_equal", "gt", "greater", "ge",
     "greater_equal", "logical_and", "logical_not", "logical_or", "logical_xor"}
)  # fmt: skip
# Whose result has the widest dtype of the operands, or another one for integers.
PROMOTING = frozenset(
    {"add", "addcdiv", "addcmul", "arctan2", "atan2", "bitwise_and", "bitwise_left_shift",
     "bitwise_or", "bitwise_right_shift", "bitwise_xor", "clamp", "clamp_max", "clamp_min",
     "clip", "copysign", "cumprod", "cumsum", "div", "divide", "floor_divide", "fmod", "gcd",
     "heaviside", "hypot", "igamma", "igammac", "lcm", "ldexp", "lerp", "mul", "multiply",
     "nextafter", "pow", "remainder", "sub", "subtract", "true_divide", "xlogy"}
)  # fmt: skip
NUMBERS = ("int", "float", "bool", "none", "str")
WIDENING = frozenset({"cumprod", "cumsum"})
TWINS = WITH_TWIN | {name[:-1] for name in RESHAPING}
# What else gives the tensor itself, or one with an array's memory.
SHARING = frozenset({"as_tensor", "asarray", "from_numpy", "stop_gradient"})
# Functions of which there is no method; rrelu draws numbers in both.
ACTIVATIONS = frozenset({"celu", "elu", "hardtanh", "leaky_relu", "rrelu", "selu", "threshold"})
# Methods without a twin, and whether the template's value has the tensor's dtype.
FILLING = {"zero_": True, "fill_": True, "normal_": False, "uniform_": True, "exponential_": False,
           "bernoulli_": True, "geometric_": False, "cauchy_": False, "log_normal_": False,
           "random_": False, "fill_diagonal_": True}  # fmt: skip
COPIED_BACK = re.compile(r"\{self\}\.copy_\((.*)\)")

NO_GRAD = "torch.no_grad"
STOP = "mindspore.ops.stop_gradient"
EACH_TITLE = Text("Give the name tensors without gradients", "让该变量名指向截断梯度的张量")
TITLE = Text("Give the name the new tensor", "让该变量名指向新张量")
MESSAGE = Text(
    "torch changes the tensor in place; nothing else holds it here, so that its name can get a new "
    "tensor.",
    "torch 在此原地修改张量；此处没有其他变量持有它，因此可以让该变量名指向新张量。",
)
FRESH = Text(
    "torch changes a tensor in place that nothing else holds: a new one will do.",
    "torch 在此原地修改的张量没有其他变量持有，可以改用新张量。",
)
OTHERS = Text(
    "torch changes the tensor itself; here the name gets a new one. What else holds the tensor keeps "
    "the old one.",
    "torch 修改的是张量本身；此处让该变量名指向新张量，其他持有该张量的变量仍是旧的。",
)
KEPT = Text(
    "torch changes the tensor itself, here a new one is made. Where the call before it gives a tensor "
    "that something else holds (x.float() of a float32 tensor, a view), that one keeps its values.",
    "torch 修改的是张量本身，此处得到的是新张量。若前面的调用返回的张量另有他处持有（float32 张量的 "
    "x.float()、视图），该张量的值不变。",
)
WIDER = Text(
    "torch keeps the tensor's dtype; here an operand with a wider one would widen the result.",
    "torch 会保持该张量的数据类型；此处若另一操作数的类型更宽，结果类型也会变宽。",
)


def rebinding_finding(site: Site, use: Use) -> Finding | None:
    """The finding, with a safe fix; None where another name may see the change, or in doubt."""
    name = use.symbol.rpartition(".")[2]
    if use.call is None or use.confidence == "name" or not name.endswith("_"):
        return None
    changed = _changed(site, use, name)
    if changed is None:
        return None
    if isinstance(changed, ast.Name) and _is_unrecorded(site, use, changed.id):
        return None
    alone = True
    if isinstance(changed, ast.Name):
        assigned = _takes_its_place(site, use, changed.id)
        alone = assigned is not None and _is_its_own(site, use, changed, assigned)
        loop = None if alone else _loop_over(site, use, changed.id)
        if loop is not None:
            return _cut_each(site, use, loop) if name == "detach_" else None
        if not alone and not _may_have_new_shape(site, use, name):
            return None
    elif site.target.mode == "GRAPH" and _is_item_to_assign(site, use, changed):
        assigned = True
    elif _is_statement(use):
        return None  # what would be changed for nobody is a view that was made a copy
    elif name in FILLING:
        return _made_anew(site, use) if is_fresh(site, changed) else None
    elif _is_new(site, use, changed) or is_shape_of_part(site, use, name):
        assigned = False
    elif isinstance(changed, ast.Call) and (
        name in RESHAPING - {"detach_"} or name_of(changed.func) in {*PASSING_ON, *SHARING}
    ):
        alone = assigned = False  # of a tensor that may have a name: x.float().clamp_(0, 1)
    else:
        return None
    found = _new_value(site, use, name)
    if found is None or found.fix is None or found.fix.applicability != "safe":
        return None
    edits = found.fix.edits
    if _needs_cast(site, use, name):
        if not alone:
            return None
        if not isinstance(changed, ast.Name) and not assigned:
            return _by_helper(site, use, name) or _perhaps_wider(site, use, name, found)
        edits = _with_cast(site, use, ast.unparse(changed), edits)
    if assigned:
        edits = assigned_edits(site, use, (site.document.span(changed), " = "), edits)
    if not alone:
        caution = OTHERS if assigned else KEPT
        fix = Fix(TITLE if assigned else found.fix.title, "unsafe", edits, caution=caution)
        span = _span(site, use, name)
        return Finding("MP209", "warning", use.symbol, None, use.confidence, caution, span, fix)
    message = join(MESSAGE, found.message)
    return replace(
        found,
        code="MP209",
        symbol=use.symbol,
        message=message,
        span=_span(site, use, name),
        fix=replace(found.fix, title=TITLE, edits=edits),
    )


def _is_item_to_assign(site: Site, use: Use, changed: ast.expr) -> bool:
    """``d[0].mul_(2)`` of a list that alone holds its tensors: graph mode loses the change."""
    scope = site.document.tree if use.function is None else use.function.node
    if scope is None or not isinstance(changed, ast.Subscript) or not _is_statement(use):
        return False
    return is_listed(site, changed) and holds_items_alone(site, changed, scope)


def _is_unrecorded(site: Site, use: Use, name: str) -> bool:
    """Whether a forward changes a tensor under no_grad that it goes on with behind the block: its graph
    stays the one that it had, which a new tensor would not have."""
    info = use.function
    if info is None or info.node is None or site.target.mode == "GRAPH":
        return False
    if info.name not in FORWARD_NAMES or not (info.owner and info.owner.is_module):
        return False
    blocks = (
        one.statement
        for one in site.bindings.uses
        if one.symbol == NO_GRAD and one.context == "with" and one.function is info
    )
    return any(
        isinstance(block, ast.With)
        and any(node is use.call for node in walk(block))
        and name in kept_behind(info.node, block)
        for block in blocks
    )


def _loop_over(site: Site, use: Use, name: str) -> ast.For | None:
    """The ``for`` around the call that gives the name one of several tensors that something holds."""
    scope = site.document.tree if use.function is None else use.function.node
    if scope is None:
        return None
    around = (loop for loop in find(scope, ast.For) if any(n is use.call for n in walk(loop)))
    return next((loop for loop in around if _names_one(loop.target, name)), None)


def _names_one(target: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in walk(target))


def _cut_each(site: Site, use: Use, loop: ast.For) -> Finding | None:
    """``for s in state: s.detach_()``, which does nothing else: the name gets the tensors anew."""
    match loop:
        case ast.For(target=ast.Name(), iter=ast.Name(), body=[ast.Expr(value)], orelse=[]):
            if value is not use.call:
                return None
        case _:
            return None
    if use.receiver is None or _is_parameter(site, use.receiver):
        return None
    span = site.document.span
    holder, one = span(loop.iter), span(loop.target)
    pieces: tuple[Piece, ...] = (holder, " = type(", holder, ")(", Name(STOP), "(", one, ") for ", one,
                                 " in ", holder, ")")  # fmt: skip
    fix = Fix(EACH_TITLE, "unsafe", (Edit(span(loop), pieces),), caution=OTHERS)
    where = _span(site, use, "detach_")
    return Finding("MP209", "warning", use.symbol, STOP, use.confidence, OTHERS, where, fix)


def _is_statement(use: Use) -> bool:
    """Whether the call is a statement of its own."""
    return isinstance(use.statement, ast.Expr) and use.statement.value is use.call


def _may_have_new_shape(site: Site, use: Use, name: str) -> bool:
    """Whether a statement of its own gives a new shape, or the end of the graph, to the tensor of
    a name that can be given another one: a parameter's, or one that this function assigns."""
    scope = site.document.tree if use.function is None else use.function.node
    if name not in RESHAPING or not _is_statement(use) or scope is None:
        return False
    if not isinstance(use.receiver, ast.Name):
        return False
    if _is_parameter(site, use.receiver):
        return False
    known = use.receiver.id
    return isinstance(scope, ast.Module) or any(
        (isinstance(node, ast.arg) and node.arg == known)
        or (isinstance(node, ast.Name) and node.id == known and isinstance(node.ctx, ast.Store))
        for node in walk(scope)
    )


def _is_parameter(site: Site, node: ast.expr) -> bool:
    return site.bindings.values.get(node, UNKNOWN).name.endswith(".Parameter")


def _changed(site: Site, use: Use, name: str) -> ast.expr | None:
    """The tensor that a method or a function, ``x.relu_()`` or ``F.relu_(x)``, changes."""
    if use.owner == "torch.Tensor":
        return use.receiver if name[:-1] in TWINS or name in FILLING else None
    known = name[:-1] in TWINS | ACTIVATIONS and use.symbol.rpartition(".")[0] in FUNCTIONS
    if use.owner is not None or not known:
        return None
    return site.facts(use)[0].node("input")


def _is_its_own(site: Site, use: Use, changed: ast.Name, assigned: bool) -> bool:
    """Whether nothing but the name holds the tensor that a method or a function changes."""
    if holds_alone(site, replace(use, receiver=changed)):
        return True
    return use.owner is None and not assigned and _is_harmless(site, use, changed)


def _is_new(site: Site, use: Use, changed: ast.expr) -> bool:
    """Whether the expression makes a tensor that nothing else holds."""
    return is_fresh(site, changed) or (use.owner is None and _is_harmless(site, use, changed))


def _is_harmless(site: Site, use: Use, changed: ast.expr) -> bool:
    """As for ``F.relu(x, inplace=True)``, which the activations' functions stand for."""
    function = site.document.tree if use.function is None else use.function.node
    if use.call is None or function is None:
        return False
    return input_is_harmless(function, use.call, changed)


def _takes_its_place(site: Site, use: Use, name: str) -> bool | None:
    """Whether ``name = `` has to be written before the call; None where the call is no statement
    of its own, nor the whole value of an assignment or of ``return ...``."""
    statement = use.statement
    if _is_statement(use):
        return True
    if isinstance(statement, ast.Return) and statement.value is use.call:
        return False
    if isinstance(statement, ast.Assign) and statement.value is use.call:
        names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
        if len(names) != len(statement.targets):
            return None
        if name in names:
            return False if len(names) == 1 else None
        scope = site.document.tree if use.function is None else use.function.node
        if scope is None or is_repeated(site, statement, scope):
            return None
        return is_mentioned_behind(scope, name, statement)
    return None


def _new_value(site: Site, use: Use, name: str) -> Finding | None:
    """The finding for the twin that gives a new tensor, at the same place."""
    if name[:-1] in TWINS | ACTIVATIONS:
        twin = use.symbol[:-1]
        if site.store.entry(twin) is None:
            return None
        return api_finding(site, replace(use, symbol=twin))
    return _template_value(site, use, name)


def _template_value(site: Site, use: Use, name: str) -> Finding | None:
    """What an entry's ``{self}.copy_(VALUE)`` copies back."""
    entry = site.entry(use)
    if entry is None:
        return None
    facts, _ = site.facts(use)
    for equivalent in site.candidates(entry):
        match = COPIED_BACK.fullmatch(equivalent.to or "")
        if match is None or not holds(equivalent.when, facts):
            continue
        if not (equivalent.holds(site.target) and entry.is_proved(equivalent)):
            return None
        value = replace(equivalent, to=match[1])
        result = rewrite(facts, value, site.store)
        if not isinstance(result, Rewrite) or result.doubts:
            return None
        fix = Fix(TITLE, "safe", result.edits)
        said = messages.replaced(use.symbol, value)
        written = messages.name_of(value)
        span = _span(site, use, name)
        return Finding("MP209", "warning", use.symbol, written, use.confidence, said, span, fix)
    return None


def _made_anew(site: Site, use: Use) -> Finding | None:
    """What a tensor that was made right there, ``(x + 1).fill_(2)``, is filled with: what an entry
    has for one."""
    entry = site.entry(use)
    if entry is None:
        return None
    known, _ = site.facts(use)
    facts = replace(known, fresh=True)
    for equivalent in site.candidates(entry):
        if "'new'" not in (equivalent.when or "") or holds(equivalent.when, facts) is not True:
            continue
        result = rewrite(facts, equivalent, site.store)
        proved = equivalent.holds(site.target) and entry.is_proved(equivalent)
        if not proved or not isinstance(result, Rewrite) or result.doubts:
            return None
        written = messages.name_of(equivalent)
        said = join(FRESH, messages.replaced(use.symbol, equivalent))
        fix = Fix(TITLE, "safe", result.edits)
        span = _span(site, use, use.symbol.rpartition(".")[2])
        return Finding("MP209", "warning", use.symbol, written, use.confidence, said, span, fix)
    return None


def _by_helper(site: Site, use: Use, name: str) -> Finding | None:
    """The method as the function that the entry has for it, for a tensor that nothing else holds."""
    entry = site.entry(use)
    if entry is None:
        return None
    facts, _ = site.facts(use)
    for equivalent in site.candidates(entry):
        if equivalent.helper is None or holds(equivalent.when, facts) is not True:
            continue
        result = rewrite(facts, equivalent, site.store)
        proved = equivalent.holds(site.target) and entry.is_proved(equivalent)
        if not proved or not isinstance(result, Rewrite) or result.doubts:
            return None
        written = messages.name_of(equivalent)
        said = messages.replaced(use.symbol, equivalent)
        fix = Fix(messages.title(messages.RENAME_TITLE, written), "safe", result.edits)
        span = _span(site, use, name)
        return Finding("MP209", "warning", use.symbol, written, use.confidence, said, span, fix)
    return None


def _perhaps_wider(site: Site, use: Use, name: str, found: Finding) -> Finding | None:
    """The method that gives a new tensor, where nothing but an operand of which the source tells
    nothing may widen its dtype."""
    facts, _ = site.facts(use)
    if found.fix is None or facts.binding is None or name[:-1] not in PROMOTING - WIDENING:
        return None
    changed = _parameter_of(use)
    own, others = facts.dtype(changed), set(facts.binding.arguments) - {changed}
    if any(facts.dtype(x) and not _keeps_dtype(facts, x, own) for x in others):
        return None
    return replace(
        found,
        code="MP209",
        symbol=use.symbol,
        message=join(FRESH, found.message, WIDER),
        span=_span(site, use, name),
        fix=replace(found.fix, applicability="unsafe", caution=WIDER),
    )


def _needs_cast(site: Site, use: Use, name: str) -> bool:
    """Whether the new tensor may have another dtype than the one that torch changes."""
    if name in FILLING:
        return not FILLING[name]
    twin = name[:-1]
    if twin in LOGICAL:
        return True
    if twin not in PROMOTING:
        return False
    facts, _ = site.facts(use)
    if facts.binding is None:
        return True
    changed = _parameter_of(use)
    own, others = facts.dtype(changed), set(facts.binding.arguments) - {changed}
    if twin in WIDENING:
        return facts.given("dtype") or not own.startswith(("float", "complex"))
    return not all(_keeps_dtype(facts, argument, own) for argument in others)


def _parameter_of(use: Use) -> str:
    """The parameter that gets the tensor that is changed."""
    return "self" if use.owner == "torch.Tensor" else "input"


def _keeps_dtype(facts: UseFacts, argument: str, own: str) -> bool:
    """Whether an argument is a number, or a tensor of the dtype ``own``."""
    if facts.kind(argument) in NUMBERS:
        return True
    return own not in ("", "floating") and facts.dtype(argument) == own


def _with_cast(site: Site, use: Use, name: str, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The edits, with ``.astype(name.dtype)`` behind the call."""
    assert use.call is not None
    span = site.document.span(use.call)
    cast = f".astype({name}.dtype)"
    whole = whole_edit(edits, span)
    if whole is not None:
        return (Edit(span, (*whole.pieces, cast)),)
    return (*edits, Edit(Span(span.end, span.end), (cast,)))


def _span(site: Site, use: Use, name: str) -> Span:
    end = site.document.span(use.node).end
    return Span(end - len(name), end)
