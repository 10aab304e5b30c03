"""In-place methods on views (MP215): in MindSpore ``x[0].zero_()`` does not reach ``x``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from mindport.document import Span
from mindport.findings.choice import choose
from mindport.findings.flat_views import is_recorded
from mindport.findings.listed_views import listed_view_finding
from mindport.findings.named_views import READ, named_view, target_for
from mindport.findings.ownership import is_mentioned_behind, is_shape_of_part
from mindport.findings.passed_views import is_of_object, is_passed_view
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.findings.twins import (
    TITLE,
    assigned_edits,
    is_view,
    of_function,
    twin_edits,
    twin_fix,
    whole_edit,
)
from mindport.knowledge.schema import Equivalent
from mindport.nodes import function_around, is_pure, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.facts import UseFacts
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

# Methods whose result can be assigned to the subscript: the value, or the operator.
ASSIGNED = {"copy_": ("other", ""), "fill_": ("value", ""), "zero_": ("", ""), "add_": ("other", "+"),
            "sub_": ("other", "-"), "mul_": ("other", "*"), "div_": ("other", "/")}  # fmt: skip
FILLED = frozenset({"copy_", "fill_", "zero_"})
INITIALIZERS = "torch.nn.init."
COPIED = "{self}.copy_("  # what a template begins with that computes the value and copies it in
# The same for initializers, and what makes a value of theirs.
DRAWN, DREW = "{tensor}.copy_(", "helper.initialize({tensor}, "
DRAW = (
    "mindspore.common.initializer.initializer({}, {{tensor}}.shape, {{tensor}}.dtype).init_data()"
)
NO_PART = "not part(tensor) and "
MESSAGE = Text(
    "In MindSpore an in-place method does not reach through a view to the tensor that it shows; "
    "assign to the part instead: x[0] = ...",
    "MindSpore 中对视图的原地操作不会影响原张量；请改为对该部分赋值：x[0] = ...",
)
ASSIGN = Text("Compute the value, and assign it", "计算新值并赋值")
LOST = Text(
    "This name stands for a view of another tensor. In MindSpore what an in-place method writes to "
    "such a view is lost.",
    "该名称是另一张量的视图；在 MindSpore 中，原地方法写入这种视图的内容会丢失。",
)

PASSED = Text(
    "A view of another tensor may be what this is, which the file makes elsewhere. In MindSpore "
    "what an in-place method writes to such a view is lost, or its gradient is wrong.",
    "此处可能是另一张量的视图，由该文件的其他位置生成。在 MindSpore 中，原地方法写入这种视图的内容会丢失，或梯度错误。",
)
DIFFERENTIATED = Text(
    "In a function that is differentiated, the tensor that the view shows keeps its values.",
    "在被求导的函数中，被视图引用的张量保持原值。",
)
BYPASSED = Text(
    "torch leaves the gradient as it was where .data is changed; here it is that of the new values.",
    "torch 修改 .data 时梯度不变；此处梯度按新值计算。",
)


def view_finding(site: Site, use: Use) -> Finding | None:
    """The finding for an in-place method on a view; None for anything else."""
    if use.symbol.startswith(INITIALIZERS) and use.symbol.endswith("_"):
        return _initializer(site, use)
    if (listed := listed_view_finding(site, use)) is not None:
        return listed
    name = use.symbol.removeprefix("torch.Tensor.")
    if use.call is None or use.receiver is None or not name.endswith("_") or name.endswith("__"):
        return None
    if name == "requires_grad_":
        return None  # the part of a tensor is asked for gradients, nothing is changed
    if is_shape_of_part(site, use, name):
        return None
    if use.owner != "torch.Tensor":
        return of_function(site, use, name)
    if (view := named_view(site, use)) is not None:
        return _of_name(site, use, name, view)
    if is_passed_view(site, _shown(use.receiver)):
        return _of_others(site, use, use.receiver, name)
    if not is_view(site, _shown(use.receiver)):
        return of_function(site, use, name)
    edit = _assignment(site, use, name) or _computed_assignment(site, use)
    end = site.document.span(use.node).end
    span = Span(end - len(name), end)
    fix = twin_fix(site, use, name, span)
    if whole := _of_whole(site, use):
        title = Text("Compute the value, and copy it back", "计算新值并复制回原张量")
        fix = Fix(title, "safe", whole)
    elif edit is not None:
        title = Text("Assign to the part of the tensor", "改为对张量的该部分赋值")
        caution = BYPASSED if _is_bypassed(site, use.receiver) else None
        fix = Fix(title, "unsafe" if caution else "safe", (edit,), caution)
    severity: Severity = "warning" if fix else "error"
    message = join(MESSAGE, None if fix is None else fix.caution)
    return Finding("MP215", severity, use.symbol, None, use.confidence, message, span, fix)


def _of_whole(site: Site, use: Use) -> tuple[Edit, ...]:
    """``x.copy_(x.view(-1).index_add(0, i, y).view(x.shape))`` for ``x.view(-1).index_add_(0, i, y)``."""
    match use.receiver:
        case ast.Call(ast.Attribute(ast.Name() as base, "view")) if is_tensor(
            site.bindings.values.get(base, UNKNOWN)
        ):
            pass
        case _:
            return ()
    statement, value = use.statement, _copied_value(site, use)
    alone = isinstance(statement, ast.Expr) and statement.value is use.call
    if statement is None or not alone or value is None or "GPU" in site.target.devices:
        return ()
    held = site.document.span(base)
    pieces = (held, ".copy_(", *value, ".view(", held, ".shape))")
    return (Edit(site.document.span(statement), pieces),)


def _of_name(site: Site, use: Use, name: str, view: ast.expr) -> Finding:
    """The finding for ``x.mul_(2)`` behind ``x = y.transpose(1, 2)``."""
    end = site.document.span(use.node).end
    span, fix, caution = Span(end - len(name), end), None, None
    target = target_for(site, use, view)
    if target is not None and use.receiver is not None:
        caution = None if target.endswith("]") else READ
        edits = assigned_edits(site, use, (f"{target} = ",), twin_edits(site, use, span))
        fix = Fix(ASSIGN, "unsafe" if caution else "safe", edits, caution)
    elif name[:-1] in WITH_TWIN and _is_for_its_value(site, use):
        caution = READ
        fix = Fix(TITLE, "unsafe", twin_edits(site, use, span), caution)
    severity: Severity = "warning" if fix else "error"
    message = join(LOST, caution)
    return Finding("MP215", severity, use.symbol, None, use.confidence, message, span, fix)


def _is_for_its_value(site: Site, use: Use) -> bool:
    """``indices.append((row.clamp_(0, 9), other))``, behind which nothing reads ``row``."""
    statement, receiver, tree = use.statement, use.receiver, site.document.tree
    if statement is None or tree is None or not isinstance(receiver, ast.Name):
        return False
    if isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign) and statement.value is use.call:
        return False
    return not is_mentioned_behind(function_around(tree, receiver) or tree, receiver.id, statement)


def _shown(receiver: ast.expr) -> ast.expr:
    """``x[0]`` of ``x[0].data``, which is as much a view."""
    if isinstance(receiver, ast.Attribute) and receiver.attr == "data":
        return receiver.value
    return receiver


def _is_bypassed(site: Site, receiver: ast.expr) -> bool:
    """Whether ``.data`` of what is no parameter is changed, which may have a graph."""
    root = part = _shown(receiver)
    while isinstance(root, ast.Subscript):
        root = root.value
    parameter = site.bindings.values.get(root, UNKNOWN).name.endswith(".Parameter")
    return part is not receiver and not parameter


def _of_others(site: Site, use: Use, receiver: ast.expr, name: str) -> Finding:
    """The finding for a method on what another function may have made a view: all of it is assigned."""
    end = site.document.span(use.node).end
    span, fix = Span(end - len(name), end), None
    recorded = use.statement is not None and is_recorded(site, use.statement)
    if not (recorded and is_of_object(site, _shown(receiver))) and (
        edits := _assigned_whole(site, use, receiver, name)
    ):
        bypassed = BYPASSED if _shown(receiver) is not receiver else None
        fix = Fix(ASSIGN, "unsafe", edits, join(DIFFERENTIATED, bypassed))
    severity: Severity = "warning" if fix else "error"
    message = join(PASSED, None if fix is None else fix.caution)
    return Finding("MP215", severity, use.symbol, None, use.confidence, message, span, fix)


def _assigned_whole(site: Site, use: Use, receiver: ast.expr, name: str) -> tuple[Edit, ...]:
    """``x[:] = x.mul(2)`` for ``x.mul_(2)``, ``x[:] = value`` for what fills it."""
    statement, end = use.statement, site.document.span(use.node).end
    alone = isinstance(statement, ast.Expr) and statement.value is use.call
    if statement is None or not alone or not is_pure(receiver):
        return ()
    part = (site.document.span(_shown(receiver)), "[:]")
    if name in FILLED and (value := _filled_with(site, use, name)):
        return (Edit(site.document.span(statement), (*part, " = ", value)),)
    if name[:-1] not in WITH_TWIN:
        return ()
    twin = twin_edits(site, use, Span(end - len(name), end))
    whole, shown = site.document.span(receiver), site.document.span(_shown(receiver))
    if shown != whole and whole_edit(twin, site.document.span(statement)) is None:
        twin = (Edit(Span(shown.end, whole.end), ()), *twin)
    return assigned_edits(site, use, (*part, " = "), twin)


def _initializer(site: Site, use: Use) -> Finding | None:
    """``nn.init.zeros_(m.weight[:3])``: only whole parameters can be set."""
    facts, _ = site.facts(use)
    node = facts.node("tensor")
    if use.call is None or node is None or not is_view(site, _shown(node)):
        return None
    fix, title = None, Text("Assign to the part of the tensor", "改为对张量的该部分赋值")
    filling = _filling(site, use, facts)
    alone = isinstance(use.statement, ast.Expr) and use.statement.value is use.call
    if filling is not None and isinstance(_shown(node), ast.Subscript) and alone:
        pieces: tuple[Piece, ...] = (site.document.span(_shown(node)), " = ", filling)
        fix = Fix(title, "safe", (Edit(site.document.span(use.call), pieces),))
    elif alone and (edit := _drawn_part(site, use, facts, node)) is not None:
        fix = Fix(title, "safe", (edit,))
    elif alone and (edit := _drawn_apart(site, use.call, node)) is not None:
        title = Text("Draw for a copy, and copy it back", "对副本初始化后再复制回原张量")
        fix = Fix(title, "safe", (edit,))
    severity: Severity = "warning" if fix else "error"
    span = site.document.span(use.node)
    return Finding("MP215", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _drawn_part(site: Site, use: Use, facts: UseFacts, node: ast.expr) -> Edit | None:
    """``w[0] = initializer(Normal(), w[0].shape, w[0].dtype).init_data()``, of what is surely a part
    of a tensor: an index that is a tensor may pick items, which gives a copy in torch, too."""
    entry, part, values = site.entry(use), _shown(node), site.bindings.values
    if use.call is None or entry is None or not isinstance(part, ast.Subscript):
        return None
    index = [one for one in walk(part.slice) if isinstance(one, ast.expr)]
    if _calls(part) or any(is_tensor(values.get(one, UNKNOWN)) for one in index):
        return None
    if not is_tensor(values.get(part.value, UNKNOWN)):
        return None
    found = [
        replace(equivalent, to=value, when=(equivalent.when or "").removeprefix(NO_PART))
        for equivalent in site.candidates(entry)
        if (value := _value_drawn(equivalent.to or "")) is not None
        if entry.is_proved(equivalent)
    ]
    edit = _sure_edit(site, facts, found)
    if edit is None:
        return None
    return Edit(site.document.span(use.call), (site.document.span(part), " = ", *edit.pieces))


def _sure_edit(site: Site, facts: UseFacts, equivalents: Sequence[Equivalent]) -> Edit | None:
    """The one edit by which a use is rewritten without a doubt; None where there is none."""
    choice = choose(site, facts, equivalents)
    if choice is None or not choice.certain or not isinstance(choice.result, Rewrite):
        return None
    return None if choice.result.doubts or len(choice.result.edits) != 1 else choice.result.edits[0]


def _calls(node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Call | ast.Await | ast.NamedExpr) for inner in walk(node))


def _value_drawn(template: str) -> str | None:
    """The value that an initializer's template writes to a tensor."""
    if template.startswith(DREW):
        return DRAW.format(template[len(DREW) : -1])
    return template[len(DRAWN) : -1] if template.startswith(DRAWN) else None


def _drawn_apart(site: Site, call: ast.Call, view: ast.expr) -> Edit | None:
    """``w.data.copy_(init(w.view(n, -1).copy()).view_as(w))``: all of a tensor in another shape."""
    match view:
        case ast.Call(ast.Attribute(whole, "view" | "reshape" | "flatten")):
            path = path_of(whole)
            if path is None:
                return None
            filled, shown = site.document.span(call), site.document.span(view)
            data = path if path.endswith(".data") else f"{path}.data"
            drawn = (Span(filled.start, shown.end), ".copy()", Span(shown.end, filled.end))
            return Edit(filled, (f"{data}.copy_(", *drawn, f".view_as({path}))"))
    return None


def _filling(site: Site, use: Use, facts: UseFacts) -> Piece | None:
    """The one value that an initializer writes; None for any other initializer."""
    name = use.symbol.removeprefix(INITIALIZERS)
    if name == "constant_":
        node = facts.node("val")
        return None if node is None else site.document.span(node)
    return {"zeros_": "0", "ones_": "1"}.get(name)


def _assignment(site: Site, use: Use, name: str) -> Edit | None:
    """``x[0] = value`` in place of the statement; only where x is known to be a tensor."""
    receiver, statement = use.receiver, use.statement
    if name not in ASSIGNED or receiver is None or statement is None:
        return None
    part: Sequence[Piece] = _narrowed(site, use, _shown(receiver))
    if _is_part_alone(site, use):
        part = (site.document.span(_shown(receiver)),)
    value = _filled_with(site, use, name) if part else None
    if value is None:
        return None
    return Edit(site.document.span(statement), (*part, f" {ASSIGNED[name][1]}= ", value))


def _narrowed(site: Site, use: Use, part: ast.expr) -> Sequence[Piece]:
    """``x[:, n : n + k]`` for ``x.narrow(1, n, k)`` of what is known to be a tensor; nothing where a
    call would be written twice."""
    match part:
        case ast.Call(
            ast.Attribute(whole, "narrow"), [ast.Constant(int(axis)), start, length], []
        ) if axis >= 0:
            pass
        case _:
            return ()
    span, statement = site.document.span, use.statement
    is_alone = isinstance(statement, ast.Expr) and statement.value is use.call
    known = site.bindings.values.get(whole, UNKNOWN)
    if not is_alone or not is_tensor(known) or _calls(whole) or _calls(start):
        return ()
    begins: Sequence[Piece] = (
        Operand(span(start)),
        ":",
        Operand(span(start)),
        " + ",
        Operand(span(length)),
    )
    if isinstance(start, ast.Constant) and start.value == 0:
        begins = (":", span(length))
    return (span(whole), "[", ":, " * axis, *begins, "]")


def _filled_with(site: Site, use: Use, name: str) -> Piece | None:
    """The value that one of ``ASSIGNED`` assigns; None where it is given more than that."""
    parameter, _ = ASSIGNED[name]
    facts, _ = site.facts(use)
    if facts.binding is None or not set(facts.binding.arguments) <= {parameter, "non_blocking"}:
        return None
    if not parameter:
        return "0"
    node = facts.node(parameter)
    if node is None:
        return None
    # Behind the operator stands the whole value; lines of it would need parentheses.
    whole = site.document.span(node)
    return whole if node.lineno == node.end_lineno else Operand(whole)


def _computed_assignment(site: Site, use: Use) -> Edit | None:
    """``x[0] = V`` for a method whose value V is computed and then copied into the tensor."""
    receiver, statement = use.receiver, use.statement
    if receiver is None or statement is None or not _is_part_alone(site, use):
        return None
    value = _copied_value(site, use)
    if value is None:
        return None
    pieces = (site.document.span(_shown(receiver)), " = ", *value)
    return Edit(site.document.span(statement), pieces)


def _copied_value(site: Site, use: Use) -> Sequence[Piece] | None:
    """The value that a method computes and copies into its tensor."""
    entry = site.entry(use)
    if entry is None:
        return None
    values = [
        replace(equivalent, to=equivalent.to[len(COPIED) : -1])
        for equivalent in site.candidates(entry)
        if equivalent.to is not None and equivalent.to.startswith(COPIED)
        if entry.is_proved(equivalent)
    ]
    facts, _ = site.facts(use)
    edit = _sure_edit(site, facts, values)
    return None if edit is None else edit.pieces


def _is_part_alone(site: Site, use: Use) -> bool:
    """Whether the call is a statement on a part of what is known to be a tensor, not on a copy.

    An index that is a tensor may pick items, which gives a copy in torch, too. The part is written
    twice in an assignment of what was computed with it, so that it must not call anything.
    """
    receiver, statement = None if use.receiver is None else _shown(use.receiver), use.statement
    if not isinstance(receiver, ast.Subscript):
        return False
    if not (isinstance(statement, ast.Expr) and statement.value is use.call):
        return False
    if _calls(receiver):
        return False
    values = site.bindings.values
    index = values.get(receiver.slice, UNKNOWN)
    if any(is_tensor(place) for place in (index, *index.items)):
        return False
    return is_tensor(values.get(receiver.value, UNKNOWN)) or _is_of_data(receiver)


def _is_of_data(part: ast.Subscript) -> bool:
    """``bias.data[start:end]``: what torch fills in place behind ``data`` is a tensor."""
    items = part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]
    plain = all(isinstance(item, ast.Slice | ast.Constant) for item in items)
    return plain and isinstance(part.value, ast.Attribute) and part.value.attr == "data"
