"""Names of the module that compiled code reads and that are never bound, or only where an import
succeeds (MP402).

The graph compiler looks up every name of a function when it reads it, those of branches that are not
taken, too; only branches that it decides at once are left out.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.graph.unbound import is_asked_at_once
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of
from mindport.nodes import find, names_bound, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

UNDEFINED = Text(
    "Nothing binds {0}: the graph compiler looks up the names of branches that are not taken, too, "
    "and refuses the function. Import or define it.",
    "{0} 未在任何处定义：静态图编译器也会查找未执行分支中的名称，因此拒绝编译该函数。请导入或定义它。",
)
PERHAPS = Text(
    "{0} is bound only where its import succeeds: the graph compiler looks up the names of branches "
    "that are not taken, too. Bind it to None where the import fails.",
    "{0} 仅在导入成功时才有定义：静态图编译器也会查找未执行分支中的名称。请在导入失败时将其赋值为 None。",
)
BIND = Text("Bind {0} to None where the import fails", "导入失败时将 {0} 赋值为 None")
ALWAYS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__", "__class__", "__package__"}


def undefined_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a name and function, at the first place that reads it."""
    tree = site.document.tree
    if tree is None or any(a.name == "*" for n in find(tree, ast.ImportFrom) for a in n.names):
        return
    bound = set(names_bound(tree))
    perhaps = dict(_of_imports_that_may_fail(tree))
    for function in code.functions:
        left_out = set(_decided_at_once(function))
        for scope in scopes(function):
            told_here: set[str] = set()
            for node in scope.nodes:
                name = node.id if isinstance(node, ast.Name) else ""
                if name not in scope.free or name in ALWAYS or name in told_here:
                    continue
                if node in left_out or not isinstance(getattr(node, "ctx", None), ast.Load):
                    continue
                if name not in bound:
                    told_here.add(name)
                    yield told(site, "MP402", node, filled(UNDEFINED, name))
                elif name in perhaps:
                    told_here.add(name)
                    fix = _bind(site, name, perhaps[name])
                    yield told(site, "MP402", node, filled(PERHAPS, name), fix)


def _of_imports_that_may_fail(tree: ast.Module) -> Iterator[tuple[str, ast.ExceptHandler]]:
    """Names that a ``try`` of the module alone imports, and the handler that goes on without."""
    for statement in tree.body:
        if not isinstance(statement, ast.Try):
            continue
        others = [other for other in tree.body if other is not statement]
        elsewhere = {name for other in others for name in _bound_by(other)}
        for handler in statement.handlers:
            goes_on = not any(isinstance(n, ast.Raise) for n in walk(handler))
            there = {name for one in handler.body for name in _bound_by(one)}
            for one in statement.body if goes_on else ():
                if isinstance(one, ast.Import | ast.ImportFrom):
                    missing = set(names_bound(one)) - there - elsewhere
                    yield from ((name, handler) for name in missing)


def _bound_by(statement: ast.stmt) -> set[str]:
    """The names of the module that a statement of it binds."""
    if isinstance(statement, Definition | ast.ClassDef):
        declared = {name for n in find(statement, ast.Global) for name in n.names}
        return {statement.name} | declared
    return set(names_bound(statement))


def _decided_at_once(function: Function) -> Iterator[ast.AST]:
    """All that stands in branches of which the compiler reads the one that is taken."""
    for node in function.nodes:
        if isinstance(node, ast.If) and is_asked_at_once(node.test, function.owner):
            yield from (inner for s in (*node.body, *node.orelse) for inner in walk(s))


def _bind(site: Site, name: str, handler: ast.ExceptHandler) -> Fix | None:
    """``name = None`` below the handler's last statement; none where other files take the name."""
    document, last = site.document, handler.body[-1]
    start, behind = start_of(document, last), line_behind(document, last)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip() or not document.text[:behind].endswith("\n") or name in site.shared():
        return None
    edit = Edit(Span(behind, behind), (f"{blanks}{name} = None{document.newline}",))
    return Fix(filled(BIND, name), "safe", (edit,))
