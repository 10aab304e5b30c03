"""In-place methods whose tensor nothing else holds: ``f(x).squeeze(-1).clamp_(0)`` as a value.

What counts is what they give, so that the method without an underscore does: ``clamp``.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.api import api_finding
from mindport.findings.ownership import is_fresh, is_repeated
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.fresh import VIEW_ATTRIBUTES, VIEW_METHODS, WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

METHODS = "torch.Tensor."
TITLE = Text("Compute the value instead", "改为直接计算该值")
MESSAGE = Text(
    "torch changes in place what this function gives; in MindSpore it is computed anew.",
    "torch 会原地修改该函数返回的张量；在 MindSpore 中改为重新计算。",
)
HELD = Text(
    "It is right where nothing else keeps the tensor that is called for here.",
    "仅当没有其他变量持有此处得到的张量时正确。",
)
READ = Text(
    "The tensor itself keeps its values: what reads it afterwards sees them unchanged.",
    "张量本身保持原值：之后读取它的代码看到的是未修改的值。",
)


def is_view(site: Site, receiver: ast.expr) -> bool:
    """Whether an expression may show the memory of another tensor: ``x[0]``, ``x.t()``."""
    if isinstance(receiver, ast.Subscript):
        container = site.bindings.values.get(receiver.value, UNKNOWN)
        return container is UNKNOWN or is_tensor(container)
    if isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute):
        return receiver.func.attr in VIEW_METHODS
    return isinstance(receiver, ast.Attribute) and receiver.attr in VIEW_ATTRIBUTES


def twin_fix(site: Site, use: Use, name: str, span: Span) -> Fix | None:
    """``clamp`` for ``clamp_``, which stands at ``span``; None where that may not be the same.

    Nor does the change count in ``x[1:] = f(x[1:].mul_(2))``, where the part is overwritten.
    """
    statement, receiver = use.statement, use.receiver
    if name[:-1] not in WITH_TWIN or receiver is None:
        return None
    if statement is None or isinstance(statement, ast.Expr):
        return None
    root = _shown(site, receiver)
    if is_fresh(site, root) or _is_overwritten(statement, receiver):
        caution = None
    elif _is_called_for(site, root):
        caution = HELD
    elif isinstance(root, ast.Name) and _is_made_here(site, use, root.id):
        caution = READ
    else:
        return None
    edits = twin_edits(site, use, span)
    return Fix(TITLE, "unsafe" if caution else "safe", edits, caution)


def of_function(site: Site, use: Use, name: str) -> Finding | None:
    """The finding for ``off_diagonal(x).pow_(2)``, of a function of the user's."""
    if use.receiver is None or not _is_called_for(site, use.receiver):
        return None
    end = site.document.span(use.node).end
    span = Span(end - len(name), end)
    fix = twin_fix(site, use, name, span)
    if fix is None:
        return None
    return Finding("MP209", "warning", use.symbol, None, use.confidence, MESSAGE, span, fix)


def _shown(site: Site, node: ast.expr) -> ast.expr:
    """The tensor of which views show a part: x of ``x[0].t()`` and of ``torch.diagonal(x)``."""
    while isinstance(node, ast.Subscript) or is_view(site, node):
        if isinstance(node, ast.Call):
            symbol = site.symbol_of(node)
            of_torch = symbol and not symbol.startswith(METHODS)
            if of_torch and not node.args:
                return node
            assert isinstance(node.func, ast.Attribute)
            node = node.args[0] if of_torch else node.func.value
        else:
            assert isinstance(node, ast.Attribute | ast.Subscript)
            node = node.value
    return node


def _is_called_for(site: Site, node: ast.expr) -> bool:
    """Whether a plain function of the user's gives it; a method may give what its object keeps."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    callee = site.bindings.values.get(node.func, UNKNOWN)
    return callee.kind in ("function", "lazy", "unknown") and not site.symbol_of(node)


def _is_made_here(site: Site, use: Use, name: str) -> bool:
    """Whether the function computes the tensor itself, once, and no loop comes back to the place."""
    function = None if use.function is None else use.function.node
    if function is None or use.statement is None or is_repeated(site, use.statement, function):
        return False
    values = assigned(name, function, changed=True)
    return bool(values) and all(is_fresh(site, value) for value in values or ())


def _is_overwritten(statement: ast.stmt, part: ast.expr) -> bool:
    """Whether the statement assigns to the part, and reads the tensor nowhere else."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return False
    root = part
    while isinstance(root, ast.Subscript | ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name) or not isinstance(part, ast.Subscript):
        return False
    names = [node.id for node in walk(statement.value) if isinstance(node, ast.Name)]
    same = ast.unparse(statement.targets[0]) == ast.unparse(part)
    return same and names.count(root.id) == 1


def twin_edits(site: Site, use: Use, span: Span) -> tuple[Edit, ...]:
    """The edits for ``x.clamp_(0)`` that write what ``x.clamp(0)`` becomes; its name stands at ``span``."""
    found = api_finding(site, replace(use, symbol=use.symbol[:-1]))
    if found is not None and found.fix is not None and found.fix.applicability == "safe":
        return found.fix.edits
    return (Edit(span, (use.symbol.rpartition(".")[2][:-1],)),)


def assigned_edits(
    site: Site, use: Use, target: tuple[Piece, ...], edits: tuple[Edit, ...]
) -> tuple[Edit, ...]:
    """The edits of a call, with ``name = `` before it."""
    assert use.call is not None
    span = site.document.span(use.call)
    whole = whole_edit(edits, span)
    if whole is None:
        return (Edit(Span(span.start, span.start), target), *edits)
    return (Edit(span, (*target, *_without_parentheses(whole.pieces))),)


def _without_parentheses(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without a pair of parentheses around all of them."""
    if pieces[0] != "(" or pieces[-1] != ")":
        return pieces
    depth = 0
    for piece in pieces[:-1]:
        depth += piece.count("(") - piece.count(")") if isinstance(piece, str) else 0
        if depth == 0:
            return pieces
    return pieces[1:-1]


def whole_edit(edits: tuple[Edit, ...], span: Span) -> Edit | None:
    """The edit that writes the whole call anew, if there is one."""
    return edits[0] if len(edits) == 1 and edits[0].span == span else None
