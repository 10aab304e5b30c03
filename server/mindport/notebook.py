"""Jupyter notebooks on disk: their Python cells, and fixed cells back in the file.

A notebook is JSON (nbformat 4). Only the text of the cells that changed is written anew; outputs,
metadata and the layout of the file stay byte for byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mindport.cells import Cells, join
from mindport.document import LINE_END, DecodeError, Problem, Span
from mindport.texts import Text

SUFFIX = ".ipynb"
SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the source of a cell stands in a notebook's text.

    Attributes:
        span: the JSON value.
        listed: whether that value is a list of lines, and not one string.
    """

    span: Span
    listed: bool


@dataclass(frozen=True)
class Notebook:
    """A notebook: the text of the file, its cells, and by their numbers (from 1, among all cells)
    where their sources stand."""

    raw: str
    cells: Cells
    places: Mapping[int, Place]

    def written(self, text: str) -> bytes:
        """The file with the cells that a changed text of the document has."""
        after = self.cells.restored(text)
        pieces, position = [], 0
        for number, place in self.places.items():
            if after[number] == self.cells.sources[number].replace("\r\n", "\n"):
                continue
            pieces += [self.raw[position : place.span.start], self._value(place, after[number])]
            position = place.span.end
        return "".join([*pieces, self.raw[position:]]).encode()

    def _value(self, place: Place, source: str) -> str:
        """The JSON of a cell's source, laid out as the one that it replaces."""
        ascii_only = self.raw.isascii()
        if not place.listed:
            return json.dumps(source, ensure_ascii=ascii_only)
        old = self.raw[place.span.start : place.span.end]
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
    sources, found = {}, {}
    for number, (cell, span) in enumerate(zip(cells, places, strict=True), start=1):
        if not python or span is None or not _is_code(cell):
            continue
        source = cell["source"]
        sources[number] = source if isinstance(source, str) else "".join(source)
        found[number] = Place(span, not isinstance(source, str))
    return Notebook(raw, join(path, sources), found)


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
