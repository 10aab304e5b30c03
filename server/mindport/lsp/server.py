"""Puts the language server together and starts it."""

from __future__ import annotations

import logging
import os
import sys
import threading
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mindport import __version__
from mindport.lsp import code_actions, code_lens, commands, diagnostics, hover, lifecycle, sync
from mindport.lsp.analyst import Analyst
from mindport.lsp.documents import OpenDocument
from mindport.lsp.session import Session

STACK = 64 << 20
SWITCH_INTERVAL = 0.0005


def start_io() -> None:
    """Serve on standard input and output until the client says goodbye or is gone."""
    server, session, analyst = create()
    _prepare()
    server.start_io()
    analyst.stop()
    _leave(0 if session.shut_down else 1)


def start_tcp(host: str, port: int) -> None:
    """Serve one client on a port."""
    server, _, analyst = create()
    _prepare()
    server.start_tcp(host, port)
    analyst.stop()
    _leave(0)


def _leave(code: int) -> None:
    """End at once: nobody waits for an analysis that is still under way."""
    sys.stderr.flush()
    os._exit(code)


def create() -> tuple[LanguageServer, Session, Analyst]:
    """A server with all of its features, and the state that they share."""
    server = LanguageServer(
        "mindport",
        __version__,
        text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
        notebook_document_sync=types.NotebookDocumentSyncOptions(
            [types.NotebookDocumentFilterWithCells([types.NotebookCellLanguage("python")])]
        ),
    )
    session = Session()
    analyst = Analyst(session, partial(_report_changed, server, session))
    for feature in (lifecycle, sync, diagnostics, hover, code_actions, code_lens, commands):
        feature.register(server, session, analyst)
    return server, session, analyst


def _report_changed(server: LanguageServer, session: Session, opened: OpenDocument) -> None:
    diagnostics.publish(server, session, opened)
    lifecycle.tell_problems(server, session)


def _prepare() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    threading.stack_size(STACK)  # threads of some systems have too little for Python's parser
    sys.setswitchinterval(SWITCH_INTERVAL)  # requests are answered while an analysis runs
