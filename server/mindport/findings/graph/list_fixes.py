"""Forms in which graph mode keeps the gradients of a list's items: a new list for ``insert``,
``pop`` and ``reverse``, and ``+=`` for ``extend``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import method_call
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of, unit_of
from mindport.nodes import name_of, walk
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Build a new list", "构造新列表")
ADDED = Text("Write +=", "改写为 +=")
LOOPED = Text("Append in a loop", "改为在循环中 append")
SHARED = Text(
    "Another name of the list would keep the old one.", "若该列表另有名称，其内容不会随之改变。"
)
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)
READS = ("append", "pop", "insert", "extend", "reverse")
# Functions that keep no list that they are given.
TAKES = ("len", "zip", "enumerate", "list", "tuple", "sum", "stack", "cat", "concat")


def list_fix(site: Site, function: Function, node: ast.Call) -> Fix | None:
    """``items = [x] + items`` for ``items.insert(0, x)``; for ``items.pop()`` the last item, and the
    rest of the list in a statement behind."""
    called = method_call(node)
    if called is None or not isinstance(called[0], ast.Name) or node.keywords:
        return None
    name = called[0].id
    statement = next((one for one in function.nodes if _holds(one, node)), None)
    if not isinstance(statement, ast.stmt) or _is_read_inside(function, name):
        return None
    edits: tuple[Edit, ...] | None = None
    alone = isinstance(statement, ast.Expr) and statement.value is node
    if called[1] == "insert" and alone:
        edits = _put_first(site, name, node)
    elif called[1] == "reverse" and alone and not node.args:
        edits = (Edit(site.document.span(node), (f"{name} = {name}[::-1]",)),)
    elif called[1] == "extend" and alone and len(node.args) == 1:
        if isinstance(node.args[0], ast.GeneratorExp) and _reads(node.args[0], name):
            edits = _looped(site, function, name, statement, node.args[0])
            return None if edits is None else Fix(LOOPED, "safe", edits)
        return Fix(ADDED, "safe", (_added(site, name, node),))
    elif called[1] == "pop":
        edits = _taken(site, name, statement, node)
    if edits is None:
        return None
    if has_one_name(function, name):
        return Fix(TITLE, "safe", edits)
    return Fix(TITLE, "unsafe", edits, SHARED)


def _holds(statement: ast.AST, node: ast.Call) -> bool:
    return isinstance(statement, SIMPLE) and node in walk(statement)


def _is_read_inside(function: Function, name: str) -> bool:
    """Whether a function inside this one has the list, too."""
    return any(
        isinstance(inner, ast.Name) and inner.id == name
        for one in function.nodes
        if isinstance(one, Definition | ast.Lambda)
        for inner in walk(one)
    )


def _put_first(site: Site, name: str, node: ast.Call) -> tuple[Edit, ...] | None:
    if len(node.args) != 2 or not _is_number(node.args[0], 0):
        return None
    document = site.document
    return (Edit(document.span(node), (f"{name} = [", document.span(node.args[1]), f"] + {name}")),)


def _added(site: Site, name: str, node: ast.Call) -> Edit:
    """``items += [x, y]``, ``items += list(others)``; graph mode adds no tuple to a list."""
    given = site.document.span(node.args[0])
    is_list = isinstance(node.args[0], ast.List | ast.ListComp)
    pieces = (given,) if is_list else ("list(", given, ")")
    return Edit(site.document.span(node), (f"{name} += ", *pieces))


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in walk(node))


def _looped(
    site: Site, function: Function, name: str, statement: ast.stmt, given: ast.GeneratorExp
) -> tuple[Edit, ...] | None:
    """``for m in layers: items.append(m(items[-1]))`` for ``items.extend(m(items[-1]) for m in layers)``:
    each item is computed of the list that the ones before were added to."""
    if len(given.generators) != 1 or given.generators[0].ifs or given.generators[0].is_async:
        return None
    loop = given.generators[0]
    bound = {one.id for one in walk(loop.target) if isinstance(one, ast.Name)}
    inside = set(walk(given))
    if any(isinstance(n, ast.Name) and n.id in bound and n not in inside for n in function.nodes):
        return None
    document = site.document
    start = start_of(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip():
        return None
    return (
        Edit(
            document.span(statement),
            (
                "for ", document.span(loop.target), " in ", document.span(loop.iter), ":",
                f"{document.newline}{blanks}{unit_of(document)}{name}.append(", document.span(given.elt), ")",
            ),
        ),
    )  # fmt: skip


def _taken(site: Site, name: str, statement: ast.stmt, node: ast.Call) -> tuple[Edit, ...] | None:
    """The item in the call's place, and the rest of the list behind the statement."""
    if not node.args:
        item, rest = "[-1]", "[:-1]"
    elif len(node.args) == 1 and _is_number(node.args[0], 0):
        item, rest = "[0]", "[1:]"
    else:
        return None
    document = site.document
    if isinstance(statement, ast.Expr) and statement.value is node:
        return (Edit(document.span(node), (f"{name} = {name}{rest}",)),)
    named = [one for one in walk(statement) if isinstance(one, ast.Name) and one.id == name]
    start, behind = start_of(document, statement), line_behind(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    tail = document.text[document.span(statement).end : behind].strip()
    alone = not blanks.strip() and tail[:1] in ("", "#") and document.text[:behind].endswith("\n")
    if not alone or len(named) != 1 or _is_repeated(statement, node):
        return None
    line = f"{blanks}{name} = {name}{rest}{document.newline}"
    return (
        Edit(document.span(node), (f"{name}{item}",)),
        Edit(Span(behind, behind), (line,)),
    )


def _is_repeated(statement: ast.stmt, node: ast.Call) -> bool:
    """Whether it may be evaluated more than once, or not at all."""
    perhaps = (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.IfExp, ast.BoolOp, ast.Lambda)
    return any(isinstance(one, perhaps) and node in walk(one) for one in walk(statement))


def has_one_name(function: Function, name: str) -> bool:
    """Whether nothing but methods, items, loops and results has the list."""
    fine: set[ast.AST] = set()
    for node in function.nodes:
        fine.update(_receivers(node))
    return all(
        node in fine
        for node in function.nodes
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    )


def _receivers(node: ast.AST) -> Iterator[ast.AST]:
    called = method_call(node)
    if called is not None and called[1] in READS:
        yield called[0]
    elif isinstance(node, ast.Subscript):
        yield node.value
    elif isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, ast.Return) and node.value is not None:
        yield node.value
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from (node.left, node.right)
    elif isinstance(node, ast.Call) and name_of(node.func) in TAKES:
        yield from node.args


def _is_number(node: ast.expr, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number
