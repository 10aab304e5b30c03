"""Imports of torch in a ``try`` whose ``except`` says what serves without torch (MP108)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.blocks import dedented, indentation
from mindport.findings.dropped import remove_statement
from mindport.findings.imports import is_read, lent_names
from mindport.findings.optional_writers import optional_writer
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.kernels import fails_without_torch, handles_absence
from mindport.symbols.uses import Import
from mindport.symbols.walk import EINOPS, ROOTS
from mindport.texts import Text

PACKAGES = frozenset(ROOTS) - {EINOPS}
# Beside what has an equivalent of one name: MindSpore has them in another form.
MIXED = frozenset({"torch.autocast", "torch.cuda.amp.autocast", "torch.cuda.amp.GradScaler",
                   "torch.amp.autocast", "torch.amp.GradScaler"})  # fmt: skip
KEPT = Text("Keep what is tried", "只保留 try 中的写法")
TITLE = Text("Keep what serves without torch", "只保留没有 torch 时的写法")
DEFINES = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.ImportFrom, ast.Import)


def fallback_findings(site: Site) -> Iterator[Finding]:
    """One finding for each ``try`` that does nothing but import names that its ``except`` makes."""
    assert site.document.tree is not None
    for node in find(site.document.tree, ast.Try):
        symbols = _imported(node.body)
        if symbols and _is_needless(site, node, set(symbols)):
            yield _needless(site, node, symbols)
        elif made := _instead_of_kernels(site, node):
            names = ", ".join(made)
            message = Text(
                f"The package that is tried here cannot be imported without torch: what the except "
                f"branch makes of {names} serves.",
                f"没有 torch 时无法导入此处尝试的软件包：使用 except 分支中定义的 {names}。",
            )
            span, fix = site.document.span(node.body[0]), _fix(site, node)
            yield Finding("MP108", "warning", made[0], None, "certain", message, span, fix)
        elif tried := _replaced(site, node):
            names = ", ".join(tried)
            message = Text(
                f"MindSpore has what takes the place of {names}: it needs no stand-in for older versions.",
                f"MindSpore 有 {names} 的替代，无需为旧版本准备的替身。",
            )
            span, symbol = site.document.span(node.body[0]), next(iter(tried.values()))
            fix = _without_handler(site, node)
            yield Finding("MP108", "warning", symbol, None, "certain", message, span, fix)
        elif symbols and _serves(node, set(symbols)):
            names = ", ".join(symbols)
            message = Text(
                f"Where there is no torch, what the except branch makes of {names} serves.",
                f"没有 torch 时，使用 except 分支中定义的 {names}。",
            )
            span = site.document.span(node.body[0])
            symbol = next(iter(symbols.values()))
            fix = _fix(site, node)
            yield Finding("MP108", "warning", symbol, None, "certain", message, span, fix)
        elif unused := _unused(site, node):
            yield _tried(site, node, unused)


def _unused(site: Site, node: ast.Try) -> dict[str, Import]:
    """The imports of torch that a ``try`` tries for where they are absent, and nothing reads.

    What does without them, ``torch = None``, and tells nobody is left alone.
    """
    if not any(handles_absence(handler) for handler in node.handlers):
        return {}
    if not _reports(node) and all(isinstance(s, ast.Import | ast.ImportFrom) for s in node.body):
        return {}
    found = {
        item.bound: item
        for item in site.bindings.imports
        if item.statement in node.body and item.bound != "*"
    }
    lent = lent_names(site)
    if any(is_read(site, item) or item.bound in lent for item in found.values()):
        return {}
    return found


def _reports(node: ast.Try) -> bool:
    """Whether its handlers do no more than raise, or say something."""
    statements = [statement for handler in node.handlers for statement in handler.body]
    return all(isinstance(one, ast.Raise | ast.Pass | ast.Expr) for one in statements)


def _tried(site: Site, node: ast.Try, unused: dict[str, Import]) -> Finding:
    """What is tried for nothing: it goes where its absence only raises, or is only reported."""
    names = ", ".join(unused)
    message = Text(
        f"Nothing uses {names}. Where there is no torch, the except branch runs.",
        f"{names} 没有被使用。没有 torch 时，会执行 except 分支。",
    )
    gone = {item.statement for item in unused.values()}
    aliases = {item.alias for item in unused.values()}
    whole = all(item.alias in aliases for item in site.bindings.imports if item.statement in gone)
    sets = any(isinstance(statement, ast.Assign | ast.AnnAssign) for statement in node.body)
    edits: tuple[Edit, ...] = ()
    if _reports(node) and whole and not sets and not node.finalbody:
        left = [statement for statement in node.body if statement not in gone]
        if left:
            edits = tuple(remove_statement(site.document, statement) for statement in gone)
        elif not node.orelse:
            edits = (remove_statement(site.document, node),)
    title = Text(f"Remove the import of {names}", f"删除 {names} 的导入")
    fix = Fix(title, "safe", edits) if edits else None
    first = next(iter(unused.values()))
    span = site.document.span(first.alias)
    return Finding("MP108", "warning", first.symbol, None, "certain", message, span, fix)


def _is_needless(site: Site, node: ast.Try, names: set[str]) -> bool:
    """Whether two places of torch are tried for names that nothing uses any more."""
    if len(node.handlers) != 1 or node.orelse or node.finalbody:
        return False
    handler = node.handlers[0]
    if handler.type is None or "ImportError" not in ast.unparse(handler.type):
        return False
    second = [s for s in handler.body if isinstance(s, ast.ImportFrom)]
    told = [s for s in handler.body if not isinstance(s, ast.ImportFrom)]
    if not second or not names >= set(_imported([*second])) > set():
        return False
    if not all(isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) for s in told):
        return False
    return names.isdisjoint(site.bindings.reads | site.taken() | _mentioned(site))


def _mentioned(site: Site) -> set[str]:
    """The names of the file, and the strings that are one, as in ``__all__``."""
    tree = site.document.tree
    assert tree is not None
    found = {node.id for node in find(tree, ast.Name)}
    return found | {n.value for n in find(tree, ast.Constant) if isinstance(n.value, str)}


def _needless(site: Site, node: ast.Try, symbols: dict[str, str]) -> Finding:
    names = ", ".join(symbols)
    message = Text(
        f"Nothing uses {names}, which is looked for in two places of torch.",
        f"{names} 会在 torch 的两处查找，但没有被使用。",
    )
    fix = Fix(
        Text(f"Remove the import of {names}", f"删除 {names} 的导入"),
        "safe",
        (remove_statement(site.document, node),),
    )
    span = site.document.span(node.body[0])
    return Finding(
        "MP108", "warning", next(iter(symbols.values())), None, "certain", message, span, fix
    )


def _imported(body: list[ast.stmt]) -> dict[str, str]:
    """The symbols of torch by the names that a block imports; empty where it does more."""
    found: dict[str, str] = {}
    for statement in body:
        if not isinstance(statement, ast.ImportFrom) or statement.level or not statement.module:
            return {}
        if statement.module.partition(".")[0] not in PACKAGES:
            return {}
        for alias in statement.names:
            if alias.name == "*":
                return {}
            found[alias.asname or alias.name] = f"{statement.module}.{alias.name}"
    return found


def _serves(node: ast.Try, names: set[str]) -> bool:
    """Whether the only handler is that of a package that is absent, and makes all ``names``."""
    if len(node.handlers) != 1 or node.orelse or node.finalbody:
        return False
    handler = node.handlers[0]
    if not handles_absence(handler):
        return False
    if handler.name or not all(isinstance(statement, DEFINES) for statement in handler.body):
        return False
    if any(_is_of_torch(inner) for inner in walk(handler)):
        return False
    return names <= {name for statement in handler.body for name in _made(statement)}


def _instead_of_kernels(site: Site, node: ast.Try) -> list[str]:
    """What the handler makes in the place of a package of kernels; empty where more is needed."""
    if not fails_without_torch(node) or node.orelse or node.finalbody or node.handlers[0].name:
        return []
    made = dict.fromkeys(name for statement in node.handlers[0].body for name in _made(statement))
    tried = {name for statement in node.body for name in _made(statement)}
    inside = {inner for statement in node.body for inner in walk(statement)}
    assert site.document.tree is not None
    read = {name.id for name in find(site.document.tree, ast.Name) if name not in inside}
    return list(made) if tried & (read | site.taken()) <= made.keys() else []


def _replaced(site: Site, node: ast.Try) -> dict[str, str]:
    """What is tried of torch and used here, where MindSpore has all of it: the ``except`` is for
    older versions.

    That is what runs in torch; what the handler makes may compute something else.
    """
    tried = _imported(node.body)
    match node.body:
        case [ast.Assign([ast.Name(name)], value)]:
            symbols = {use.node: use.symbol for use in site.bindings.uses}
            tried = {name: symbols.get(value, "")} if value in symbols else {}
    if not tried or not _serves(node, set(tried)):
        return {}
    assert site.document.tree is not None
    if optional_writer(site.document.tree, node) is not None:
        return {}
    if not tried.keys() <= site.bindings.reads:
        return {}
    return tried if all(_has_equivalent(site, symbol) for symbol in tried.values()) else {}


def _has_equivalent(site: Site, symbol: str) -> bool:
    entry = site.store.entry(symbol)
    return symbol in MIXED or (entry is not None and bool(site.candidates(entry)))


def _without_handler(site: Site, node: ast.Try) -> Fix | None:
    """The block that is tried alone; None where a header shares its line with a statement."""
    document, handler = site.document, node.handlers[0]
    top, start = node.lineno - 1, node.body[0].lineno - 1
    end = (node.body[-1].end_lineno or start + 1) - 1
    last = (node.end_lineno or node.lineno) - 1
    headers = document.line_text(top).split("#")[0].strip() == "try:" and start > top
    if not headers or handler.lineno - 1 <= end or ";" in document.line_text(last):
        return None
    depth = indentation(document, start) - indentation(document, top)
    starts = document.line_starts
    behind = starts[last + 1] if last + 1 < len(starts) else len(document.text)
    gone = (Span(starts[top], starts[start]), Span(starts[end + 1], behind))
    edits = (
        *(Edit(span, ()) for span in gone),
        *dedented(document, node, range(start, end + 1), depth),
    )
    return Fix(KEPT, "safe", edits, rearranges=True)


def _is_of_torch(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] in PACKAGES for alias in node.names)
    module = node.module if isinstance(node, ast.ImportFrom) and not node.level else None
    return (module or "").partition(".")[0] in PACKAGES


def _made(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in statement.names)
    else:
        targets = [n for n in walk(statement) if isinstance(n, ast.Name)]
        yield from (target.id for target in targets if isinstance(target.ctx, ast.Store))


def _fix(site: Site, node: ast.Try) -> Fix | None:
    """The handler's block alone; None where a header shares its line with a statement."""
    document, handler = site.document, node.handlers[0]
    first, last = handler.body[0], handler.body[-1]
    top = node.lineno - 1
    start = min(item.lineno for item in (first, *getattr(first, "decorator_list", ()))) - 1
    header = handler.lineno - 1
    if handler.type is not None:
        header = (handler.type.end_lineno or handler.lineno) - 1
    end = (last.end_lineno or last.lineno) - 1
    if not document.line_text(header).split("#")[0].rstrip().endswith(":"):
        return None
    if start <= header or document.line_text(top).split("#")[0].strip() != "try:":
        return None
    if ";" in document.line_text(end):
        return None
    while not document.line_text(header + 1).strip():
        header += 1
    depth = indentation(document, start) - indentation(document, top)
    gone = Span(document.line_starts[top], document.line_starts[header + 1])
    edits = (Edit(gone, ()), *dedented(document, node, range(header + 1, end + 1), depth))
    return Fix(TITLE, "safe", edits)
