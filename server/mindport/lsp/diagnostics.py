"""Diagnostics: pushed after each analysis, or given to a client that asks for them."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport.lsp import to_lsp
from mindport.lsp.analyst import Analyst
from mindport.lsp.documents import OpenDocument
from mindport.lsp.session import Session
from mindport.lsp.status import send_status
from mindport.lsp.views import View

IDENTIFIER = "mindport"


def publish(server: LanguageServer, session: Session, opened: OpenDocument) -> None:
    """Tell the client of a document whose report changed."""
    if not session.pulls:
        _push(server, session, opened)
    elif len(opened.views) > 1:
        ask_again(server, session)  # an edit of one cell may change what the others show
    send_status(server, opened)


def refresh(server: LanguageServer, session: Session, opened: OpenDocument) -> None:
    """Something other than an edit changed what there is to show."""
    opened.serial += 1
    if session.pulls:
        ask_again(server, session)
    else:
        _push(server, session, opened)


def ask_again(server: LanguageServer, session: Session) -> None:
    """Make a client that pulls pull."""
    if session.pulls and session.client.refreshes_diagnostics:
        server.workspace_diagnostic_refresh(None)


def clear(server: LanguageServer, uri: str) -> None:
    """Nothing is to be shown in a document any more."""
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _push(server: LanguageServer, session: Session, opened: OpenDocument) -> None:
    for view in opened.views:
        shown = _shown(session, opened, view)
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(view.uri, shown, view.version)
        )


def _shown(session: Session, opened: OpenDocument, view: View) -> list[types.Diagnostic]:
    language = opened.settings.config.language
    return to_lsp.diagnostics(opened, view, language, session.client.encoding)


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    options = types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=False, identifier=IDENTIFIER
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def pull(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        if not session.pulls:
            session.pulls = True
            for known in session.documents.values():
                for view in known.views if known.serial else ():
                    clear(server, view.uri)
        found = await analyst.view(params.text_document.uri)
        if found is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        opened, view = found
        identity = f"{opened.version}:{opened.serial}"
        if params.previous_result_id == identity:
            return types.RelatedUnchangedDocumentDiagnosticReport(identity)
        return types.RelatedFullDocumentDiagnosticReport(
            _shown(session, opened, view), result_id=identity
        )
