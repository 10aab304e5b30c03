"""Imports of torch that nothing uses any more (MP108), or only other files (MP112)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text


def _lent(name: str) -> Text:
    return Text(
        f"Other files take {name} from this import; it can go when they import it themselves.",
        f"其他文件经由此处取得 {name}；待它们自行导入之后，才能删除此导入。",
    )


def import_findings(site: Site) -> Iterator[Finding]:
    """One finding for each import of torch whose name the file does not use."""
    if Path(site.document.path).name == "__init__.py":
        return
    for item in site.bindings.imports:
        if item.bound == "*" or _is_used(site, item.bound) or _is_guarded(site, item.statement):
            continue
        if item.scope == "module" and item.bound in site.taken():
            span = site.document.span(item.alias)
            yield Finding("MP112", "warning", item.symbol, None, "certain", _lent(item.bound), span)
            continue
        fix = Fix(
            Text(f"Remove the import of {item.bound}", f"删除 {item.bound} 的导入"),
            "safe",
            tuple(_removal(site, item.statement, item.alias)),
        )
        message = Text(
            f"Nothing uses the import of {item.symbol}.", f"{item.symbol} 的导入没有被使用。"
        )
        span = site.document.span(item.alias)
        yield Finding("MP108", "warning", item.symbol, None, "certain", message, span, fix)


def _is_guarded(site: Site, statement: ast.stmt) -> bool:
    """Whether the import stands in a ``try``: others may rely on what it tries."""
    assert site.document.tree is not None
    return any(
        statement in block
        for node in find(site.document.tree, ast.Try)
        for block in (node.body, node.orelse, *(handler.body for handler in node.handlers))
    )


def _is_used(site: Site, name: str) -> bool:
    """Whether the file reads ``name``, binds it otherwise too, or mentions it in a string."""
    if name in site.bindings.reads:
        return True
    assert site.document.tree is not None
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(node.id == name for node in find(site.document.tree, ast.Name)) or any(
        isinstance(node.value, str) and word.search(node.value)
        for node in find(site.document.tree, ast.Constant)
    )


def alias_removals(
    document: Document, statement: ast.Import | ast.ImportFrom, gone: Collection[ast.alias]
) -> list[Edit]:
    """Takes some of a statement's names out of it, with their commas; not all of them."""
    spans = [document.span(alias) for alias in statement.names]
    edits = []
    kept_before = False
    for index, alias in enumerate(statement.names):
        if alias not in gone:
            kept_before = True
        elif kept_before:
            edits.append(Edit(Span(spans[index - 1].end, spans[index].end), ()))
        else:
            edits.append(Edit(Span(spans[index].start, spans[index + 1].start), ()))
    return edits


def _removal(site: Site, statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> list[Edit]:
    if len(statement.names) == 1:
        return [remove_statement(site.document, statement)]
    return alias_removals(site.document, statement, [alias])
