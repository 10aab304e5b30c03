"""``torch.max(a, b, out=c)`` (MP209): what happens to the tensor that the result is to be put into.

MindSpore's functions take no ``out``. A name that alone holds its tensor gets the result,
``c = torch.max(a, b).to(c.dtype)``, and a tensor that was made there is not needed. Into any other
it is copied: ``c.copy_(torch.max(a, b))`` means the same for a tensor of the result's shape. The
call is then rewritten as any other.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.ownership import (
    holds_alone,
    is_fresh,
    is_mentioned_behind,
    is_repeated,
)
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.texts import Text

MESSAGE = Text(
    "MindSpore's functions take no out: the result is copied into the tensor.",
    "MindSpore 的函数没有 out 参数：改为把结果复制到该张量。",
)
CAUTION = Text(
    "torch would resize a tensor of another shape.",
    "若形状不同，torch 会调整该张量的大小。",
)
TITLE = Text("Copy the result into the tensor", "把结果复制到该张量")
NAMED = Text(
    "MindSpore's functions take no out; nothing else holds the tensor, so that the result can take "
    "its place.",
    "MindSpore 的函数没有 out 参数；没有其他变量持有该张量，因此可以用结果代替它。",
)
NAME = Text("Put the result in the tensor's place", "用结果代替该张量")
# Functions whose result torch computes without regard to the dtype of out.
ELEMENTWISE = (WITH_TWIN - {"cumprod", "cumsum"}) | {
    "bmm", "dot", "fmax", "fmin", "matmul", "maximum", "minimum", "mm", "mv", "where",
}  # fmt: skip


def output_finding(site: Site, use: Use) -> Finding | None:
    """The finding for a call that has a plain tensor, or one that is made there, as ``out``."""
    call, statement = use.call, use.statement
    if call is None or use.owner is not None or not call.args:
        return None
    given = next((k for k in call.keywords if k.arg == "out"), None)
    if given is None:
        return None
    if is_fresh(site, given.value):
        return _in_no_place(site, use, call, given)
    if not isinstance(statement, ast.Expr | ast.Assign | ast.Return) or statement.value is not call:
        return None
    if isinstance(given.value, ast.Name):
        found = _in_its_place(site, use, call, given, given.value)
        if found is not None:
            return found
    if isinstance(statement, ast.Expr) and _is_plain(given.value):
        return _copied(site, use, call, given)
    return None


def _in_no_place(site: Site, use: Use, call: ast.Call, given: ast.keyword) -> Finding | None:
    """``torch.add(a, b, out=torch.empty(3))``, whose result has the dtype of ``out``."""
    own, wanted = _dtype(site, use, call), _dtype(site, use, given.value)
    if not wanted or wanted == "floating":
        return None
    edits: tuple[Edit, ...] = (_without(site, call, given),)
    if own != wanted:
        node = use.node
        if not (_is_elementwise(use) and isinstance(node, ast.Attribute)):
            return None
        if not (isinstance(node.value, ast.Name) and use.symbol == f"torch.{node.attr}"):
            return None
        edits += (_behind(site, call, f".to({node.value.id}.{wanted})"),)
    return _finding(site, use, NAMED, Fix(NAME, "safe", edits))


def _in_its_place(
    site: Site, use: Use, call: ast.Call, given: ast.keyword, name: ast.Name
) -> Finding | None:
    """``c = torch.add(a, b).to(c.dtype)`` for ``torch.add(a, b, out=c)``."""
    statement = use.statement
    scope = site.document.tree if use.function is None else use.function.node
    if statement is None or scope is None or not holds_alone(site, replace(use, receiver=name)):
        return None
    target = not isinstance(statement, ast.Return)
    if isinstance(statement, ast.Assign):
        names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
        if len(names) != len(statement.targets) or is_repeated(site, statement, scope):
            return None
        if name.id in names and len(names) > 1:
            return None
        target = name.id not in names and is_mentioned_behind(scope, name.id, statement)
    own, wanted = _dtype(site, use, call), _dtype(site, use, name)
    same = own == wanted and wanted not in ("", "floating")
    if not same and not _is_elementwise(use):
        return None
    start = site.document.span(call).start
    edits: list[Edit] = [_without(site, call, given)]
    if target:
        edits.insert(0, Edit(Span(start, start), (f"{name.id} = ",)))
    if not same:
        edits.append(_behind(site, call, f".to({name.id}.dtype)"))
    return _finding(site, use, NAMED, Fix(NAME, "safe", tuple(edits)))


def _copied(site: Site, use: Use, call: ast.Call, given: ast.keyword) -> Finding:
    whole = site.document.span(call)
    edits = (
        Edit(Span(whole.start, whole.start), (site.document.span(given.value), ".copy_(")),
        _without(site, call, given),
        _behind(site, call, ")"),
    )
    return _finding(site, use, MESSAGE, Fix(TITLE, "unsafe", edits, CAUTION))


def _finding(site: Site, use: Use, message: Text, fix: Fix) -> Finding:
    place = site.document.span(use.node)
    return Finding("MP209", "warning", use.symbol, None, use.confidence, message, place, fix)


def _without(site: Site, call: ast.Call, given: ast.keyword) -> Edit:
    """The call without the argument and a comma beside it."""
    document, name = site.document, site.document.span(given)
    others = [document.span(n) for n in (*call.args, *call.keywords) if n is not given]
    behind = [span.start for span in others if span.start > name.start]
    if behind:
        return Edit(Span(name.start, min(behind)), ())
    return Edit(Span(max(span.end for span in others), name.end), ())


def _behind(site: Site, call: ast.Call, *pieces: Piece) -> Edit:
    end = site.document.span(call).end
    return Edit(Span(end, end), pieces)


def _dtype(site: Site, use: Use, node: ast.expr) -> str:
    scope = site.document.tree if use.function is None else use.function.node
    return "" if scope is None else dtype_of(node, scope)


def _is_elementwise(use: Use) -> bool:
    return use.symbol.rpartition(".")[2] in ELEMENTWISE


def _is_plain(node: ast.expr) -> bool:
    """Whether the expression can stand elsewhere, and is no part of a tensor."""
    return all(isinstance(n, ast.Name | ast.Attribute | ast.expr_context) for n in walk(node))
