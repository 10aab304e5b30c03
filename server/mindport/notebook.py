"""Jupyter notebooks: their Python cells as one document, and a fixed document back in its cells.

A notebook is JSON (nbformat 4). Only the text of the cells that changed is written anew; outputs,
metadata and the layout of the file stay byte for byte. What is not Python (magics, shell lines,
cells of other languages) stands as a comment in the document and comes back as it was.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mindport.document import LINE_END, DecodeError, Document, Problem, Span
from mindport.texts import Text

SUFFIX = ".ipynb"
MARKER = re.compile(r"(?m)^# %% mindport cell (\d+)\n")
KEPT = re.compile(r"(?m)^(?:([ \t]*)pass  )?# mindport keeps line (\d+)$")
# Lines that IPython takes for itself, where a cell is not Python without them.
MAGIC = re.compile(r"\s*(?:[%!?].*|.*[^#\s].*\?\??\s*|[\w, \t]+=\s*[%!].*)$")
# Cell magics whose cell is Python all the same.
PYTHON_MAGICS = frozenset({"capture", "debug", "prun", "time", "timeit"})
SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell that holds code.

    Attributes:
        number: its place among all cells, from 1.
        source: its text.
        span: where the JSON value of its source stands in the notebook's text.
        listed: whether that value is a list of lines, and not one string.
    """

    number: int
    source: str
    span: Span
    listed: bool


@dataclass(frozen=True, slots=True)
class Unread:
    """A line, or a whole cell, of IPython: the number of its placeholder, and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class Notebook:
    """A notebook and what its Python cells say as one document.

    Attributes:
        raw: the text of the file.
        kept: the lines that are not Python, by the numbers in their placeholders.
        broken: the cells that Python cannot parse: the placeholder of the line at fault, and why.
        unread: the lines and cells that belong to IPython.
    """

    path: str
    raw: str
    cells: tuple[Cell, ...]
    document: Document
    kept: Mapping[int, str]
    broken: tuple[tuple[int, Problem], ...] = ()
    unread: tuple[Unread, ...] = ()

    @cached_property
    def _starts(self) -> list[tuple[int, int]]:
        """For each cell the line of its marker (from 1) in the document, and its number."""
        return _markers(self.document.text)

    def place(self, line: int) -> tuple[int, int]:
        """The cell, and the line in it (both from 1), of a line of the document."""
        index = max(bisect_right(self._starts, (line, 1 << 60)) - 1, 0)
        start, number = self._starts[index]
        return number, max(line - start, 1)

    def offset(self, number: int) -> int:
        """Where the placeholder of a kept line stands in the document."""
        found = KEPT.finditer(self.document.text)
        return next(match.start() for match in found if int(match[2]) == number)

    def line(self, cell: int, line: int) -> int:
        """The line of the document that a line of a cell is; both from 1."""
        return next(start for start, number in self._starts if number == cell) + line

    def restored(self, text: str) -> dict[int, str]:
        """The text of each cell, by its number, from a changed text of the document.

        Raises:
            ValueError: the text no longer shows where a cell begins, or what it kept.
        """
        parts = MARKER.split(text)
        numbers = [int(part) for part in parts[1::2]]
        if parts[0] or numbers != [cell.number for cell in self.cells]:
            raise ValueError("the cells of the notebook cannot be told apart any more")
        if [int(match[2]) for match in KEPT.finditer(text)] != list(self.kept):
            raise ValueError("a line of the notebook that is not Python went astray")
        found = {}
        for cell, part in zip(self.cells, parts[2::2], strict=True):
            body = KEPT.sub(self._original, part)
            found[cell.number] = body if cell.source.endswith("\n") else body.rstrip("\n")
        return found

    def _original(self, match: re.Match[str]) -> str:
        """The line that a placeholder stands for, as deep as that stands now."""
        line = self.kept[int(match[2])]
        return line if match[1] is None else match[1] + line.lstrip()

    def written(self, text: str) -> bytes:
        """The file with the cells that a changed text of the document has."""
        after = self.restored(text)
        pieces, position = [], 0
        for cell in self.cells:
            if after[cell.number] == cell.source.replace("\r\n", "\n"):
                continue
            pieces += [self.raw[position : cell.span.start], self._value(cell, after[cell.number])]
            position = cell.span.end
        return "".join([*pieces, self.raw[position:]]).encode()

    def _value(self, cell: Cell, source: str) -> str:
        """The JSON of a cell's source, laid out as the one that it replaces."""
        ascii_only = self.raw.isascii()
        if not cell.listed:
            return json.dumps(source, ensure_ascii=ascii_only)
        old = self.raw[cell.span.start : cell.span.end]
        lead = SPACE.match(old, 1)
        between = lead.group() if lead else ""
        end = old[len(old[:-1].rstrip()) : -1]
        ends = [match.end() for match in LINE_END.finditer(source)]
        bounds = zip([0, *ends], [*ends, len(source)], strict=True)
        lines = [source[start:end] for start, end in bounds if end > start]
        listed = f",{between or ' '}".join(json.dumps(x, ensure_ascii=ascii_only) for x in lines)
        return f"[{between}{listed}{end}]"


def read(path: str, data: bytes) -> Notebook:
    """The notebook in ``data``; one of another language has no cells.

    Raises:
        DecodeError: this is not a notebook.
    """
    try:
        raw = data.decode("utf-8")
        content = json.loads(raw)
        places = list(_sources(raw))
        cells = content["cells"]
        python = _language(content) == "python"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DecodeError(_not_a_notebook(str(error))) from error
    if len(places) != len(cells):
        raise DecodeError(_not_a_notebook("its cells have no source"))
    code = []
    for number, (cell, span) in enumerate(zip(cells, places, strict=True), start=1):
        if not python or span is None or not _is_code(cell):
            continue
        source = cell["source"]
        text = source if isinstance(source, str) else "".join(source)
        code.append(Cell(number, text, span, not isinstance(source, str)))
    return _joined(path, raw, code)


def _joined(path: str, raw: str, cells: Sequence[Cell]) -> Notebook:
    kept: dict[int, str] = {}
    broken: list[tuple[int, Problem]] = []
    unread: list[Unread] = []
    parts = []
    for cell in cells:
        first = len(kept)
        body, problem = _python(cell, kept, unread)
        if problem is not None:
            broken.append((first + cell.source.count("\n", 0, problem.offset), problem))
        parts.append(f"# %% mindport cell {cell.number}\n{body}\n")
    document = Document(path, "".join(parts))
    return Notebook(path, raw, tuple(cells), document, kept, tuple(broken), tuple(unread))


def _python(cell: Cell, kept: dict[int, str], unread: list[Unread]) -> tuple[str, Problem | None]:
    """A cell's text as Python of as many lines, and why it is not Python at all."""
    source = cell.source.replace("\r\n", "\n")
    lines = source.removesuffix("\n").split("\n")
    first = len(kept)
    if _parses(source) and not MARKER.search(source):
        return "\n".join(lines), None

    def keep(index: int, indent: str = "", statement: str = "") -> None:
        kept[len(kept)] = lines[index]
        lines[index] = f"{indent}{statement}# mindport keeps line {len(kept) - 1}"

    magic = lines[0].strip()
    if magic.startswith("%%"):
        if magic[2:].split(" ")[0] not in PYTHON_MAGICS:
            unread.append(Unread(len(kept), source))
            for index in range(len(lines)):
                keep(index)
            return "\n".join(lines), None
        keep(0)
    for index, line in enumerate(lines):
        if MAGIC.match(line) and not line.lstrip().startswith("#"):
            unread.append(Unread(len(kept), line))
            indent = line[: len(line) - len(line.lstrip())]
            keep(index, indent, "pass  " if indent else "")
    if _parses("\n".join(lines)) and not MARKER.search(source):
        return "\n".join(lines), None
    problem = Document("cell.py", source).problem
    for number in range(first, len(kept)):
        del kept[number]
    unread[:] = [item for item in unread if item.number < first]
    lines = source.removesuffix("\n").split("\n")
    for index in range(len(lines)):
        keep(index)
    return "\n".join(lines), problem


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _markers(text: str) -> list[tuple[int, int]]:
    found, line, position = [], 1, 0
    for match in MARKER.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        found.append((line, int(match[1])))
    return found or [(0, 1)]


def _language(content: Mapping[str, Any]) -> str:
    about = content.get("metadata", {})
    kernel = about.get("kernelspec", {}).get("language")
    return str(kernel or about.get("language_info", {}).get("name") or "python").lower()


def _is_code(cell: Mapping[str, Any]) -> bool:
    language = cell.get("metadata", {}).get("vscode", {}).get("languageId", "python")
    return bool(cell["cell_type"] == "code" and language == "python")


def _sources(raw: str) -> Iterator[Span | None]:
    """Where the source of each cell stands in the JSON text."""
    for key, span in _members(raw, _skip(raw, 0)):
        if key != "cells":
            continue
        for cell in _items(raw, span.start):
            fields = dict(_members(raw, cell.start))
            yield fields.get("source")


def _members(raw: str, at: int) -> Iterator[tuple[str, Span]]:
    """The keys of the object at ``at``, and where their values stand."""
    at = _skip(raw, at + 1)
    while raw[at] == '"':
        key, at = _DECODER.raw_decode(raw, at)
        at = _skip(raw, _skip(raw, at) + 1)
        end = _end(raw, at)
        yield key, Span(at, end)
        at = _skip(raw, end)
        at = _skip(raw, at + 1) if raw[at] == "," else at


def _items(raw: str, at: int) -> Iterator[Span]:
    """Where the items of the list at ``at`` stand."""
    at = _skip(raw, at + 1)
    while raw[at] != "]":
        end = _end(raw, at)
        yield Span(at, end)
        at = _skip(raw, end)
        at = _skip(raw, at + 1) if raw[at] == "," else at


def _end(raw: str, at: int) -> int:
    return int(_DECODER.raw_decode(raw, at)[1])


def _skip(raw: str, at: int) -> int:
    match = SPACE.match(raw, at)
    return match.end() if match else at


_DECODER = json.JSONDecoder()


def _not_a_notebook(reason: str) -> Problem:
    return Problem(
        "MP902",
        Text(
            f"This is not a Jupyter notebook of format 4: {reason}.",
            f"这不是格式 4 的 Jupyter 笔记本：{reason}。",
        ),
    )
