"""Opening, editing, saving and closing of documents."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport.lsp.analyst import Analyst
from mindport.lsp.diagnostics import ask_again, clear
from mindport.lsp.session import Session


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    # The library's own store splits lines at form feeds and other characters at which neither
    # Python nor the protocol does, so that edits behind one would go astray.
    for name in (
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
    ):
        del server.protocol.fm.builtin_features[name]

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        analyst.request(session.open(item.uri, item.version, item.text))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        opened = session.documents.get(params.text_document.uri)
        if opened is not None:
            version = params.text_document.version
            opened.edit(version, params.content_changes, session.client.encoding)
            analyst.request(opened)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        opened = session.documents.get(params.text_document.uri)
        if opened is not None and not session.client.watches_files:
            modules_changed(server, session, analyst, [opened.path])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if session.documents.pop(uri, None) is not None:
            analyst.closed(uri)
            clear(server, uri)


def modules_changed(
    server: LanguageServer, session: Session, analyst: Analyst, paths: list[Path]
) -> None:
    """Files that documents may import changed: read them again where they are asked for."""

    def forget() -> None:
        for workspace in session.workspaces():
            for path in paths:
                workspace.forget(path)

    analyst.submit(forget)
    for opened in session.documents.values():
        if opened.path not in paths:
            analyst.request(opened)
    ask_again(server, session)
