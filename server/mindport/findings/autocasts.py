"""``with torch.autocast(...):`` becomes a function with that decorator (MP101).

MindSpore changes the precision of functions, not of blocks: torch's autocast decorates functions,
too, so that the block can become one before anything else changes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.site import Site
from mindport.findings.training.arguments import arguments, declared
from mindport.findings.training.code import Code
from mindport.findings.training.forward import blocking
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.names import bound_names
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

AUTOCAST = frozenset({"torch.autocast", "torch.cuda.amp.autocast"})
API = "mindspore.amp.auto_mixed_precision"
MESSAGE = Text(
    "MindSpore computes functions, not blocks, in half precision: the block becomes a function with "
    "a decorator. Which operators that concerns is MindSpore's choice, and not quite torch's.",
    "MindSpore 以函数而非代码块为单位使用半精度：将代码块改为带装饰器的函数。哪些算子使用半精度由 MindSpore 决定，与 torch 略有不同。",
)
TITLE = Text("Make the block a decorated function", "将代码块改为带装饰器的函数")


def autocast_finding(site: Site, use: Use) -> Finding | None:
    """The block as a function; None where it cannot become one, or is switched off."""
    block = use.statement
    if use.symbol not in AUTOCAST or use.context != "with" or not isinstance(block, ast.With):
        return None
    if len(block.items) != 1 or block.items[0].context_expr is not use.call:
        return None
    if block.items[0].optional_vars is not None or _stays(use.call):
        return None
    edits = _edits(site, use, block)
    if edits is None:
        return None
    fix = Fix(TITLE, "unsafe", edits, MESSAGE)
    span = site.document.span(use.node)
    return Finding("MP101", "warning", use.symbol, API, use.confidence, MESSAGE, span, fix)


def _stays(call: ast.Call) -> bool:
    """Whether the block is switched off, or casts on the CPU, where MindSpore cannot."""
    off = any(
        k.arg == "enabled" and isinstance(k.value, ast.Constant) and k.value.value is False
        for k in call.keywords
    )
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "device_type")]
    return off or any(isinstance(g, ast.Constant) and g.value == "cpu" for g in given)


def _edits(site: Site, use: Use, block: ast.With) -> tuple[Edit, ...] | None:
    tree = site.document.tree
    assert tree is not None
    root = tree if use.function is None else use.function.node
    if root is None or not _stands_alone(site.document, block):
        return None
    code = Code(root)
    returns = _ends_with_return(block.body)
    if any(word != "return" or not returns for _, word in blocking(block.body)):
        return None
    bound = {name for statement in block.body for name in bound_names(statement)}
    carried = sorted(read_first(block.body) & bound)
    results: list[str] = []
    if not returns:
        if any(isinstance(n, ast.Return) for s in block.body for n in walk(s)):
            return None
        place = code.place(block)
        live = live_after(root.body, place.block, place.index, ())
        if isinstance(root, ast.Module):
            live |= bound & site.taken()
        results = [name for name in _in_order(block) if name in live]
        if not set(results) <= _surely_bound(block.body) | set(carried):
            return None
    given = arguments(code, carried)
    return tuple(_written(site, block, declared(carried, given), given, results, returns))


def _written(
    site: Site,
    block: ast.With,
    parameters: Sequence[str],
    given: Sequence[str],
    results: Sequence[str],
    returns: bool,
) -> Iterator[Edit]:
    document, newline = site.document, site.document.newline
    start = document.span(block).start
    header, first = document.line_of(start), document.line_of(document.span(block.body[0]).start)
    indentation = document.text[document.line_starts[header] : start]
    inner = document.line_text(first)
    inner = inner[: len(inner) - len(inner.lstrip(" \t"))]
    context = document.span(block.items[0].context_expr)
    colon = document.text.index(":", context.end)
    name = _free_name(site)
    yield Edit(Span(start, context.start), ("@",))
    yield Edit(
        Span(context.end, colon), (f"{newline}{indentation}def {name}({', '.join(parameters)})",)
    )
    behind = _line_behind(document, block)
    call = f"{name}({', '.join(given)})"
    if returns:
        text = f"{newline}{indentation}return {call}{newline}"
    elif results:
        names = ", ".join(results)
        text = f"{inner}return {names}{newline}{newline}{indentation}{names} = {call}{newline}"
    else:
        text = f"{newline}{indentation}{call}{newline}"
    ahead = "" if document.text[:behind].endswith(("\n", "\r")) else newline
    yield Edit(Span(behind, behind), (ahead + text,))


def _stands_alone(document: Document, block: ast.With) -> bool:
    """Whether the block stands on lines of its own, below its header."""
    start = document.span(block).start
    header, first = document.line_of(start), document.line_of(document.span(block.body[0]).start)
    ahead = document.text[document.line_starts[header] : start]
    return first > header and not ahead.strip()


def _line_behind(document: Document, statement: ast.stmt) -> int:
    line = document.line_of(document.span(statement).end) + 1
    starts = document.line_starts
    return starts[line] if line < len(starts) else len(document.text)


def _ends_with_return(body: Sequence[ast.stmt]) -> bool:
    """Whether a block gives something back whichever way it takes."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and all(map(_ends_with_return, (last.body, last.orelse)))
    return isinstance(last, ast.Return)


def _surely_bound(body: Sequence[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for statement in body:
        if isinstance(statement, ast.With):
            found |= _surely_bound(statement.body)
        elif isinstance(statement, ast.If):
            found |= _surely_bound(statement.body) & _surely_bound(statement.orelse)
        elif not isinstance(statement, ast.For | ast.While | ast.Try):
            found |= bound_names(statement)
    return found


def _in_order(block: ast.With) -> Iterator[str]:
    bound = {name for statement in block.body for name in bound_names(statement)}
    names = [n for s in block.body for n in walk(s) if isinstance(n, ast.Name)]
    names.sort(key=lambda n: (n.lineno, n.col_offset))
    yield from dict.fromkeys([n.id for n in names if n.id in bound] + sorted(bound))


def _free_name(site: Site) -> str:
    assert site.document.tree is not None
    taken = {n.id for n in walk(site.document.tree) if isinstance(n, ast.Name)}
    taken |= {n.name for n in walk(site.document.tree) if isinstance(n, ast.FunctionDef)}
    name, number = "mixed_precision", 1
    while name in taken:
        number += 1
        name = f"mixed_precision_{number}"
    return name
