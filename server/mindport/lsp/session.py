"""What the server knows while it runs: the client, folders, settings, open documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from mindport.config import Config, default_language
from mindport.document import Document
from mindport.lsp.client import Client
from mindport.lsp.documents import OpenDocument, path_of
from mindport.lsp.settings import FileSettings, Projects, Settings, file_settings
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

    def open(self, uri: str, version: int, text: str) -> OpenDocument:
        first = self.folders[0].path if self.folders else None
        path = path_of(uri, first)
        document = Document(str(path), text)
        opened = OpenDocument(uri, path, version, document, self.settings_of(path))
        self.documents[uri] = opened
        return opened
