"""Imports of torch whose name is given another value as well: ``from torch import relu``, ``relu = act``.

What such a name stands for where it is read is not seen, so that the import stays (MP103).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Finding
from mindport.symbols.uses import Import
from mindport.texts import Text


def rebound_import_findings(site: Site) -> Iterator[Finding]:
    """One finding for each name that torch's symbol shares with something else where it is read."""
    tree = site.document.tree
    if tree is None:
        return
    known = {use.node for use in site.bindings.uses}
    for item in site.bindings.imports:
        if not isinstance(item.statement, ast.ImportFrom) or item.scope == "class":
            continue
        if site.api.kind(item.symbol) not in ("function", "class"):
            continue
        scope = function_around(tree, item.statement) or tree
        names = [n for n in find(scope, ast.Name) if n.id == item.bound]
        own = [n for n in names if function_around(tree, n) in (scope, None)]
        stores = [n for n in own if isinstance(n.ctx, ast.Store)]
        reads = [n for n in names if isinstance(n.ctx, ast.Load)]
        lines = [store.lineno for store in stores] or list(_chosen(scope, item))
        if not lines or all(read in known for read in reads):
            continue
        if not _is_tried(tree, item):
            told = _told(item.bound, min(lines))
            span = site.document.span(item.alias)
            yield Finding("MP103", "error", item.symbol, None, "certain", told, span)


def _told(name: str, line: int) -> Text:
    return Text(
        f"Line {line} gives {name} another value, so that what it stands for where it is read is not "
        "seen, and this import stays. Give one of them a name of its own.",
        f"第 {line} 行为 {name} 赋了其他值，读取处无法确定其含义，因此保留此导入。请为其中之一另取名称。",
    )


def _chosen(scope: ast.AST, item: Import) -> Iterator[int]:
    """Where the other branch of an ``if`` imports the name from another package."""
    for test in find(scope, ast.If):
        for branch, other in ((test.body, test.orelse), (test.orelse, test.body)):
            if item.statement in branch:
                yield from (
                    statement.lineno
                    for statement in other
                    if isinstance(statement, ast.Import | ast.ImportFrom)
                    and any((a.asname or a.name) == item.bound for a in statement.names)
                )


def _is_tried(tree: ast.Module, item: Import) -> bool:
    """Whether the import stands in a ``try``, and the other value is for where it fails."""
    return any(item.statement in statement.body for statement in find(tree, ast.Try))
