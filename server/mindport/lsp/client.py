"""What the client at the other end can do, read once from its initialize request."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability

from mindport.document import PositionEncoding


@dataclass(frozen=True, slots=True)
class Client:
    """Capabilities that change what the server sends."""

    encoding: PositionEncoding = "utf-16"
    markdown: bool = True
    document_changes: bool = False
    resolves_edits: bool = False
    progress: bool = False
    configuration: bool = False
    watches_files: bool = False
    watches_configuration: bool = False
    refreshes_diagnostics: bool = False
    refreshes_lenses: bool = False


def client_of(capabilities: types.ClientCapabilities, encoding: PositionEncoding) -> Client:
    """The facts that matter of ``capabilities``."""

    def can(name: str) -> bool:
        return bool(get_capability(capabilities, name, False))

    formats = get_capability(capabilities, "text_document.hover.content_format", None)
    resolved = get_capability(capabilities, "text_document.code_action.resolve_support", None)
    return Client(
        encoding=encoding,
        markdown=not formats or types.MarkupKind.Markdown in formats,
        document_changes=can("workspace.workspace_edit.document_changes"),
        resolves_edits=resolved is not None
        and "edit" in resolved.properties
        and can("text_document.code_action.data_support"),
        progress=can("window.work_done_progress"),
        configuration=can("workspace.configuration"),
        watches_files=can("workspace.did_change_watched_files.dynamic_registration"),
        watches_configuration=can("workspace.did_change_configuration.dynamic_registration"),
        refreshes_diagnostics=can("workspace.diagnostics.refresh_support"),
        refreshes_lenses=can("workspace.code_lens.refresh_support"),
    )
