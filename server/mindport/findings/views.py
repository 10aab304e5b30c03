"""In-place methods on views (MP215): in MindSpore ``x[0].zero_()`` does not reach ``x``."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.choice import choose
from mindport.findings.ownership import is_fresh
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.facts import UseFacts, facts_of
from mindport.symbols.fresh import VIEW_ATTRIBUTES, VIEW_METHODS, WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

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

TWIN = Text("Compute the value instead", "改为直接计算该值")
HELD = Text(
    "It is right where nothing else keeps the tensor that is called for here.",
    "仅当没有其他变量持有此处得到的张量时正确。",
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
    if use.owner != "torch.Tensor" or not _is_view(site, use.receiver):
        return None
    edit = _assignment(site, use, name) or _computed_assignment(site, use)
    end = site.document.span(use.node).end
    span = Span(end - len(name), end)
    fix = _twin(site, use, name, span)
    if edit is not None:
        title = Text("Assign to the part of the tensor", "改为对张量的该部分赋值")
        fix = Fix(title, "safe", (edit,))
    severity: Severity = "warning" if fix else "error"
    return Finding("MP215", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _initializer(site: Site, use: Use) -> Finding | None:
    """``nn.init.zeros_(m.weight[:3])``: only whole parameters can be set."""
    facts, _ = facts_of(site.document, use, site.bindings, site.api)
    node = facts.node("tensor")
    if use.call is None or node is None or not _is_view(site, node):
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


def _is_view(site: Site, receiver: ast.expr) -> bool:
    if isinstance(receiver, ast.Subscript):
        container = site.bindings.values.get(receiver.value, UNKNOWN)
        return container is UNKNOWN or is_tensor(container)
    if isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute):
        return receiver.func.attr in VIEW_METHODS
    return isinstance(receiver, ast.Attribute) and receiver.attr in VIEW_ATTRIBUTES


def _twin(site: Site, use: Use, name: str, span: Span) -> Fix | None:
    """``f(x).squeeze(-1).clamp_(0)`` as a value: nothing else holds what ``clamp_`` changes.

    Nor does it count in ``x[1:] = f(x[1:].mul_(2))``, where the part is overwritten.
    """
    statement, receiver = use.statement, use.receiver
    if (
        name[:-1] not in WITH_TWIN
        or receiver is None
        or statement is None
        or isinstance(statement, ast.Expr)
    ):
        return None
    root: ast.expr = receiver
    while _is_view(site, root) or (isinstance(root, ast.Subscript)):
        inner = root.func if isinstance(root, ast.Call) else root
        assert isinstance(inner, ast.Attribute | ast.Subscript)
        root = inner.value
    caution = None
    if not is_fresh(site, root) and not _is_overwritten(statement, receiver):
        callee = (
            site.bindings.values.get(root.func, UNKNOWN) if isinstance(root, ast.Call) else None
        )
        if callee is None or callee.kind not in ("function", "lazy", "unknown"):
            return None
        if isinstance(root, ast.Call) and isinstance(root.func, ast.Attribute):
            return None  # a method may give what its object keeps
        caution = HELD
    edit = Edit(span, (name[:-1],))
    return Fix(TWIN, "unsafe" if caution else "safe", (edit,), caution)


def _is_overwritten(statement: ast.stmt, part: ast.expr) -> bool:
    """Whether the statement assigns to the part, and reads the tensor nowhere else."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return False
    root = part
    while isinstance(root, ast.Subscript | ast.Attribute):
        root = root.value
    same = isinstance(part, ast.Subscript) and ast.dump(_loaded(statement.targets[0])) == ast.dump(
        part
    )
    names = [
        n for n in walk(statement.value) if isinstance(n, ast.Name) and isinstance(root, ast.Name)
    ]
    return same and [n.id for n in names].count(getattr(root, "id", "")) == 1


def _loaded(node: ast.expr) -> ast.expr:
    """The target of an assignment as it is read."""
    return ast.parse(ast.unparse(node), mode="eval").body


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
