"""``x.mul_(a).add_(b)`` (MP209): one in-place method a line, which means the same, the last one in the
statement that takes the tensor."""

from __future__ import annotations

import ast
import itertools
from typing import TypeGuard

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import is_pure, name_of
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text

# Statements that take what a chain gives, and methods that say what a tensor is to autograd.
Takes = ast.Expr | ast.Assign | ast.AnnAssign | ast.Return
LEAVES = frozenset({"requires_grad_", "detach_"})
CHAIN = Text(
    "A chain of in-place methods is written one a line, so that each can be rewritten.",
    "链式的原地方法先拆成每行一个，以便逐个改写。",
)
SPLIT = Text("Write one in-place method a line", "每行只写一个原地方法")
REFILLED = Text(
    "A tensor of MindSpore keeps its shape where it is changed in place; what assign_value gives it "
    "may have another one.",
    "MindSpore 张量的原地操作不会改变形状；assign_value 则可换成新的形状。",
)
REFILL = Text("Assign the value", "改用 assign_value")
DETACHED = Text(
    "What is detached shares its memory: changing it in place changes the tensor, which data says.",
    "detach 的结果与原张量共享内存：原地修改它就是修改该张量，写成 data 含义相同。",
)
BY_DATA = Text("Change it by data", "通过 data 修改")


def chain_finding(site: Site, use: Use) -> Finding | None:
    """Each method behind the first gets a line of its own, before any of them is rewritten.

    The first may be a function of torch's: ``nn.init.zeros_(w).fill_(1)``.
    """
    statement, document = use.statement, site.document
    if not isinstance(statement, Takes) or _chain(statement.value) is not use.call:
        return None
    links, base = _links(site, use.call)
    if base is None or len(links) < 2 or not is_pure(base):
        return None
    if (refilled := _refilled(site, use, statement, links, base)) is not None:
        return refilled
    line = document.line_text(statement.lineno - 1)
    if not isinstance(statement, ast.Expr) or statement.value is not use.call:
        return _before(site, use, statement, links, base)
    if document.span(statement) != document.span(statement.value):
        return None  # parentheses around it
    if ";" in line or ";" in document.line_text((statement.end_lineno or 1) - 1):
        return None
    indent = line[: len(line) - len(line.lstrip())]
    edits = []
    for link, inner in itertools.pairwise(links):
        method = _method(site, link)
        if method is None:
            return None
        whole = Span(document.span(inner).end, document.span(link).end)
        pieces = (f"{document.newline}{indent}", document.span(base), method)
        edits.append(Edit(whole, pieces))
    return _finding(site, use, edits)


def _refilled(
    site: Site, use: Use, statement: ast.stmt, links: list[ast.Call], base: ast.expr
) -> Finding | None:
    """``x.assign_value(y.astype(x.dtype).copy())`` for ``x.resize_(y.size()).copy_(y)``.

    Seen with MindSpore 2.7.2 to 2.10.0 on a CPU: ``x`` stays the tensor that it is and gets the shape.
    """
    copy, resize = links[0], links[-1]
    names = [name_of(link.func) for link in links]
    alone = isinstance(statement, ast.Expr) and site.target.mode != "GRAPH"
    if names != ["copy_", "resize_"] or not alone or copy.keywords or resize.keywords:
        return None
    if (
        len(copy.args) != 1
        or len(resize.args) != 1
        or not isinstance(base, ast.Name | ast.Attribute)
    ):
        return None
    size, given = resize.args[0], ast.unparse(copy.args[0])
    size = size.value if isinstance(size, ast.Starred) else size
    if ast.unparse(size) not in (f"{given}.size()", f"{given}.shape"):
        return None
    held, value = site.document.span(base), Operand(site.document.span(copy.args[0]))
    edit = Edit(
        site.document.span(statement),
        (held, ".assign_value(", value, ".astype(", held, ".dtype).copy())"),
    )
    span = site.document.span(use.node)
    place = Span(span.end - len("copy_"), span.end)
    fix = Fix(REFILL, "safe", (edit,), rearranges=True)
    return Finding("MP209", "warning", use.symbol, None, "likely", REFILLED, place, fix)


def detached_finding(site: Site, use: Use) -> Finding | None:
    """``x.data.mul_(a)`` for the statement ``x.detach().mul_(a)``."""
    statement, call, document = use.statement, use.call, site.document
    if use.symbol != "torch.Tensor.detach" or not isinstance(statement, ast.Expr) or call is None:
        return None
    links, base = _links(site, statement.value)
    if base is not call or not links or call.args or call.keywords or use.receiver is None:
        return None
    if not is_pure(use.receiver):
        return None
    edit = Edit(document.span(call), (document.span(use.receiver), ".data"))
    fix = Fix(BY_DATA, "safe", (edit,), rearranges=True)
    span = document.span(use.node)
    return Finding("MP209", "warning", use.symbol, None, use.confidence, DETACHED, span, fix)


def _before(
    site: Site, use: Use, statement: ast.stmt, links: list[ast.Call], base: ast.expr
) -> Finding | None:
    """All methods but the last in lines before ``y = x.mul_(a).add_(b)``."""
    document = site.document
    start = document.span(statement).start
    line = document.line_text(statement.lineno - 1)
    indent = line[: len(line) - len(line.lstrip())]
    first = document.line_starts[document.line_of(start)]
    several = statement.end_lineno != statement.lineno
    special = any(name_of(link.func) in LEAVES for link in links)
    if document.text[first:start].strip() or ";" in line or several or special:
        return None
    pieces: list[Piece] = [document.span(links[-1])]
    for link in reversed(links[1:-1]):
        method = _method(site, link)
        if method is None:
            return None
        pieces += [f"{document.newline}{indent}", document.span(base), method]
    pieces += [f"{document.newline}{indent}"]
    edits = [
        Edit(Span(start, start), tuple(pieces)),
        Edit(document.span(links[1]), (document.span(base),)),
    ]
    return _finding(site, use, edits)


def _finding(site: Site, use: Use, edits: list[Edit]) -> Finding:
    span = site.document.span(use.node)
    place = Span(span.end - len(use.symbol.rpartition(".")[2]), span.end)
    fix = Fix(SPLIT, "safe", tuple(edits), rearranges=True)
    return Finding("MP209", "warning", use.symbol, None, use.confidence, CHAIN, place, fix)


def _chain(value: ast.expr | None) -> ast.expr | None:
    """``x.mul_(a).add_(b)`` of ``x.mul_(a).add_(b).clone()[0]``, which is computed before all else."""
    while value is not None:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if _is_in_place(value.func):
                return value
            value = value.func.value
        elif isinstance(value, ast.Attribute | ast.Subscript):
            value = value.value
        else:
            return None
    return None


def _links(site: Site, call: ast.expr | None) -> tuple[list[ast.Call], ast.expr | None]:
    """The calls of a chain of in-place methods, the last one first, and what they change."""
    links: list[ast.Call] = []
    base = call
    while isinstance(base, ast.Call) and _is_in_place(base.func):
        links.append(base)
        base = _changed(site, base)
    return links, base


def begins_chain(site: Site, use: Use) -> bool:
    """Whether what changes a tensor begins a chain that is split first.

    What it becomes might not give the tensor back.
    """
    statement = use.statement
    if not use.symbol.endswith("_"):
        return False
    if not isinstance(statement, Takes) or use.call is None:
        return False
    chain = _chain(statement.value)
    links, _ = _links(site, chain)
    if use.call not in links[1:]:
        return False
    outer = (other for other in site.bindings.uses if other.call is chain)
    return any(chain_finding(site, other) for other in outer)


def _method(site: Site, link: ast.Call) -> Span | None:
    """``.add_(b)`` of ``x.mul_(a).add_(b)``; None where the line breaks before the dot."""
    document = site.document
    assert isinstance(link.func, ast.Attribute)
    before = Span(document.span(link.func.value).end, document.span(link.func).end)
    plain = document.text[before.start : before.end] == f".{link.func.attr}"
    return Span(before.start, document.span(link).end) if plain else None


def _changed(site: Site, call: ast.Call) -> ast.expr | None:
    """What a method or a function of torch's changes in place, where the call shows it."""
    assert isinstance(call.func, ast.Attribute)
    symbol = site.symbol_of(call)
    if not symbol or symbol.startswith("torch.Tensor."):
        return call.func.value
    return call.args[0] if call.args else None


def _is_in_place(node: ast.AST) -> TypeGuard[ast.Attribute]:
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name.endswith("_") and not name.endswith("__")
