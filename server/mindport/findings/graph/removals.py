"""Statements that graph mode refuses and compiled code can do without: ``del`` of names, ``try`` with
nothing to try, what only keeps a value for the next call, blocks of ``nullcontext()``; and sets that a
value is looked up in."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise

from mindport.document import Span
from mindport.findings.blocks import dedented
from mindport.findings.dropped import remove_statement
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import method_call
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import attribute_of_self, kept, names_bound, walk
from mindport.report import Edit, Fix
from mindport.symbols.assignments import assigned
from mindport.texts import Text

REMOVE = Text("Remove it", "删除")
TUPLE = Text("Look it up in a tuple", "改为在元组中查找")
BLOCK = Text("Remove the context, which does nothing", "去掉不起作用的上下文")


def without_del(site: Site, function: Function, node: ast.Delete) -> Fix | None:
    """Names of the function itself are gone when it ends."""
    if not all(isinstance(target, ast.Name) for target in node.targets):
        return None
    if any(isinstance(one, ast.Global | ast.Nonlocal) for one in function.nodes):
        return None
    return Fix(REMOVE, "safe", (remove_statement(site.document, node),))


def without_try(site: Site, node: ast.Try) -> Fix | None:
    """One whose body is ``pass``, where ``flatten_parameters()`` was: nothing can fail."""
    is_empty = all(isinstance(one, ast.Pass) for one in node.body)
    if not is_empty or node.orelse or node.finalbody:
        return None
    return Fix(REMOVE, "safe", (remove_statement(site.document, node),))


def tuple_for_set(site: Site, function: Function, node: ast.Set) -> Fix | None:
    """``x in (2, 3)`` for ``x in {2, 3}``."""
    document = site.document
    for test in function.nodes:
        if not isinstance(test, ast.Compare) or node not in test.comparators:
            continue
        is_asked = isinstance(test.ops[test.comparators.index(node)], ast.In | ast.NotIn)
        if not is_asked or any(isinstance(one, ast.Starred) for one in node.elts):
            return None
        span, last = document.span(node), document.span(node.elts[-1])
        behind = document.text[last.end : span.end - 1]
        comma = "," if len(node.elts) == 1 and "," not in behind else ""
        edits = [Edit(Span(span.start, span.start + 1), ("(",))]
        edits.append(Edit(Span(span.end - 1, span.end), (f"{comma})",)))
        return Fix(TUPLE, "safe", tuple(edits))
    return None


def without_cache(site: Site, function: Function, node: ast.Call) -> Fix | None:
    """A buffer that is set to what the method then returns, and that the method alone reads: each call
    computes it again."""
    called = method_call(node)
    owner = None if function.owner is None else function.owner.node
    if called is None or called[1] != "register_buffer" or getattr(called[0], "id", "") != "self":
        return None
    if owner is None or len(node.args) != 2 or not isinstance(node.args[0], ast.Constant):
        return None
    name, value = node.args[0].value, node.args[1]
    statement, behind = _with_next(function.node.body, node)
    returned = behind.value if isinstance(behind, ast.Return) else None
    if statement is None or not isinstance(value, ast.Name):
        return None
    if not isinstance(returned, ast.Name) or returned.id != value.id or not _is_passing(node):
        return None
    inside = set(walk(function.node))
    read = [one for one in walk(owner) if attribute_of_self(one) == name and one not in inside]
    begins = [one for one in kept(owner, _registered) if one.args and one is not node]
    begins = [one for one in begins if getattr(one.args[0], "value", None) == name]
    if read or not all(_is_none(one.args[1]) for one in begins if len(one.args) > 1):
        return None
    return Fix(REMOVE, "safe", (remove_statement(site.document, statement),))


def _with_next(body: Sequence[ast.stmt], node: ast.Call) -> tuple[ast.stmt | None, ast.stmt | None]:
    for statement, behind in pairwise(body):
        if isinstance(statement, ast.Expr) and statement.value is node:
            return statement, behind
    return None, None


def _is_passing(node: ast.Call) -> bool:
    """Whether the buffer is in no checkpoint."""
    given = {one.arg: one.value for one in node.keywords}
    flag = given.get("persistent")
    return isinstance(flag, ast.Constant) and flag.value is False and len(given) == 1


def _registered(owner: ast.ClassDef) -> list[ast.Call]:
    return [
        node
        for node in walk(owner)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "register_buffer"
    ]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def without_context(site: Site, code: Compiled, node: ast.With | ast.AsyncWith) -> Fix | None:
    """The block of ``with nullcontext():`` by itself, or of a name that stands for nothing else."""
    document = site.document
    for item in node.items:
        if item.optional_vars is not None or not _does_nothing(site, code, item.context_expr):
            return None
    top = document.line_of(document.span(node).start)
    first = document.line_of(document.span(node.items[-1].context_expr).end) + 1
    last = node.body[-1].end_lineno or 0
    behind = document.text[document.span(node).end :].partition("\n")[0]
    if document.line_of(start_of(document, node.body[0])) < first or behind.lstrip()[:1] == ";":
        return None
    starts = document.line_starts
    depth = node.body[0].col_offset - node.col_offset
    gone = Edit(Span(starts[top], starts[first]), ("",))
    if "#" in document.text[gone.span.start : gone.span.end]:
        return None
    lines = range(first, last)
    return Fix(BLOCK, "safe", (gone, *dedented(document, node, lines, depth)))


def _does_nothing(site: Site, code: Compiled, context: ast.expr) -> bool:
    tree = site.document.tree
    if isinstance(context, ast.Name) and tree is not None:
        values = assigned(context.id, tree) or ()
        bound = sum(name == context.id for name in names_bound(tree))
        makes = all(isinstance(one, ast.Call) and _does_nothing(site, code, one) for one in values)
        return makes and bound == len(values) > 0
    if not isinstance(context, ast.Call) or context.args or context.keywords:
        return False
    return code.dotted(context.func) == "contextlib.nullcontext"
