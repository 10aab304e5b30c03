"""Code lenses at the top of a file and at its ``__main__`` guard: run it, fix it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport.document import Document
from mindport.fixes.apply import fixable
from mindport.lsp.analyst import Analyst
from mindport.lsp.documents import OpenDocument
from mindport.lsp.run import device_of
from mindport.lsp.session import Session
from mindport.lsp.views import View
from mindport.texts import Text

RUN = "mindport.run"
FIX_ALL = "mindport.fixAll"


def lenses(opened: OpenDocument, view: View) -> list[types.CodeLens]:
    """The lenses in a view of a document that uses torch; none where the settings want none.

    A notebook has them in its first cell, and at the guard.
    """
    report, settings = opened.report, opened.settings
    if report is None or not report.uses or not settings.settings.code_lens:
        return []
    language = settings.config.language
    device = device_of(settings)
    run = Text(f"Run on MindSpore ({device})", f"在 MindSpore 上运行（{device}）")(language)
    commands = [types.Command(run, RUN, arguments=[opened.uri])]
    safe = sum(fixable(finding, unsafe=False) for finding in report.findings)
    if safe:
        fix = Text(f"Fix all safe ({safe})", f"应用全部安全修复（{safe}）")(language)
        commands.append(types.Command(fix, FIX_ALL, arguments=[opened.uri]))
    return [
        types.CodeLens(_line(line - view.first), command=command)
        for line in dict.fromkeys((opened.views[0].first, *_guards(opened.document)))
        for command in commands
        if 0 <= line - view.first < len(view.text.line_starts)
    ]


def _guards(document: Document) -> Iterator[int]:
    """Indexes of the lines of ``if __name__ == "__main__":``."""
    for statement in document.tree.body if document.tree is not None else ():
        if isinstance(statement, ast.If) and isinstance(statement.test, ast.Compare):
            sides = [statement.test.left, *statement.test.comparators]
            if any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides):
                yield statement.lineno - 1


def _line(line: int) -> types.Range:
    return types.Range(types.Position(line, 0), types.Position(line, 0))


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    async def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        found = await analyst.view(params.text_document.uri)
        return lenses(*found) if found is not None and found[0].problem is None else []
