"""What the server knows while it runs: the client, folders, settings, open documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsprotocol import types

from mindport.config import Config, default_language
from mindport.document import Document
from mindport.lsp.client import Client
from mindport.lsp.documents import OpenDocument, path_of
from mindport.lsp.notebooks import OpenNotebook, open_notebook
from mindport.lsp.settings import FileSettings, Projects, Settings, file_settings
from mindport.lsp.views import View
from mindport.symbols.workspace import Workspace
from mindport.texts import Language, Text


@dataclass
class Folder:
    """One workspace folder, with the modules of its own that were read."""

    uri: str
    path: Path
    workspace: Workspace
    settings: Settings | None = None


@dataclass
class Session:
    """One client's session. Only the event loop touches it.

    Attributes:
        documents: by their addresses; a notebook is one of them.
        cells: the notebook of each cell, both by their addresses.
        outside: the modules read for documents outside of every folder.
        pulls: whether the client asks for diagnostics; it is not told then.
        told: problems with settings that the user was told of.
    """

    client: Client = field(default_factory=Client)
    locale: str | None = None
    folders: list[Folder] = field(default_factory=list)
    settings: Settings = field(default_factory=Settings)
    projects: Projects = field(default_factory=Projects)
    documents: dict[str, OpenDocument] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    outside: Workspace = field(default_factory=Workspace)
    pulls: bool = False
    shut_down: bool = False
    told: set[Text] = field(default_factory=set)

    @property
    def language(self) -> Language:
        """The language of a client that no setting speaks for."""
        if self.locale is None:
            return default_language(os.environ)
        return "zh" if self.locale.lower().startswith("zh") else "en"

    def add_folder(self, uri: str) -> None:
        path = path_of(uri, None)
        if all(folder.uri != uri for folder in self.folders):
            self.folders.append(Folder(uri, path, Workspace([path])))

    def remove_folder(self, uri: str) -> None:
        self.folders = [folder for folder in self.folders if folder.uri != uri]

    def folder_of(self, path: Path) -> Folder | None:
        """The innermost folder that holds ``path``."""
        holding = [folder for folder in self.folders if path.is_relative_to(folder.path)]
        return max(holding, key=lambda folder: len(folder.path.parts), default=None)

    def workspace_of(self, path: Path) -> Workspace:
        folder = self.folder_of(path)
        return self.outside if folder is None else folder.workspace

    def workspaces(self) -> Iterator[Workspace]:
        yield self.outside
        yield from (folder.workspace for folder in self.folders)

    def settings_of(self, path: Path) -> FileSettings:
        """The settings that hold for the file at ``path`` now."""
        folder = self.folder_of(path)
        settings = self.settings if folder is None or folder.settings is None else folder.settings
        base = replace(Config(), language=self.language)
        root = None if folder is None else folder.path
        return file_settings(path, settings, base, self.projects, root)

    def document(self, uri: str) -> OpenDocument | None:
        """The open document at ``uri``, or the notebook that has such a cell."""
        return self.documents.get(self.cells.get(uri, uri))

    def view(self, uri: str) -> tuple[OpenDocument, View] | None:
        """What is open at ``uri``, and how the editor shows it there."""
        opened = self.document(uri)
        views = opened.views if opened is not None else ()
        found = next((view for view in views if view.uri == uri), None)
        return None if opened is None or found is None else (opened, found)

    def open(self, uri: str, version: int, text: str) -> OpenDocument:
        path = self._path(uri)
        document = Document(str(path), text)
        opened = OpenDocument(uri, path, version, document, self.settings_of(path))
        self.documents[uri] = opened
        return opened

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> OpenNotebook:
        path = self._path(params.notebook_document.uri)
        opened = open_notebook(params, path, self.settings_of(path))
        self.documents[opened.uri] = opened
        self.know_cells(opened)
        return opened

    def know_cells(self, opened: OpenNotebook) -> None:
        """The cells of a notebook are found by their addresses, and no others of it."""
        self.cells = {cell: uri for cell, uri in self.cells.items() if uri != opened.uri}
        self.cells.update(dict.fromkeys(opened.texts, opened.uri))

    def close(self, uri: str) -> OpenDocument | None:
        """Forget what was open at ``uri``."""
        self.cells = {cell: of for cell, of in self.cells.items() if of != uri}
        return self.documents.pop(uri, None)

    def _path(self, uri: str) -> Path:
        return path_of(uri, self.folders[0].path if self.folders else None)
