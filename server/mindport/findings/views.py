"""In-place methods on views (MP215): in MindSpore ``x[0].zero_()`` does not reach ``x``."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.choice import choose
from mindport.findings.named_views import READ, named_view, target_for
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.findings.twins import is_view, of_function, twin_fix
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.facts import UseFacts, facts_of
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

# Methods whose result can be assigned to the subscript: the value, or the operator.
ASSIGNED = {"copy_": ("other", ""), "fill_": ("value", ""), "zero_": ("", ""), "add_": ("other", "+"),
            "sub_": ("other", "-"), "mul_": ("other", "*"), "div_": ("other", "/")}  # fmt: skip
INITIALIZERS = "torch.nn.init."
COPIED = "{self}.copy_("  # what a template begins with that computes the value and copies it in
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


def view_finding(site: Site, use: Use) -> Finding | None:
    """The finding for an in-place method on a view; None for anything else."""
    if use.symbol.startswith(INITIALIZERS) and use.symbol.endswith("_"):
        return _initializer(site, use)
    name = use.symbol.removeprefix("torch.Tensor.")
    if use.call is None or use.receiver is None or not name.endswith("_") or name.endswith("__"):
        return None
    if name == "requires_grad_":
        return None  # the part of a tensor is asked for gradients, nothing is changed
    view = named_view(site, use) if use.owner == "torch.Tensor" else None
    if view is not None:
        return _of_name(site, use, name, view)
    if use.owner != "torch.Tensor" or not is_view(site, use.receiver):
        return of_function(site, use, name)
    edit = _assignment(site, use, name) or _computed_assignment(site, use)
    end = site.document.span(use.node).end
    span = Span(end - len(name), end)
    fix = twin_fix(site, use, name, span)
    if edit is not None:
        title = Text("Assign to the part of the tensor", "改为对张量的该部分赋值")
        fix = Fix(title, "safe", (edit,))
    severity: Severity = "warning" if fix else "error"
    return Finding("MP215", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _of_name(site: Site, use: Use, name: str, view: ast.expr) -> Finding:
    """The finding for ``x.mul_(2)`` behind ``x = y.transpose(1, 2)``."""
    end = site.document.span(use.node).end
    span, fix, caution = Span(end - len(name), end), None, None
    target = target_for(site, use, view)
    if target is not None and use.receiver is not None:
        at = site.document.span(use.receiver).start
        caution = None if target.endswith("]") else READ
        edits = (Edit(Span(at, at), (f"{target} = ",)), Edit(span, (name[:-1],)))
        fix = Fix(ASSIGN, "unsafe" if caution else "safe", edits, caution)
    severity: Severity = "warning" if fix else "error"
    message = join(LOST, caution)
    return Finding("MP215", severity, use.symbol, None, use.confidence, message, span, fix)


def _initializer(site: Site, use: Use) -> Finding | None:
    """``nn.init.zeros_(m.weight[:3])``: only whole parameters can be set."""
    facts, _ = facts_of(site.document, use, site.bindings, site.api)
    node = facts.node("tensor")
    if use.call is None or node is None or not is_view(site, node):
        return None
    fix = None
    filling = _filling(site, use, facts)
    alone = isinstance(use.statement, ast.Expr) and use.statement.value is use.call
    if filling is not None and isinstance(node, ast.Subscript) and alone:
        pieces: tuple[Piece, ...] = (site.document.span(node), " = ", filling)
        title = Text("Assign to the part of the tensor", "改为对张量的该部分赋值")
        fix = Fix(title, "safe", (Edit(site.document.span(use.call), pieces),))
    elif alone and (edit := _drawn_apart(site, use.call, node)) is not None:
        title = Text("Draw for a copy, and copy it back", "对副本初始化后再复制回原张量")
        fix = Fix(title, "safe", (edit,))
    severity: Severity = "warning" if fix else "error"
    span = site.document.span(use.node)
    return Finding("MP215", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _drawn_apart(site: Site, call: ast.Call, view: ast.expr) -> Edit | None:
    """``w.data.copy_(init(w.view(n, -1).clone()).view_as(w))``: all of a tensor in another shape."""
    match view:
        case ast.Call(ast.Attribute(whole, "view" | "reshape" | "flatten")):
            path = path_of(whole)
            if path is None:
                return None
            filled, shown = site.document.span(call), site.document.span(view)
            data = path if path.endswith(".data") else f"{path}.data"
            drawn = (Span(filled.start, shown.end), ".clone()", Span(shown.end, filled.end))
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
    if not _is_part_alone(site, use):
        return None
    facts, _ = facts_of(site.document, use, site.bindings, site.api)
    if facts.binding is None or not set(facts.binding.arguments) <= {
        ASSIGNED[name][0],
        "non_blocking",
    }:
        return None
    parameter, operator = ASSIGNED[name]
    value: Piece = "0"
    if parameter:
        node = facts.node(parameter)
        if node is None:
            return None
        # Behind the operator stands the whole value; lines of it would need parentheses.
        whole = site.document.span(node)
        value = whole if node.lineno == node.end_lineno else Operand(whole)
    return Edit(
        site.document.span(statement),
        (site.document.span(receiver), f" {operator}= ", value),
    )


def _computed_assignment(site: Site, use: Use) -> Edit | None:
    """``x[0] = V`` for a method whose value V is computed and then copied into the tensor."""
    entry, receiver, statement = site.entry(use), use.receiver, use.statement
    if entry is None or receiver is None or statement is None or not _is_part_alone(site, use):
        return None
    values = [
        replace(equivalent, to=equivalent.to[len(COPIED) : -1])
        for equivalent in site.candidates(entry)
        if equivalent.to is not None and equivalent.to.startswith(COPIED)
        if entry.is_proved(equivalent)
    ]
    facts, _ = facts_of(site.document, use, site.bindings, site.api)
    choice = choose(site, facts, values)
    if choice is None or not choice.certain or not isinstance(choice.result, Rewrite):
        return None
    if choice.result.doubts or len(choice.result.edits) != 1:
        return None
    [edit] = choice.result.edits
    pieces = (site.document.span(receiver), " = ", *edit.pieces)
    return Edit(site.document.span(statement), pieces)


def _is_part_alone(site: Site, use: Use) -> bool:
    """Whether the call is a statement on a part of what is known to be a tensor, not on a copy.

    An index that is a tensor may pick items, which gives a copy in torch, too. The part is written
    twice in an assignment of what was computed with it, so that it must not call anything.
    """
    receiver, statement = use.receiver, use.statement
    if not isinstance(receiver, ast.Subscript):
        return False
    if not (isinstance(statement, ast.Expr) and statement.value is use.call):
        return False
    if any(isinstance(inner, ast.Call | ast.Await | ast.NamedExpr) for inner in walk(receiver)):
        return False
    values = site.bindings.values
    index = values.get(receiver.slice, UNKNOWN)
    if any(is_tensor(place) for place in (index, *index.items)):
        return False
    return is_tensor(values.get(receiver.value, UNKNOWN))
