"""The session's beginning and end, its folders and settings, and changes of either."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from mindport.document import PositionEncoding
from mindport.lsp import sync
from mindport.lsp.analyst import Analyst
from mindport.lsp.client import client_of
from mindport.lsp.diagnostics import ask_again
from mindport.lsp.session import Session
from mindport.lsp.settings import SECTION, read_settings

PYPROJECT = "pyproject.toml"

log = logging.getLogger(__name__)


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = cast(PositionEncoding, str(_plain(server.workspace.position_encoding)))
        session.client = client_of(params.capabilities, encoding)
        session.locale = params.locale
        for uri in _folders(params):
            session.add_folder(uri)
        analyst.prepare()
        _take_options(session, params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await _watch(server, session)
        await _ask_settings(server, session)
        apply_settings(server, session, analyst)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        session.shut_down = True

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        session.projects.forget()
        if not await _ask_settings(server, session):
            settings = params.settings
            if isinstance(settings, Mapping):
                session.settings = read_settings(settings.get(SECTION, settings))
                for folder in session.folders:
                    folder.settings = None
        apply_settings(server, session, analyst)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            session.remove_folder(folder.uri)
        for folder in params.event.added:
            session.add_folder(folder.uri)
        await _ask_settings(server, session)
        apply_settings(server, session, analyst)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [Path(path) for change in params.changes if (path := to_fs_path(change.uri))]
        if any(path.name == PYPROJECT for path in paths):
            session.projects.forget()
            apply_settings(server, session, analyst)
        modules = [path for path in paths if path.suffix == ".py"]
        if modules:
            sync.modules_changed(server, session, analyst, modules)


def apply_settings(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    """Give each open document the settings that hold now; analyse it again where they changed."""
    any_changed = False
    for opened in session.documents.values():
        settings = session.settings_of(opened.path)
        changed = settings != opened.settings
        opened.settings = settings
        if changed:
            any_changed = True
            analyst.request(opened)
    if any_changed:
        ask_again(server, session)
    if any_changed and session.client.refreshes_lenses:
        server.workspace_code_lens_refresh(None)
    tell_problems(server, session)


def tell_problems(server: LanguageServer, session: Session) -> None:
    """Show each problem with the settings once."""
    problems = {
        text: opened.settings.config.language
        for opened in session.documents.values()
        for text in opened.settings.problems
    }
    for text, language in problems.items():
        if text not in session.told:
            session.told.add(text)
            message = f"Mindport: {text(language)}"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
    session.told &= set(problems)


def _folders(params: types.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    return [Path(params.root_path).absolute().as_uri()] if params.root_path else []


def _take_options(session: Session, options: object) -> None:
    """Settings that came with the initialize request; a list names the folder of each."""
    if not isinstance(options, Mapping):
        return
    listed = options.get("settings")
    if isinstance(listed, Mapping):
        session.settings = read_settings(listed)
    for plain in listed if isinstance(listed, list) else ():
        for folder in session.folders:
            if isinstance(plain, Mapping) and plain.get("workspace") == folder.uri:
                folder.settings = read_settings(plain)
    if isinstance(options.get("globalSettings"), Mapping):
        session.settings = read_settings(options["globalSettings"])


async def _ask_settings(server: LanguageServer, session: Session) -> bool:
    """Ask the client for the settings of each folder; False when it cannot be asked."""
    if not session.client.configuration:
        return False
    folders = list(session.folders)
    items = [types.ConfigurationItem(section=SECTION)]
    items += [types.ConfigurationItem(folder.uri, SECTION) for folder in folders]
    try:
        answers = await server.workspace_configuration_async(types.ConfigurationParams(items))
    except Exception as error:  # whatever a client answers, the server goes on
        log.warning("The client did not give its settings: %s", error)
        return False
    if len(answers) == len(items) and any(answer is not None for answer in answers):
        session.settings = read_settings(answers[0])
        for folder, answer in zip(folders, answers[1:], strict=True):
            folder.settings = None if answer is None else read_settings(answer)
        return True
    return False


async def _watch(server: LanguageServer, session: Session) -> None:
    """Have the client watch the files and settings that reports depend on."""
    wanted: list[types.Registration] = []
    if session.client.watches_files:
        watchers = [types.FileSystemWatcher(glob) for glob in (f"**/{PYPROJECT}", "**/*.py")]
        options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        wanted.append(types.Registration("mindport-files", method, options))
    if session.client.watches_configuration:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        wanted.append(types.Registration("mindport-settings", method, options))
    if wanted:
        try:
            await server.client_register_capability_async(types.RegistrationParams(wanted))
        except Exception as error:  # whatever a client answers, the server goes on
            log.warning("The client does not watch files: %s", error)


def _plain(value: object) -> object:
    return getattr(value, "value", value)
