"""``with torch.autocast(...):`` becomes a function with that decorator (MP101).

MindSpore changes the precision of functions, not of blocks: torch's autocast decorates functions,
too, so that the block can become one before anything else changes. A function that consists of the
block is decorated itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.document import Document, Span
from mindport.findings.gradmode import block_edits
from mindport.findings.site import Site
from mindport.findings.training.arguments import arguments, declared
from mindport.findings.training.code import Code
from mindport.findings.training.forward import blocking
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.names import bound_names
from mindport.nodes import function_around, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text, join

AUTOCAST = frozenset({"torch.autocast", "torch.cuda.amp.autocast"})
API = "mindspore.amp.auto_mixed_precision"
MESSAGE = Text(
    "MindSpore computes functions, not blocks, in half precision: the block becomes a function with "
    "a decorator. Which operators that concerns is MindSpore's choice, and not quite torch's.",
    "MindSpore 以函数而非代码块为单位使用半精度：将代码块改为带装饰器的函数。哪些算子使用半精度由 MindSpore 决定，与 torch 略有不同。",
)
WAITS = Text(
    "The training step around it is rewritten before it.", "先改写它所在的训练步骤，再改写它。"
)
OFF = Text(
    "It is switched off: the block is left as it is. Where a caller computes in half precision, MindSpore computes the "
    "block so, too; torch does not.",
    "该处已关闭自动混合精度：去掉 with，保留代码块。若调用方处于半精度区域，MindSpore 也会以半精度计算该代码块，torch 则不会。",
)
WITHOUT = Text("Leave away the context that is switched off", "去掉已关闭的上下文")
TITLE = Text("Make the block a decorated function", "将代码块改为带装饰器的函数")


def autocast_finding(site: Site, use: Use) -> Finding | None:
    """The block as a function, or without the context if that is switched off; None where it cannot be."""
    block = use.statement
    if use.symbol not in AUTOCAST or use.context != "with" or not isinstance(block, ast.With):
        return None
    if use.call is None:
        return None
    off = _is_off(use.call, use.symbol)
    if not off and (not _is_alone(block, use.call) or _is_on_cpu(use.call)):
        return None
    edits = block_edits(site.document, block, use) if off else _edits(site, use, block)
    if edits is None:
        return None
    title, message, api = (WITHOUT, OFF, None) if off else (TITLE, MESSAGE, API)
    fix = Fix(title, "unsafe", edits, message)
    span = site.document.span(use.node)
    return Finding("MP101", "warning", use.symbol, api, use.confidence, message, span, fix)


def waiting(site: Site, use: Use) -> Finding | None:
    """The finding of a block that becomes a part of a function first; None where it cannot be one."""
    finding = autocast_finding(site, use)
    return finding and replace(finding, message=join(finding.message, WAITS), fix=None)


def _is_alone(block: ast.With, call: ast.Call) -> bool:
    """Whether the call is all that the block enters, and has no name."""
    first, *others = block.items
    return first.context_expr is call and first.optional_vars is None and not others


def _is_off(call: ast.Call, symbol: str) -> bool:
    """``autocast(enabled=False)``, whose place in torch.cuda's is the first."""
    given = [k.value for k in call.keywords if k.arg == "enabled"]
    given += call.args[2:3] if symbol == "torch.autocast" else call.args[:1]
    return any(isinstance(value, ast.Constant) and value.value is False for value in given)


def _is_on_cpu(call: ast.Call) -> bool:
    """Whether the block casts on the CPU, where MindSpore cannot."""
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "device_type")]
    return any(isinstance(g, ast.Constant) and g.value == "cpu" for g in given)


def _edits(site: Site, use: Use, block: ast.With) -> tuple[Edit, ...] | None:
    tree = site.document.tree
    assert tree is not None
    root = tree if use.function is None else use.function.node
    if root is None or not _stands_alone(site.document, block):
        return None
    if (decorated := _decorated(site, use, block, root)) is not None:
        return decorated
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
    return tuple(_written(site, use, block, declared(carried, given), given, results, returns))


def _decorated(site: Site, use: Use, block: ast.With, root: ast.AST) -> tuple[Edit, ...] | None:
    """The decorator for a function that does nothing but what the block does.

    It is made where the function is: what it is given must be the same when that is called.
    """
    if (
        not isinstance(root, ast.FunctionDef)
        or root.decorator_list
        or not _consists_of(root, block)
    ):
        return None
    own = {node.arg for node in walk(root.args) if isinstance(node, ast.arg)}
    if "self" in own or use.call is None or not _keeps_its_value(site, use.call, root, own):
        return None
    edits = block_edits(site.document, block, use)
    if edits is None:
        return None
    document, context = site.document, block.items[0].context_expr
    line = document.line_starts[root.lineno - 1]
    indentation = document.text[line : document.span(root).start]
    made = (f"{indentation}@", document.span(context), document.newline)
    return (Edit(Span(line, line), made), *edits)


def _consists_of(function: ast.FunctionDef, block: ast.With) -> bool:
    """Whether nothing but a plain ``return`` follows the block, which is all that there is."""
    first, *rest = function.body
    if first is not block or len(rest) > 1 or any(map(_yields, walk(function))):
        return False
    return all(isinstance(s, ast.Return) and all(map(_gives_on, walk(s))) for s in rest)


def _yields(node: ast.AST) -> bool:
    return isinstance(node, ast.Yield | ast.YieldFrom)


def _gives_on(node: ast.AST) -> bool:
    """What a precision does not matter to: names, sums, and ``scaler.scale(loss)``."""
    return not isinstance(node, ast.Call | ast.MatMult) or name_of(getattr(node, "func", node)) in (
        "scale",
        "item",
        "detach",
        "stop_gradient",
    )


def _keeps_its_value(site: Site, call: ast.Call, function: ast.FunctionDef, own: set[str]) -> bool:
    """Whether nothing gives what a call reads another value once ``function`` is made."""
    tree = site.document.tree
    assert tree is not None
    read = {n.id for n in walk(call) if isinstance(n, ast.Name)}
    read |= {n.attr for n in walk(call) if isinstance(n, ast.Attribute)}
    read -= {name_of(call.func), "torch"}
    if read & (own | {name for s in function.body for name in bound_names(s)}):
        return False
    for node in walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or isinstance(node.ctx, ast.Load):
            continue
        if (node.attr if isinstance(node, ast.Attribute) else node.id) in read:
            around = function_around(tree, node)
            is_before = node.lineno < function.lineno and function in walk(around or tree)
            if not is_before and (around is None or around.name != "__init__"):
                return False
    return not any(isinstance(n, ast.Call) and n is not call for n in walk(call))


def _written(
    site: Site,
    use: Use,
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
    name = _free_name(site, use)
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


def _free_name(site: Site, use: Use) -> str:
    """A name that the function around has not, nor the module."""
    tree = site.document.tree
    assert tree is not None
    around = next((s for s in tree.body if use.node in walk(s)), tree)
    owner = use.cls.node if use.cls is not None and use.cls.node is not None else around
    nodes = [n for s in getattr(owner, "body", ()) if use.node in walk(s) for n in walk(s)]
    taken = {n.id for n in nodes if isinstance(n, ast.Name)}
    taken |= {n.name for n in nodes if isinstance(n, ast.FunctionDef)}
    taken |= {name for s in tree.body for name in bound_names(s)}
    name, number = "mixed_precision", 1
    while name in taken:
        number += 1
        name = f"mixed_precision_{number}"
    return name
