"""``no_grad`` and its like (MP305): blocks lose their header, functions their decorator."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from mindport.document import Span
from mindport.findings.blocks import block_edits
from mindport.findings.chosen_modes import chosen_mode, switched_mode
from mindport.findings.dropped import remove_decorator, remove_statement
from mindport.findings.ownership import is_alone
from mindport.findings.site import Site
from mindport.findings.stopping import STOP, Stopped, keeps_what_it_is_given, stopped
from mindport.findings.switched_off import SWITCH, switched_off
from mindport.findings.unrecorded_writes import (
    KEEP,
    around_the_block,
    changed_tensors,
    kept_behind,
    unrecorded_writes,
)
from mindport.nodes import find, name_of, walk
from mindport.report import Applicability, Edit, Finding, Fix, Name, Severity
from mindport.symbols.reached import reached_names
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.uses import Use
from mindport.symbols.values import FunctionInfo
from mindport.texts import Text, join

MODES = {
    "torch.no_grad", "torch.enable_grad", "torch.inference_mode", "torch.set_grad_enabled",
    "torch.autograd.no_grad", "torch.autograd.enable_grad", "torch.autograd.inference_mode",
    "torch.autograd.set_grad_enabled", "torch.autograd.grad_mode.no_grad",
    "torch.autograd.grad_mode.enable_grad", "torch.autograd.grad_mode.inference_mode",
    "torch.autograd.grad_mode.set_grad_enabled",
}  # fmt: skip
NO_GRAD = {symbol for symbol in MODES if symbol.endswith(("no_grad", "inference_mode"))}
ENABLE_GRAD = {symbol for symbol in MODES if symbol.endswith("enable_grad")}
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
SETS_UP = ("init", "reset", "load", "build", "setup")
NETWORKS = ("net", "model", "module", "encoder", "decoder", "generator", "classifier")
DRAWS = frozenset({"sample", "rsample", "log_prob"})
MESSAGE = Text(
    "MindSpore computes gradients only inside value_and_grad and grad, so nothing is needed here.",
    "MindSpore 仅在 value_and_grad 与 grad 中计算梯度，此处无需任何处理。",
)
INSIDE = Text(
    "Inside a function that is differentiated, wrap the results in mindspore.ops.stop_gradient.",
    "若位于被求导的函数内部，请用 mindspore.ops.stop_gradient 包裹结果。",
)
CHANGES = Text(
    "What is changed here keeps the gradient that it had in torch; compiled code has no no_grad: change "
    "a copy y = ops.stop_gradient(x).copy(), and go on with y + (x - ops.stop_gradient(x)).",
    "torch 中，此处修改的张量保留其原有的梯度；被编译的代码中没有 no_grad：请修改副本 "
    "y = ops.stop_gradient(x).copy()，之后使用 y + (x - ops.stop_gradient(x))。",
)
STOP_TITLE = Text("Stop the gradients of what it gives", "截断其结果的梯度")
STOPPED = Text(
    "MindSpore differentiates all that a differentiated function computes; what comes out here"
    " goes through mindspore.ops.stop_gradient, which stops gradients as torch does.",
    "MindSpore 会对被求导函数中的全部计算求导；此处得到的结果经过 mindspore.ops.stop_gradient，"
    "与 torch 一样截断梯度。",
)
OFF, NOTHING = Name("helper.no_grad"), Name("contextlib.nullcontext")
ASKS = "is_grad_enabled"
# What is not written as the condition of a choice without parentheses, or is none.
SPLIT = (ast.Constant, ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Starred)
OFF_TITLE = Text("Compute it without gradients, too", "同样在不记录梯度的状态下计算")
OFF_MESSAGE = Text(
    "MindSpore differentiates all that a differentiated function computes; the helper no_grad turns"
    " gradients off here as torch does, in PyNative mode.",
    "MindSpore 会对被求导函数中的全部计算求导；辅助函数 no_grad 在 PyNative 模式下与 torch 一样在此处关闭梯度。",
)
ONLY_TENSORS = Text(
    "It is right where these are tensors, or tuples, lists and dicts of tensors.",
    "仅当这些值是张量，或由张量组成的元组、列表、字典时才正确。",
)


KEPT_TITLE = Text("Keep the gradient of what it changes", "保留其修改的张量的梯度")
KEPT_MESSAGE = Text(
    "torch changes the tensor here and keeps the gradient that it had. Compiled code has no no_grad: a "
    "copy without a gradient is changed, and the helper keep_gradient puts the tensor's gradient back.",
    "torch 在此修改张量，并保留其原有的梯度。被编译的代码中没有 no_grad：此处改为修改不带梯度的副本，"
    "再由辅助函数 keep_gradient 恢复该张量的梯度。",
)
KEPT_CAUTION = Text(
    "What else holds the tensor, as its caller or a view, does not see the change.",
    "其他持有该张量之处（调用者、视图）看不到该修改。",
)


def grad_mode_finding(site: Site, use: Use) -> Finding:
    """The block or the decorator goes away; in a forward it may have stopped gradients."""
    edits = _edits(site, use)
    span = site.document.span(use.node)
    chosen = _chosen(site, use) if use.symbol in NO_GRAD else None
    if chosen is not None:
        return Finding("MP305", "warning", use.symbol, None, use.confidence, MESSAGE, span, chosen)
    around = _inside(site, use)
    wrapped = _wrapped(site, use)
    if wrapped is not None:
        edits = (_unwrapped(site, use, wrapped),)
    cut = None if around is None else _cut(site, use, around)
    stops = wrapped is not None and use.symbol in NO_GRAD
    doubt = INSIDE if around is not None or stops else None
    writes = _writes(site, use, around) if doubt else []
    off = _turned_off(site, use) if doubt and (writes or not (cut and cut.certain)) else None
    off = _switched(site, use, around) if off is None and around is not None else off
    if off is not None:
        fix = Fix(OFF_TITLE, "safe", (off, *writes))
        found = Finding("MP305", "warning", use.symbol, OFF.api, use.confidence, OFF_MESSAGE, span)
        return replace(found, fix=fix)
    severity: Severity
    if around is not None and site.target.mode == "GRAPH" and _changes(site, use, around):
        keeps = _kept_gradients(site, use, around)
        message = CHANGES if keeps is None else join(KEPT_MESSAGE, keeps.caution)
        severity = "error" if keeps is None else "warning"
        api = None if keeps is None else KEEP.api
        return Finding("MP305", severity, use.symbol, api, use.confidence, message, span, keeps)
    if cut is not None and edits is not None:
        applicability: Applicability = "safe" if cut.certain else "unsafe"
        caution = None if cut.certain else ONLY_TENSORS
        fix = Fix(STOP_TITLE, applicability, (*edits, *cut.edits), caution)
        message = join(STOPPED, caution)
        return Finding("MP305", "warning", use.symbol, STOP.api, use.confidence, message, span, fix)
    switched = None if around is None else switched_off(site, use, around, ONLY_TENSORS)
    if switched is not None:
        message = join(STOPPED, switched.caution)
        return Finding(
            "MP305", "warning", use.symbol, STOP.api, use.confidence, message, span, switched
        )
    removal: Fix | None = None
    kept = around is not None and (
        _switches(use, around) or _draws(around) or _is_of_forward(use, around)
    )
    if edits is not None and not kept:
        title = Text(f"Remove {use.symbol}", f"删除 {use.symbol}")
        removal = Fix(title, "unsafe" if doubt else "safe", edits, doubt)
    message = join(MESSAGE, doubt)
    severity = "warning" if removal else "error"
    return Finding(
        "MP305",
        severity,
        use.symbol,
        None,
        use.confidence,
        message,
        span,
        removal,
    )


def _writes(site: Site, use: Use, around: Function | None) -> list[Edit]:
    """What the block writes into tensors of the function, so that they keep their gradients."""
    block = use.statement
    if around is None or use.context != "with" or not isinstance(block, ast.With):
        return []
    if any(map(_differentiates, walk(around))):
        return []  # a step by hand
    return list(unrecorded_writes(site.document, site.bindings.values, around, block))


def _changes(site: Site, use: Use, around: Function) -> bool:
    """Whether the block changes tensors that are read behind it, which keep their gradient in torch."""
    block = use.statement
    if use.symbol not in NO_GRAD or any(map(_differentiates, walk(around))):
        return False
    if use.context != "with" or not isinstance(block, ast.With):
        return False
    behind = kept_behind(around, block)
    changed = changed_tensors(site.bindings.values, around, block)
    return any(tensor.id in behind for tensor in changed) or bool(_writes(site, use, around))


def _kept_gradients(site: Site, use: Use, around: Function) -> Fix | None:
    """The fix of a block of compiled code that changes tensors which are read behind it."""
    document, block, values = site.document, use.statement, site.bindings.values
    if not isinstance(block, ast.With) or len(block.items) > 1 or _takes_something(use):
        return None
    changed, read = changed_tensors(values, around, block), kept_behind(around, block)
    names = [tensor.id for tensor in changed if tensor.id in read]
    taken = {name.id for name in find(around, ast.Name)}
    if not names or any(f"recorded_{name}" in taken or _is_of(around, name) for name in names):
        return None
    cut = stopped(document, values, around, block.body, frozenset(one.id for one in changed))
    behind = document.line_of(document.span(block).end) + 1
    if cut is None or behind >= len(document.line_starts):
        return None
    before, after = around_the_block(document, block, names)
    header = block_edits(document, block, use, before)
    if header is None:
        return None
    end = document.line_starts[behind]
    alone = all(is_alone(site, around, tensor, block) for tensor in changed) and cut.certain
    edits = (*header, *cut.edits, Edit(Span(end, end), after))
    return Fix(KEPT_TITLE, "safe" if alone else "unsafe", edits, None if alone else KEPT_CAUTION)


def _is_of(function: Function, name: str) -> bool:
    """Whether a name stands for what an object or another name holds: ``queue = self.queue``."""
    given = (
        one for one in find(function, ast.Assign) if isinstance(one.value, ast.Name | ast.Attribute)
    )
    return any(getattr(target, "id", "") == name for one in given for target in one.targets)


def _chosen(site: Site, use: Use) -> Fix | None:
    """The fix of a header that chooses between no_grad and nothing."""
    block = use.statement
    if not isinstance(block, ast.With):
        return None
    if _inside(site, use) is None or any(map(_differentiates, ast.walk(block))):
        return switched_mode(site, [use])
    return chosen_mode(site, use)


def _turned_off(site: Site, use: Use) -> Edit | None:
    """The header or the decorator by the helper's name, where that turns gradients off as torch's.

    Generators run behind the decorator of Python's, and torch differentiates inside such a block
    where it is turned on again.
    """
    if use.symbol not in NO_GRAD or _takes_something(use) or site.target.mode == "GRAPH":
        return None
    body: list[ast.stmt] = []
    match use.context, use.statement:
        case "decorator", ast.FunctionDef():
            body = use.statement.body
        case "with", ast.With(items=items) if any(_opens(item, use) for item in items):
            body = use.statement.body
        case _ if use.call is None or _wrapped(site, use) is None:
            return None
    if not _may_be_turned_off(site, body):
        return None
    called = () if use.call is not None else ("()",)
    return Edit(site.document.span(use.node), (OFF, *called))


def _may_be_turned_off(site: Site, body: Sequence[ast.stmt]) -> bool:
    """Whether a block neither differentiates, nor turns gradients on again, nor is left by yield."""
    inside = {node for statement in body for node in walk(statement)}
    if any(isinstance(node, ast.Yield | ast.YieldFrom) or _differentiates(node) for node in inside):
        return False
    return not any(u.symbol in MODES - NO_GRAD and u.node in inside for u in site.bindings.uses)


def _switched(site: Site, use: Use, around: Function) -> Edit | None:
    """``nullcontext() if tunes else no_grad()`` for the header ``with set_grad_enabled(tunes)``.

    Where gradients are off around the block, they stay off: that it asks for that is left out.
    """
    block, call = use.statement, use.call
    if not use.symbol.endswith(SWITCH) or use.context != "with" or site.target.mode == "GRAPH":
        return None
    if call is None or not isinstance(block, ast.With) or any(map(_differentiates, walk(around))):
        return None
    if not any(_opens(item, use) for item in block.items):
        return None
    match [*call.args, *(keyword.value for keyword in call.keywords)]:
        case [ast.BoolOp(ast.And(), [ast.Call(asked), test])] if name_of(asked) == ASKS:
            pass
        case [test]:
            pass
        case _:
            return None
    if isinstance(test, SPLIT) or not _may_be_turned_off(site, block.body):
        return None
    names = (NOTHING, "() if ", site.document.span(test), " else ", OFF, "()")
    return Edit(site.document.span(call), names)


def _takes_something(use: Use) -> bool:
    """``inference_mode(False)``."""
    return use.call is not None and bool(use.call.args or use.call.keywords)


def _opens(item: ast.withitem, use: Use) -> bool:
    return item.context_expr is use.call and item.optional_vars is None


def _unwrapped(site: Site, use: Use, wrapped: ast.Call) -> Edit:
    """The function itself; nothing of ``closure = torch.enable_grad()(closure)``."""
    document, statement = site.document, use.statement
    match statement, wrapped.args[0]:
        case ast.Assign([ast.Name(bound)], value), ast.Name(given) if value is wrapped:
            if bound == given:
                return remove_statement(document, statement)
    return Edit(document.span(wrapped), (document.span(wrapped.args[0]),))


def cuts_itself(site: Site, use: Use) -> bool | None:
    """Whether a function stops gradients on MindSpore, too, once this use of it is fixed.

    None: if what it gives are tensors.
    """
    around = _inside(site, use)
    cut = None if around is None else _cut(site, use, around)
    if cut is None or not cut.own or _edits(site, use) is None:
        return False
    return cut.certain or None


def _wrapped(site: Site, use: Use) -> ast.Call | None:
    """``torch.no_grad()(function)``, also of the one or the other that a condition chooses."""
    if use.symbol not in NO_GRAD | ENABLE_GRAD or use.statement is None:
        return None
    node: ast.AST = use.node
    parent = site.parent(node, use.statement)
    if isinstance(parent, ast.IfExp) and node is not parent.test:
        others = {one.node for one in site.bindings.uses if one.symbol in NO_GRAD}
        if not {parent.body, parent.orelse} <= others:
            return None
        node, parent = parent, site.parent(parent, use.statement)
    if not isinstance(parent, ast.Call) or parent.func is not node or parent.args:
        return None
    wraps = site.parent(parent, use.statement)
    if not isinstance(wraps, ast.Call) or wraps.func is not parent or wraps.keywords:
        return None
    return wraps if len(wraps.args) == 1 else None


def _switches(use: Use, around: Function) -> bool:
    """``set_grad_enabled(flag)`` in a forward: without it nothing is cut where it was off, nor where
    one that turned it off is left."""
    if not use.symbol.endswith(SWITCH) or around.name not in FORWARD_NAMES:
        return False
    given = () if use.call is None else use.call.args
    on = any(isinstance(node, ast.Constant) and node.value is True for node in given)
    if use.context == "with" or not on:
        return not on
    calls = (call for call in find(around, ast.Call) if name_of(call.func) == SWITCH)
    return any(call is not use.call for call in calls)


def _inside(site: Site, use: Use) -> Function | None:
    """The function around that may be a part of what is differentiated."""
    around = use.function.node if use.function is not None else None
    if use.context == "decorator" and isinstance(use.statement, Function):
        around = use.statement
    return None if around is None or _is_outside(site, use, around) else around


def _cut(site: Site, use: Use, around: Function) -> Stopped | None:
    """What stops the gradients of all that leaves the block, or the function."""
    if use.symbol not in NO_GRAD or _takes_something(use):
        return None
    values = site.bindings.values
    if _draws(around):
        return None
    if use.context == "decorator":
        return stopped(site.document, values, around, around.body)
    if isinstance(use.statement, ast.With):
        return stopped(site.document, values, around, use.statement.body)
    return None


def _draws(function: Function) -> bool:
    """Whether the function draws from a distribution that a network gave it.

    ``stop_gradient`` of MindSpore 2.10.0 makes None of what is no tensor in a tuple.
    """
    holders = {
        node.func.value.id
        for node in find(function, ast.Call)
        if isinstance(node.func, ast.Attribute)
        and node.func.attr in DRAWS
        and isinstance(node.func.value, ast.Name)
    }
    unpacked = (
        target
        for statement in (find(function, ast.Assign) if holders else ())
        for target in statement.targets
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Call)
    )
    return any(
        isinstance(item, ast.Name) and item.id in holders
        for target in unpacked
        for item in target.elts
    )


def _is_outside(site: Site, use: Use, function: Function) -> bool:
    """Whether the function is surely not part of what is differentiated.

    It sets up a module, uses a whole network as evaluation does, and not outside of such blocks as
    well, or gives nothing back; a method of a network may keep what it is given instead.
    """
    if function.name in FORWARD_NAMES:
        return False
    if function.name.lstrip("_").startswith(SETS_UP):
        return True
    of_network = _is_of_network(use)
    gives = [
        node
        for node in walk(function)
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None
    ]
    if not gives:
        return not (of_network and keeps_what_it_is_given(function))
    if of_network:
        return False
    if isinstance(use.statement, ast.With) and use.context == "with":
        blocks = (u.statement for u in site.bindings.uses if _stops(u, use.function))
        inside = {node for block in blocks if block is not None for node in walk(block)}
        others = [node for node in walk(function) if node not in inside]
        if any(map(_runs_network, others)) and not any(map(_differentiates, others)):
            return False
    return any(_evaluates(node) for node in walk(function))


def _is_of_network(use: Use) -> bool:
    """Whether it stands in a method of a network, whose forward may call it."""
    owner = use.cls if use.function is None else use.function.owner
    return owner is not None and (owner.is_module or owner.is_cell)


def _is_of_forward(use: Use, around: Function) -> bool:
    """Whether a network's forward surely calls the function, or is it."""
    owner = use.cls if use.function is None else use.function.owner
    if use.symbol not in NO_GRAD or owner is None or not _is_of_network(use):
        return False
    return around.name in FORWARD_NAMES or around.name in reached_names(owner)


def _stops(use: Use, function: FunctionInfo | None) -> bool:
    """Whether this is a block ``with torch.no_grad():`` of the function."""
    return use.symbol in NO_GRAD and use.context == "with" and use.function is function


def _evaluates(node: ast.AST) -> bool:
    """``net.eval()``, or a call of what is called a network."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("eval", "set_train"):
        return True
    return _runs_network(node)


def _differentiates(node: ast.AST) -> bool:
    """A step of training, whose own rules cut what its loss takes from such blocks."""
    return isinstance(node, ast.Call) and name_of(node.func) in (
        "backward",
        "value_and_grad",
        "grad",
    )


def _runs_network(node: ast.AST) -> bool:
    """A call of what is called a network."""
    if not isinstance(node, ast.Call):
        return False
    return any(word in name_of(node.func).lower() for word in NETWORKS)


def _edits(site: Site, use: Use) -> tuple[Edit, ...] | None:
    statement = use.statement
    if use.context == "decorator":
        edit = remove_decorator(site.document, use)
        return None if edit is None else (edit,)
    if isinstance(statement, ast.With) and use.context == "with":
        return block_edits(site.document, statement, use)
    if isinstance(statement, ast.Expr) and statement.value is use.call:
        return (remove_statement(site.document, statement),)
    return None
