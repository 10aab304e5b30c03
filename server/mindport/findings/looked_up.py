"""What a file looks up in a torch module by its name: ``getattr(torch, "compiler", None)`` (MP103).

Such a line asks whether the torch at hand has something. MindSpore answers as the torch would that
has what MindSpore has: with the default, or with False, where there is nothing for it. What is looked up
without a default, ``getattr(F, "mse_loss")``, is named.
"""

from __future__ import annotations

import ast

from mindport.findings.blocks import kept_branch
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text, filled, join

TITLE = Text("Take the answer for MindSpore", "采用 MindSpore 对应的结果")
CAUTION = Text(
    "torch has it and MindSpore has nothing for it: what stands there for a torch without it is taken.",
    "torch 有该接口而 MindSpore 没有对应接口：采用为不具备它的 torch 准备的分支。",
)
WRITTEN = Text("{0} is looked up by its name, which is written here.", "此处按写明的名称查找 {0}。")
NAMED = Text("Name it", "直接写出名称")


def looked_up_finding(site: Site, use: Use) -> Finding | None:
    """The line with the answer in place of the question; None for other uses of a module."""
    if site.api.kind(use.symbol) != "module" or use.statement is None:
        return None
    symbol, node = use.symbol, use.node
    call = _question(site, use, node)
    while call is not None and _function(call) == "getattr" and len(call.args) == 3:
        symbol = f"{symbol}.{_name(call)}"
        outer = _question(site, use, call)
        if outer is None:
            break
        call = outer
    if call is None:
        return None
    asks = _function(call) == "hasattr"
    if asks:
        symbol = f"{symbol}.{_name(call)}"
    elif len(call.args) != 3:
        return _written(site, use, call) if call.args[0] is node else None
    status = status_of(site, symbol)
    if status == "mapped" and not asks:
        return _named(site, use, call, symbol) if call.args[0] is node else None
    doubted = status == "missing" or (status == "dropped" and asks)
    edits = _answer(site, use, call, str(status == "mapped") if asks else None)
    caution = CAUTION if doubted else None
    return _finding(site, use, symbol, Fix(TITLE, "unsafe" if doubted else "safe", edits, caution))


def _named(site: Site, use: Use, call: ast.Call, symbol: str) -> Finding | None:
    """The plain name, ``torch.compiler.is_compiling``, in place of the question for it."""
    if site.api.kind(symbol) not in ("function", "class"):
        return None
    document = site.document
    whole = _either(site, use, call) or call
    edit = Edit(document.span(whole), (document.span(call.args[0]), f".{_name(call)}"))
    return _finding(site, use, symbol, Fix(TITLE, "safe", (edit,), None))


def _written(site: Site, use: Use, call: ast.Call) -> Finding | None:
    """``F.mse_loss`` for ``getattr(F, "mse_loss")``: the rules of what is named follow."""
    symbol = f"{use.symbol}.{_name(call)}"
    if site.api.canonical(symbol) is None:
        return None
    document = site.document
    edit = Edit(document.span(call), (document.span(call.args[0]), f".{_name(call)}"))
    told, span = filled(WRITTEN, symbol), document.span(use.node)
    fix = Fix(NAMED, "safe", (edit,))
    return Finding("MP103", "warning", use.symbol, None, use.confidence, told, span, fix)


def status_of(site: Site, symbol: str) -> str:
    """``mapped`` for what MindSpore has, ``missing`` for what torch alone has, ``dropped`` for what
    goes away, ``none`` for what torch does not have."""
    canonical = site.api.canonical(symbol)
    if canonical is None:
        return "none"
    entry = site.store.entry(canonical)
    if entry is None:
        return "missing"
    if entry.status == "dropped":
        return "dropped"
    return "mapped" if any(e.holds(site.target) for e in entry.equivalents) else "missing"


def _question(site: Site, use: Use, node: ast.expr) -> ast.Call | None:
    """``getattr(node, "name", ..)`` or ``hasattr(node, "name")``."""
    call = site.parent(node, use.statement)
    if not isinstance(call, ast.Call) or _function(call) not in ("getattr", "hasattr"):
        return None
    given = not call.keywords and len(call.args) >= 2 and call.args[0] is node
    return call if given and _name(call).isidentifier() else None


def _function(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def _name(call: ast.Call) -> str:
    name = call.args[1]
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else ""


def _answer(site: Site, use: Use, call: ast.Call, word: str | None) -> tuple[Edit, ...]:
    """``word``, or the default; of ``getattr(.., None) or other`` the other is left.

    Where a branch hangs on the answer alone, the one that is taken is left.
    """
    document = site.document
    either = None if word is not None else _either(site, use, call)
    if either is not None:
        return (Edit(document.span(either), (document.span(either.values[1]),)),)
    asked: ast.expr = call
    holds = {"True": True, "False": False}.get(word or "")
    if word is None and _is_none(call.args[2]):
        asked, holds = _compared(site.parent(call, use.statement), call)
    statement, outer = use.statement, site.parent(asked, use.statement)
    if holds is not None and isinstance(statement, ast.If) and statement.test is asked:
        edits = kept_branch(document, statement, holds)
        if edits is not None:
            return edits
    if holds is not None and isinstance(outer, ast.IfExp) and outer.test is asked:
        return (
            Edit(document.span(outer), (document.span(outer.body if holds else outer.orelse),)),
        )
    if asked is not call:
        return (Edit(document.span(asked), (str(holds),)),)
    return (Edit(document.span(call), (document.span(call.args[2]) if word is None else word,)),)


def _compared(parent: ast.AST | None, call: ast.Call) -> tuple[ast.expr, bool]:
    """``getattr(.., None) is not None`` around a call that gives None, which is False; the call itself
    is as much where it is asked for its truth."""
    match parent:
        case ast.Compare(left, [ast.Is() | ast.IsNot() as operator], [other]) if left is call:
            if _is_none(other):
                return parent, isinstance(operator, ast.Is)
    return call, False


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _either(site: Site, use: Use, call: ast.Call) -> ast.BoolOp | None:
    """``getattr(.., None) or other`` around the call."""
    default, either = call.args[2], site.parent(call, use.statement)
    if (
        _is_none(default)
        and isinstance(either, ast.BoolOp)
        and isinstance(either.op, ast.Or)
        and either.values[0] is call
        and len(either.values) == 2
    ):
        return either
    return None


def _finding(site: Site, use: Use, symbol: str, fix: Fix) -> Finding:
    message = Text(
        f"This asks whether torch has {symbol.partition('.')[2]}; the fix writes what holds for"
        " MindSpore.",
        f"此处查询 torch 是否有 {symbol.partition('.')[2]}；修复会写入 MindSpore 对应的结果。",
    )
    told, span = join(message, fix.caution), site.document.span(use.node)
    return Finding("MP103", "warning", use.symbol, None, use.confidence, told, span, fix)
