"""``with torch.autocast(...):`` becomes a function with that decorator (MP101).

MindSpore changes the precision of functions, not of blocks: torch's autocast decorates functions,
too, so that the block can become one before anything else changes. A function that consists of the
block is decorated itself. A context that is a value becomes ``nullcontext()``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindport.document import Document, Span
from mindport.findings.blocks import block_edits
from mindport.findings.site import Site
from mindport.findings.training.arguments import arguments, declared
from mindport.findings.training.code import Code
from mindport.findings.training.forward import blocking
from mindport.findings.training.layout import string_lines, unit_of
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.names import bound_names
from mindport.nodes import function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Moved, Name
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
VALUE = Text(
    "MindSpore has no context that changes the precision of what is computed inside: with "
    "nullcontext() it is computed in the precision of its tensors. Where half precision is wanted, cast "
    'the network once with mindspore.amp.auto_mixed_precision(network, "auto", dtype).',
    "MindSpore 没有改变内部计算精度的上下文：使用 nullcontext() 时按张量自身的精度计算。如需半精度，请用 "
    'mindspore.amp.auto_mixed_precision(network, "auto", dtype) 一次性转换网络。',
)
FULL = Text("Compute in full precision", "使用全精度计算")
NULL = "contextlib.nullcontext"
APART = Text("Give the context a block of its own", "将该上下文改为单独的 with 块")


def autocast_finding(site: Site, use: Use) -> Finding | None:
    """The block as a function, or without the context if that is switched off; None where it cannot be."""
    if use.symbol not in AUTOCAST or use.call is None:
        return None
    block = use.statement if use.context == "with" else None
    fix = _of_block(site, use, block) if isinstance(block, ast.With) else _of_value(site, use)
    if fix is None:
        return None
    message = fix.caution or MESSAGE
    api = API if message is MESSAGE else NULL if message is VALUE else None
    span = site.document.span(use.node)
    return Finding("MP101", "warning", use.symbol, api, use.confidence, message, span, fix)


def _of_block(site: Site, use: Use, block: ast.With) -> Fix | None:
    item = next((item for item in block.items if item.context_expr is use.call), None)
    if item is None or item.optional_vars is not None or use.call is None:
        return None
    if _is_off(use.call, use.symbol):
        edits = block_edits(site.document, block, use)
        return None if edits is None else Fix(WITHOUT, "unsafe", edits, OFF)
    if _is_on_cpu(use.call):
        return None
    if len(block.items) > 1:
        edits = _apart(site.document, block, block.items.index(item))
        return None if edits is None else Fix(APART, "unsafe", edits, MESSAGE, rearranges=True)
    edits = _edits(site, use, block)
    return None if edits is None else Fix(TITLE, "unsafe", edits, MESSAGE)


def _apart(document: Document, block: ast.With, index: int) -> tuple[Edit, ...] | None:
    """``with timer(), autocast():`` as two blocks, one inside of the other one."""
    if not _stands_alone(document, block):
        return None
    first, second = block.items[index - 1 : index + 1] if index else block.items[:2]
    begin = document.span(first.optional_vars or first.context_expr).end
    between = Span(begin, document.span(second.context_expr).start)
    start = document.span(block).start
    header = document.text[start : document.span(block.items[0].context_expr).start]
    if document.text[between.start : between.end].strip(" ") != "," or header.strip() != "with":
        return None  # in brackets
    unit = unit_of(document)
    indentation = document.text[document.line_starts[document.line_of(start)] : start]
    edits = [Edit(between, (f":{document.newline}{indentation}{unit}with ",))]
    strings = {line for statement in block.body for line in string_lines(statement)}
    last = document.line_of(document.span(block).end)
    for line in range(document.line_of(document.span(second.context_expr).end) + 1, last + 1):
        if line not in strings and document.line_text(line).strip():
            at = document.line_starts[line]
            edits.append(Edit(Span(at, at), (unit,)))
    return tuple(edits)


def _of_value(site: Site, use: Use) -> Fix | None:
    """``ctx = nullcontext() if device == "cpu" else torch.autocast(device)``."""
    statement, call = use.statement, use.call
    if use.context != "call" or call is None or _is_on_cpu(call):
        return None
    match statement:
        case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.Return(value=value):
            pass
        case _:
            return None
    document = site.document
    if value is call:
        return Fix(FULL, "unsafe", (Edit(document.span(call), (Name(NULL), "()")),), VALUE)
    match value:
        case ast.IfExp(body=one, orelse=other) if call in (one, other):
            rest = other if one is call else one
            null = isinstance(rest, ast.Call) and name_of(rest.func) == "nullcontext"
            if null:
                edit = Edit(document.span(value), (Moved(document.span(rest)),))
            else:
                edit = Edit(document.span(call), (Name(NULL), "()"))
            return Fix(FULL, "unsafe", (edit,), VALUE)
    return None


def waiting(site: Site, use: Use) -> Finding | None:
    """The finding of a block that becomes a part of a function first; None where it cannot be one."""
    finding = autocast_finding(site, use)
    return finding and replace(finding, message=join(finding.message, WAITS), fix=None)


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
    given = arguments(site, code, carried)
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
    above = document.line_text(header - 1).split("#")[0].strip() if header else ""
    apart = f"{newline}{indentation}" if above and not above.endswith(":") else ""
    yield Edit(Span(start, context.start), (f"{apart}@",))
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
