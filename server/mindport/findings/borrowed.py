"""Names of torch or MindSpore that come through another of the user's files (MP111)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.imports import alias_removals
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Borrowed
from mindport.texts import Text


def borrowed_findings(site: Site) -> Iterator[Finding]:
    """One finding for each import of one's own that brings torch, or what torch has become."""
    for statement in dict.fromkeys(item.statement for item in site.bindings.borrowed):
        mine = [item for item in site.bindings.borrowed if item.statement is statement]
        named = [item for item in mine if item.alias.name != "*"]
        wanted = named or [item for item in mine if _is_wanted(site, item.bound)]
        torch = [item for item in wanted if item.value.kind == "torch"]
        moved = [item for item in wanted if item.value.kind == "mindspore"]
        if torch:
            yield _of_torch(site, statement, torch)
        if moved:
            yield _of_mindspore(site, statement, moved)


def _is_wanted(site: Site, name: str) -> bool:
    return name in site.bindings.reads or name in site.taken()


def _of_torch(site: Site, statement: ast.ImportFrom, items: Sequence[Borrowed]) -> Finding:
    """The file gets its own import, so that each of the two can be moved without the other."""
    source = _source(statement)
    names = ", ".join(item.bound for item in items)
    message = Text(
        f"{names} of torch comes through {source}; once that file is moved it is gone, or "
        "MindSpore's. Import it from torch here.",
        f"torch 的 {names} 是经由 {source} 取得的；该文件迁移之后，它会消失或变成 MindSpore 的。"
        "请在此处直接从 torch 导入。",
    )
    title = Text(f"Import {names} from torch here", f"在此处从 torch 导入 {names}")
    edits = tuple(_own_imports(site.document, statement, items))
    span = site.document.span(items[0].alias)
    symbol = items[0].value.name
    return Finding(
        "MP111", "warning", symbol, None, "certain", message, span, Fix(title, "safe", edits)
    )


def _of_mindspore(site: Site, statement: ast.ImportFrom, items: Sequence[Borrowed]) -> Finding:
    """Whether the code here was written for torch's names or for MindSpore's cannot be seen."""
    source = _source(statement)
    names = ", ".join(item.bound for item in items)
    message = Text(
        f"{names} comes through {source} and is MindSpore's there. Code that was written for "
        f"torch's {names} runs with other defaults, or not at all; import here what is meant.",
        f"{names} 经由 {source} 取得，在那里已是 MindSpore 的。为 torch 的 {names} 编写的代码"
        "会以不同的默认参数运行，或无法运行；请在此处明确导入所需的模块。",
    )
    span = site.document.span(items[0].alias)
    symbol = items[0].value.name
    return Finding("MP111", "warning", symbol, symbol, "certain", message, span)


def _source(statement: ast.ImportFrom) -> str:
    return f"{'.' * statement.level}{statement.module or ''}"


def _own_imports(
    document: Document, statement: ast.ImportFrom, items: Sequence[Borrowed]
) -> Iterator[Edit]:
    """Takes what a statement names out of it, and imports it from torch behind it."""
    lines = [_import_line(item) for item in items]
    span = document.span(statement)
    line = document.line_starts[document.line_of(span.start)]
    before = document.text[line : span.start]
    joint = f"{document.newline}{before}" if not before.strip() else "; "
    gone = [item.alias for item in items if item.alias.name != "*"]
    if len(gone) == len(statement.names):
        yield Edit(span, (joint.join(lines),))
        return
    if gone:
        yield from alias_removals(document, statement, gone)
    yield Edit(Span(span.end, span.end), tuple(f"{joint}{line}" for line in lines))


def _import_line(item: Borrowed) -> str:
    module, _, name = item.value.name.rpartition(".")
    alias = "" if item.bound == name else f" as {item.bound}"
    if not module:
        return f"import {name}{alias}"
    if alias and name == "functional":
        return f"import {module}.{name}{alias}"
    return f"from {module} import {name}{alias}"
