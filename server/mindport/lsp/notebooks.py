"""Open notebooks: their cells kept in step with the editor, and joined as one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsprotocol import types

from mindport.cells import Cells, join
from mindport.document import Document, PositionEncoding
from mindport.findings.cells import with_unread
from mindport.lsp.documents import OpenDocument, edit_of
from mindport.lsp.moving import common_length
from mindport.lsp.settings import FileSettings
from mindport.lsp.views import View
from mindport.report import Report


@dataclass
class OpenCell:
    """One Python cell; its number tells it apart in the joined document."""

    uri: str
    version: int
    document: Document
    number: int


@dataclass(kw_only=True)
class OpenNotebook(OpenDocument):
    """A notebook, whose ``document`` is made of its Python cells.

    Attributes:
        order: the addresses of all its cells.
        texts: the cells whose text the editor told, which are the Python ones.
    """

    cells: Cells
    order: list[str] = field(default_factory=list)
    texts: dict[str, OpenCell] = field(default_factory=dict)

    @property
    def views(self) -> Sequence[View]:
        return [
            View(
                cell.uri,
                cell.version,
                cell.document,
                self.document,
                self.cells.line(cell.number, 1) - 1,
            )
            for cell in self._python()
        ]

    def parts(self, text: str) -> Sequence[tuple[View, str]]:
        """The cells that ``text`` changes.

        Raises:
            ValueError: the text no longer shows where a cell begins.
        """
        numbers = {cell.uri: cell.number for cell in self.texts.values()}
        restored = self.cells.restored(text)
        found = []
        for view in self.views:
            new = restored[numbers[view.uri]]
            if "\r\n" in view.text.text:
                new = new.replace("\n", "\r\n")
            if new != view.text.text:
                found.append((view, new))
        return found

    def completed(self, report: Report) -> Report:
        return with_unread(report, self.cells, self.settings.config)

    def change(
        self,
        version: int,
        change: types.NotebookDocumentCellChanges | None,
        encoding: PositionEncoding,
    ) -> list[str]:
        """Apply the changes of one notification: of the cells there are, then of their texts.

        Gives the addresses of the cells that are gone.
        """
        gone = []
        structure = change.structure if change is not None else None
        if structure is not None:
            array = structure.array
            added = [cell.document for cell in array.cells or ()]
            self.order[array.start : array.start + array.delete_count] = added
            for opened in structure.did_open or ():
                self._open(opened)
            for closed in structure.did_close or ():
                if closed.uri in self.texts and closed.uri not in self.order:
                    del self.texts[closed.uri]
                    gone.append(closed.uri)
        for content in (change.text_content if change is not None else None) or ():
            cell = self.texts.get(content.document.uri)
            if cell is not None:
                for event in content.changes:
                    cell.document = cell.document.edited(*edit_of(cell.document, event, encoding))
                cell.version = content.document.version
        self.version = version
        self._join()
        return gone

    def _open(self, item: types.TextDocumentItem) -> None:
        number = max((cell.number for cell in self.texts.values()), default=0) + 1
        document = Document(str(self.path), item.text)
        self.texts[item.uri] = OpenCell(item.uri, item.version, document, number)

    def _python(self) -> list[OpenCell]:
        return [self.texts[uri] for uri in self.order if uri in self.texts]

    def _join(self) -> None:
        """Make the joined document that of the cells, as an edit of what it was."""
        sources = {cell.number: cell.document.text for cell in self._python()}
        cells = join(str(self.path), sources)
        old, new = self.document.text, cells.document.text
        if new != old:
            head = common_length(old, new)
            tail = common_length(reversed(old[head:]), reversed(new[head:]))
            self.replace(head, len(old) - tail, new[head : len(new) - tail])
        self.cells = replace(cells, document=self.document)
        self.settled = False


def open_notebook(
    params: types.DidOpenNotebookDocumentParams, path: Path, settings: FileSettings
) -> OpenNotebook:
    """The notebook that the editor opened, as the file ``path``."""
    notebook = params.notebook_document
    nothing = join(str(path), {})
    opened = OpenNotebook(
        notebook.uri, path, notebook.version, nothing.document, settings, cells=nothing
    )
    structure = types.NotebookDocumentCellChangeStructure(
        types.NotebookCellArrayChange(0, 0, notebook.cells), params.cell_text_documents
    )
    change = types.NotebookDocumentCellChanges(structure)
    opened.change(notebook.version, change, "utf-16")
    return opened
