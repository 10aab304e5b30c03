"""Opening, editing, saving and closing of documents."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport.lsp.analyst import Analyst
from mindport.lsp.diagnostics import ask_again, clear
from mindport.lsp.notebooks import OpenNotebook
from mindport.lsp.session import Session


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    # The library's own store splits lines at form feeds and other characters at which neither
    # Python nor the protocol does, so that edits behind one would go astray.
    for name in (
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
        types.NOTEBOOK_DOCUMENT_DID_OPEN,
        types.NOTEBOOK_DOCUMENT_DID_CHANGE,
        types.NOTEBOOK_DOCUMENT_DID_CLOSE,
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
        close(params.text_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def did_open_notebook(params: types.DidOpenNotebookDocumentParams) -> None:
        analyst.request(session.open_notebook(params))

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def did_change_notebook(params: types.DidChangeNotebookDocumentParams) -> None:
        opened = session.documents.get(params.notebook_document.uri)
        if isinstance(opened, OpenNotebook):
            version, cells = params.notebook_document.version, params.change.cells
            for uri in opened.change(version, cells, session.client.encoding):
                clear(server, uri)
            session.know_cells(opened)
            analyst.request(opened)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def did_close_notebook(params: types.DidCloseNotebookDocumentParams) -> None:
        close(params.notebook_document.uri)

    def close(uri: str) -> None:
        opened = session.close(uri)
        if opened is not None:
            analyst.closed(uri)
            for view in opened.views:
                clear(server, view.uri)


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
