"""Commands that the client sends; each is an ordinary function, cancelled with its request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from mindport.lsp import to_lsp
from mindport.lsp.analyst import Analyst
from mindport.lsp.code_actions import new_text
from mindport.lsp.documents import OpenDocument
from mindport.lsp.run import Runner
from mindport.lsp.session import Session
from mindport.texts import Text

RUN = "mindport.server.run"
FIX_ALL = "mindport.server.fixAll"

Command = Callable[[OpenDocument, Mapping[str, Any], types.ExecuteCommandParams], Awaitable[Any]]


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    runner = Runner(server, session, analyst)

    async def run(
        opened: OpenDocument, options: Mapping[str, Any], params: types.ExecuteCommandParams
    ) -> dict[str, Any]:
        return await runner.run(opened, params.work_done_token)

    async def fix_all(
        opened: OpenDocument, options: Mapping[str, Any], params: types.ExecuteCommandParams
    ) -> dict[str, Any]:
        work = "all-unsafe" if options.get("unsafe") else "all"
        return await _fix_all(server, session, analyst, opened, work)

    commands: dict[str, Command] = {RUN: run, FIX_ALL: fix_all}
    for name in commands:
        server.command(name)(_advertised)

    # The library's own dispatcher answers a cancelled request without stopping the command.
    del server.protocol.fm.builtin_features[types.WORKSPACE_EXECUTE_COMMAND]

    @server.feature(types.WORKSPACE_EXECUTE_COMMAND)
    async def execute(params: types.ExecuteCommandParams) -> Any:
        command = commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"There is no command {params.command}.")
        arguments = list(params.arguments or ())
        uri = arguments[0] if arguments else None
        opened = session.document(uri) if isinstance(uri, str) else None
        if opened is None:
            raise JsonRpcInvalidParams(f"{params.command}: {uri!r} is not an open document.")
        options = arguments[1] if len(arguments) > 1 else {}
        return await command(opened, options if isinstance(options, Mapping) else {}, params)


def _advertised(*arguments: Any) -> None:
    """Stands for a command in the list that the client gets."""


async def _fix_all(
    server: LanguageServer, session: Session, analyst: Analyst, opened: OpenDocument, work: str
) -> dict[str, Any]:
    """Fix a document in one step that can be undone; gives whether, and how many are left."""
    await analyst.settled(opened)
    document, language = opened.document, opened.settings.config.language
    text = await new_text(session, analyst, opened, work, None)
    if text is None or text == document.text:
        nothing = Text("There is nothing to fix in this file.", "此文件中没有可应用的修复。")
        if opened.problem is not None:
            nothing = opened.problem.message
        _say(server, nothing(language))
        return {"applied": False}
    client = session.client
    edit = to_lsp.workspace_edit(opened, text, client.encoding, client.document_changes)
    label = Text("Mindport: fix all", "Mindport：应用全部修复")(language)
    answer = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))
    return {"applied": answer.applied}


def _say(server: LanguageServer, message: str) -> None:
    params = types.ShowMessageParams(types.MessageType.Info, f"Mindport: {message}")
    server.window_show_message(params)
