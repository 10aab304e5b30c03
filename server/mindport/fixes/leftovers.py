"""What fixes left without a purpose: ``if device == "cuda": pass``, a ``device`` that nothing reads.

Branches and loops go away where nothing is called to decide about them, names where nothing is
called to make them, imports of MindSpore where an earlier fix brought them; the author's own
``pass``, unread names and imports stay. ``if on_gpu: return x.cuda()`` and ``else: return x`` have
become the same, and one of them stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement, whole_lines
from mindport.findings.imports import alias_removals
from mindport.findings.training.liveness import free_names, live_after
from mindport.findings.training.names import bound_names
from mindport.fixes.fillings import filled_calls, fillings
from mindport.nodes import find, name_of
from mindport.report import Edit, Fix
from mindport.texts import Text

Import = ast.Import | ast.ImportFrom
TITLE = Text("Remove what does nothing", "移除不起作用的语句")
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)  # what a helper may be
BLOCKS = ("body", "orelse", "finalbody")
WORD, SPACE = re.compile(r"[^\W\d]\w*"), re.compile(r"\s")
DEVICES = ("cpu", "cuda", "mps", "npu", "xpu")
TELLING = frozenset({"get_current_device", "str", "next", "get_parameters"})
MADE_OF = (ast.IfExp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.JoinedStr, ast.FormattedValue)


@dataclass(frozen=True)
class Own:
    """What had no purpose, or had one, before there were fixes.

    Attributes:
        idle: the branches and loops of the author's own text that do nothing, or the same either way.
        read: the names that the author's text reads.
        imported: the names that the author's text imports.
        defined: the functions and classes of the author's text.
        reserved: the names of the module that other files take.
        filled: the author's calls that fill what another call makes.
    """

    idle: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()
    imported: frozenset[str] = frozenset()
    defined: frozenset[str] = frozenset()
    reserved: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()


def own_leftovers(document: Document, reserved: frozenset[str] = frozenset()) -> Own:
    """What a document has of its own; ``reserved`` are the names that other files take from it."""
    if document.tree is None:
        return Own()
    branches, loops = find(document.tree, ast.If), find(document.tree, ast.For)
    idle = {ast.unparse(node) for node in (*branches, *loops) if _is_idle(node)}
    idle |= {_without(node) for node in branches if _has_idle_else(node)}
    idle |= {
        _same_either_way(block, at) for block in _blocks(document.tree) for at in range(len(block))
    }
    idle |= {ast.unparse(node) for node in find(document.tree, ast.IfExp) if _has_one_value(node)}
    imported = {f"{module} {alias.name}" for _, module, alias in _imports(document.tree)}
    read, defined = _names_read(document.tree), _names_defined(document.tree)
    filled = filled_calls(document.tree)
    return Own(frozenset(idle), read, frozenset(imported), defined, reserved, filled)


def leftover_fixes(document: Document, own: Own) -> list[Fix]:
    """The removal of each branch and loop that does nothing, and of each name that is read no more,
    and one call for two that fill a tensor, as far as they are not the author's own."""
    if document.tree is None:
        return []
    read = _names_read(document.tree)
    helpers = [
        n for n in document.tree.body if isinstance(n, DEFINITIONS) and n.name not in own.defined
    ]
    theirs = [n for n in document.tree.body if n not in helpers]
    unread = own.read - _names_read(ast.Module(theirs, [])) - _names_taken(helpers)
    edits = list(_removals(document, document.tree, own.idle))
    edits += _decided(document, document.tree, own.idle)
    edits += _unread(document, document.tree, unread - own.reserved, unread)
    edits += _brought(document, document.tree, own, read | own.reserved)
    edits += fillings(document, document.tree, own.filled)
    return [Fix(TITLE, "safe", (edit,)) for edit in edits]


def _brought(
    document: Document, tree: ast.Module, own: Own, needed: frozenset[str]
) -> Iterator[Edit]:
    """The removal of imports of MindSpore that are not the author's and that nothing reads."""
    gone: dict[Import, list[ast.alias]] = {}
    for statement, module, alias in _imports(tree):
        is_ours = module.partition(".")[0] == "mindspore"
        if is_ours and f"{module} {alias.name}" not in own.imported:
            bound = alias.asname or alias.name.partition(".")[0]
            if bound not in needed:
                gone.setdefault(statement, []).append(alias)
    for statement, aliases in gone.items():
        if len(aliases) == len(statement.names):
            yield remove_statement(document, statement)
        else:
            yield from alias_removals(document, statement, aliases)


def _imports(tree: ast.Module) -> Iterator[tuple[Import, str, ast.alias]]:
    """Each name that the module's own statements import, with the module that it comes from."""
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                yield statement, alias.name, alias
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            for alias in statement.names:
                yield statement, statement.module or "", alias


def _names_defined(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.name for node in tree.body if isinstance(node, DEFINITIONS))


def _names_read(tree: ast.Module) -> frozenset[str]:
    """Every name that is read, deleted, shared between scopes or told in a string without spaces."""
    read = {n.id for n in find(tree, ast.Name) if not isinstance(n.ctx, ast.Store)}
    read.update(name for shared in find(tree, ast.Global) for name in shared.names)
    read.update(name for shared in find(tree, ast.Nonlocal) for name in shared.names)
    texts = (n.value for n in find(tree, ast.Constant) if isinstance(n.value, str))
    told = (WORD.findall(text) for text in texts if not SPACE.search(text))
    return frozenset(read.union(*told))


def _names_taken(helpers: Sequence[ast.stmt]) -> frozenset[str]:
    """The module's names that functions take which fixes wrote, ``forward_fn`` among them."""
    functions = (one for helper in helpers for one in (helper, *getattr(helper, "body", ())))
    written = (free_names(one) for one in functions if isinstance(one, ast.FunctionDef))
    return frozenset[str]().union(*written)


def _unread(
    document: Document, node: ast.AST, names: frozenset[str], inner: frozenset[str]
) -> Iterator[Edit]:
    """The removal of what ``names`` are made by, and ``inner`` in functions."""
    if isinstance(node, ast.ClassDef):
        names = frozenset()
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        names = inner
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assign) and len(child.targets) == 1:
            target = child.targets[0]
            is_unread = isinstance(target, ast.Name) and target.id in names
            if is_unread and _is_quiet(child.value) and _tells_device(child.value):
                yield remove_statement(document, child)
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _unread(document, child, names, inner)


def _tells_device(node: ast.expr) -> bool:
    """Whether a value says where something is computed."""
    texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
    names = {name_of(inner) for inner in ast.walk(node)}
    told = any(isinstance(text, str) and text.startswith(DEVICES) for text in texts)
    return told or not names.isdisjoint({"get_current_device", "device"})


def _is_quiet(node: ast.expr) -> bool:
    """Whether a value is made of names and constants, and of what tells the device, alone."""
    if isinstance(node, ast.Call):
        told = name_of(node.func) in TELLING and not node.keywords
        return told and all(map(_is_quiet, (*node.args, node.func)))
    if isinstance(node, ast.Attribute):
        return _is_quiet(node.value)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and _is_quiet(node.value)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and _is_quiet(node.left) and _is_quiet(node.right)
    if isinstance(node, MADE_OF):
        values = (n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr))
        return all(map(_is_quiet, values))
    return isinstance(node, ast.Name | ast.Constant)


def _removals(
    document: Document, node: ast.AST, own: frozenset[str], scope: Sequence[ast.stmt] = ()
) -> Iterator[Edit]:
    """The removal of what does nothing in ``node``, a part of the function or module of ``scope``."""
    if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
        scope = node.body
    for name in BLOCKS:
        block = getattr(node, name, None)
        if not isinstance(block, list):
            continue
        if name == "orelse" and _has_idle_else(node) and _without(node) not in own:
            span = _with_else(document, node, block)
            if span is not None:
                yield Edit(span, ())
                continue
        for index, statement in enumerate(block):
            idle = _is_idle(statement) and ast.unparse(statement) not in own
            bound = bound_names(statement) if idle else set()
            if idle and not (bound and bound & live_after(scope, block, index, ())):
                yield remove_statement(document, statement)
            else:
                yield from _removals(document, statement, own, scope)
    for other in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _removals(document, other, own, scope)


def _decided(document: Document, tree: ast.Module, own: frozenset[str]) -> Iterator[Edit]:
    """What stands in both branches, in the place of the two."""
    for block in _blocks(tree):
        for at, statement in enumerate(block):
            told = _same_either_way(block, at)
            if not told or told in own or not isinstance(statement, ast.If) or _is_idle(statement):
                continue
            if not statement.orelse:
                yield remove_statement(document, statement)
            elif not document.text.startswith("elif", document.span(statement).start):
                yield from _without_test(document, statement)
    for value in find(tree, ast.IfExp):
        if _has_one_value(value) and ast.unparse(value) not in own:
            yield Edit(document.span(value), (document.span(value.body),))


def _blocks(tree: ast.Module) -> Iterator[Sequence[ast.stmt]]:
    for node in ast.walk(tree):
        blocks = (getattr(node, name, None) for name in BLOCKS)
        yield from (block for block in blocks if isinstance(block, list))


def _same_either_way(block: Sequence[ast.stmt], at: int) -> str:
    """What tells an ``if`` whose branches are the same; without an ``else`` it returns what the next
    statement returns. Empty for others."""
    node = block[at]
    if not isinstance(node, ast.If) or not _is_plain(node.test):
        return ""
    returns = isinstance(node.body[-1], ast.Return)
    others = node.orelse or (block[at + 1 : at + 2] if returns else [])
    pairs = list(zip(node.body, others, strict=False))
    same = len(node.body) == len(others) and all(_are_same(*pair) for pair in pairs)
    return f"{ast.unparse(node.test)} before {ast.unparse(node.body[0])}" if same else ""


def _has_one_value(node: ast.IfExp) -> bool:
    return _is_plain(node.test) and _are_same(node.body, node.orelse)


def _are_same(one: ast.AST, other: ast.AST) -> bool:
    return type(one) is type(other) and ast.unparse(one) == ast.unparse(other)


def _without_test(document: Document, node: ast.If) -> Iterator[Edit]:
    """The statements of the first branch, each line further to the left; none where a comment would
    go, or a string that is spread over lines would change."""
    whole = document.span(node)
    span = Span(document.span(node.body[0]).start, document.span(node.body[-1]).end)
    text, around = document.text[span.start : span.end], document.text[whole.start : span.start]
    around += document.text[span.end : whole.end]
    depth = node.body[0].col_offset - node.col_offset
    first, *lines = text.splitlines(keepends=True)
    strings = [one for part in node.body for one in find(part, ast.Constant)]
    spread = any(one.lineno != one.end_lineno for one in strings)
    in_lines = node.body[0].lineno > node.lineno and not any(one[:depth].strip() for one in lines)
    if in_lines and not spread and "#" not in around:
        yield Edit(whole, ("".join([first, *(one[depth:] for one in lines)]),))


def _with_else(document: Document, node: ast.AST, block: Sequence[ast.stmt]) -> Span | None:
    """The lines of an ``else:`` and its block, or an ``elif``; None where more stands there."""
    assert isinstance(node, ast.If)
    first = document.span(block[0])
    if document.text.startswith("elif", first.start):
        return whole_lines(document, first)
    end = document.span(node.body[-1]).end
    between = document.text[end : first.start]
    if "".join(between.split()) != "else:" or not between.startswith(("\n", "\r")):
        return None
    whole = whole_lines(document, Span(first.start, document.span(block[-1]).end))
    return Span(end + len(between) - len(between.lstrip("\r\n")), whole.end)


def _has_idle_else(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and bool(node.orelse) and all(map(_does_nothing, node.orelse))


def _without(node: ast.AST) -> str:
    """What tells a branch whose ``else`` is idle from others."""
    return f"else of {ast.unparse(node.test)}" if isinstance(node, ast.If) else ""


def _is_idle(node: ast.AST) -> bool:
    return not isinstance(node, ast.Pass) and _does_nothing(node)


def _does_nothing(node: ast.AST) -> bool:
    """``pass``, and an ``if`` or ``for`` of nothing else that calls nothing to decide."""
    if isinstance(node, ast.If | ast.For):
        asked = node.test if isinstance(node, ast.If) else node.iter
        return _is_plain(asked) and all(map(_does_nothing, [*node.body, *node.orelse]))
    return isinstance(node, ast.Pass)


def _is_plain(node: ast.expr) -> bool:
    kinds = (ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
    calls = (call for call in ast.walk(node) if isinstance(call, ast.Call))
    called = any(name_of(call.func) != "get_current_device" for call in calls)
    return not called and not any(isinstance(inner, kinds) for inner in ast.walk(node))
