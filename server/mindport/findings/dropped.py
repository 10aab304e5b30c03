"""Calls that MindSpore needs nothing for: how each goes away without breaking what is around it."""

from __future__ import annotations

import ast

from mindport.document import Document, Span
from mindport.findings import messages
from mindport.findings.site import Site
from mindport.knowledge.schema import Entry, Equivalent
from mindport.nodes import name_of, walk
from mindport.report import Edit, Fix, Operand
from mindport.symbols.torch_api import TorchApi
from mindport.symbols.uses import Use


def dropped_fix(site: Site, use: Use) -> Fix | None:
    """The removal of a dropped use; None where something else depends on its value."""
    edit = _removal(site, use)
    if edit is None:
        return None
    applicability = "unsafe" if use.confidence == "name" else "safe"
    title = messages.title(messages.REMOVE_TITLE, use.symbol)
    return Fix(title, applicability, (edit,))  # type: ignore[arg-type]


def pointless_statement(site: Site, use: Use, given: ast.expr | None) -> Edit | None:
    """The removal of a call that stands alone: of ``x.to(device)``, where it gives ``x`` back, and
    where nothing is left of it."""
    statement = use.statement
    if use.call is None or given is None:
        return None
    if isinstance(statement, ast.Expr) and statement.value is use.call:
        return None if _is_last(site, statement) else remove_statement(site.document, statement)
    return None


def _is_last(site: Site, statement: ast.stmt) -> bool:
    """Whether the file ends with it: a notebook shows its value."""
    tree = site.document.tree
    return tree is not None and tree.body[-1] is statement


def _removal(site: Site, use: Use) -> Edit | None:
    document, statement = site.document, use.statement
    if is_decorator(use):
        return remove_decorator(document, use)
    outer: ast.AST = use.call or use.node
    pointless = pointless_statement(site, use, use.receiver)
    if pointless is not None:
        return pointless
    if isinstance(statement, ast.Expr) and statement.value is outer:
        return remove_statement(site.document, statement)
    match statement:
        case ast.Assign([target]) if use.call is None and _is_set(target, use.node):
            return remove_statement(document, statement)
    if use.receiver is not None and use.call is not None:
        return Edit(document.span(outer), (use.own_name or Operand(document.span(use.receiver)),))
    return None


def _is_set(target: ast.expr, node: ast.AST) -> bool:
    """Whether an assignment sets what is dropped, or a part of it; not what only an index reads."""
    while target is not node and isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target is node


def text_for_device(site: Site, use: Use) -> Edit:
    """``str`` for ``torch.device``; nothing more beside a ``str`` of the same union."""
    span = site.document.span
    parent = site.parent(use.node, use.statement)
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is use.node else parent.left
        if "str" in ast.unparse(other).split(" | "):
            return Edit(span(parent), (span(other),))
    union = None if parent is None else site.parent(parent, use.statement)
    if isinstance(parent, ast.Tuple) and isinstance(union, ast.Subscript):
        others = [item for item in parent.elts if item is not use.node]
        if name_of(union.value) == "Union" and "str" in map(ast.unparse, others):
            if len(others) == 1:
                return Edit(span(union), (span(others[0]),))
            pieces = [piece for item in others for piece in (", ", span(item))]
            return Edit(span(parent), tuple(pieces[1:]))
    return Edit(span(use.node), ("str",))


def remove_statement(document: Document, statement: ast.stmt) -> Edit:
    """The whole statement with its line; ``pass`` where the block would be left empty."""
    span = document.span(statement)
    if _stands_alone_in_block(document, statement):
        return Edit(span, ("pass",))
    return Edit(_with_blank(document, whole_lines(document, span)), ())


def _with_blank(document: Document, span: Span) -> Span:
    """``span`` with the blank line behind it, where whole lines of it have blank ones on both sides."""
    first, last = document.line_of(span.start), document.line_of(span.end)
    is_whole = document.line_starts[first] == span.start and document.line_starts[last] == span.end
    if not is_whole or not first or last + 1 >= len(document.line_starts):
        return span
    if document.line_text(first - 1).strip() or document.line_text(last).strip():
        return span
    return Span(span.start, document.line_starts[last + 1])


def whole_lines(document: Document, span: Span) -> Span:
    """``span`` with its lines' indentation and line ending, where nothing else is on them."""
    first, last = document.line_of(span.start), document.line_of(span.end)
    line_start = document.line_starts[first]
    line_end = (
        document.line_starts[last + 1]
        if last + 1 < len(document.line_starts)
        else len(document.text)
    )
    before = document.text[line_start : span.start]
    after = document.text[span.end : line_end]
    if after.lstrip(" \t").startswith(";"):
        return Span(span.start, span.end + len(after) - len(after.lstrip(" \t;")))
    if before.rstrip().endswith(";"):
        return Span(line_start + len(before.rstrip(" \t;")), span.end)
    if before.strip():
        return span
    if after.strip():
        return Span(span.start, span.end + len(after) - len(after.lstrip(" \t")))
    return Span(line_start, line_end)


def is_decorator(use: Use) -> bool:
    """Whether the use is a decorator, or is called to make one."""
    statement = use.statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return use.context == "decorator" or use.call in statement.decorator_list
    return False


def hands_back(use: Use, entry: Entry, api: TorchApi) -> bool:
    """Whether the use is a decorator that MindSpore's equivalent leaves away.

    The entry says so by an equivalent that is the first argument itself: ``to: "{obj}"``.
    """
    return is_decorator(use) and _first_itself(use, entry, api) is not None


def gives_first_alone(use: Use, entry: Entry, api: TorchApi) -> bool:
    """Whether the first argument takes the call's place, whatever the others are."""
    equivalent = _first_itself(use, entry, api)
    if equivalent is None:
        return False
    _, *others = api.signatures(use.symbol)[0].parameters
    return {parameter.name for parameter in others} <= set(equivalent.drop)


def _first_itself(use: Use, entry: Entry, api: TorchApi) -> Equivalent | None:
    """The equivalent that is the first argument itself."""
    if not any((equivalent.to or "").startswith("{") for equivalent in entry.equivalents):
        return None
    signature = next(iter(api.signatures(use.symbol)), None)
    if signature is None or not signature.parameters:
        return None
    itself = f"{{{signature.parameters[0].name}}}"
    return next((one for one in entry.equivalents if one.to == itself), None)


def remove_decorator(document: Document, use: Use) -> Edit | None:
    """The decorator's line."""
    function = use.statement
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return None
    for decorator in function.decorator_list:
        if any(node is use.node for node in walk(decorator)):
            span = document.span(decorator)
            at = document.text.rfind("@", 0, span.start)
            return Edit(whole_lines(document, Span(at, span.end)), ())
    return None


def _stands_alone_in_block(document: Document, statement: ast.stmt) -> bool:
    """Whether ``statement`` is the only one of its block, so that it cannot just go."""
    assert document.tree is not None
    for node in walk(document.tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and len(block) == 1 and block[0] is statement:
                return not isinstance(node, ast.Module)
        if isinstance(node, ast.ExceptHandler) and node.body == [statement]:
            return True
    return False
