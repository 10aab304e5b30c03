"""Python cells as one document, and the text of that document back in its cells.

What is not Python (magics, shell lines, cells of other languages) stands as a comment in the
document and comes back as it was.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from mindport.document import Document, Problem
from mindport.texts import Text, of_line

MARKER = re.compile(r"(?m)^# %% mindport cell (\d+)\n")
KEPT = re.compile(r"(?m)^(?:([ \t]*)pass  )?# mindport keeps line (\d+)$")
# Lines that IPython takes for itself, where a cell is not Python without them.
MAGIC = re.compile(r"\s*(?:[%!?].*|.*[^#\s].*\?\??\s*|[\w, \t]+=\s*[%!].*)$")
# Cell magics whose cell is Python all the same.
PYTHON_MAGICS = frozenset({"capture", "debug", "prun", "time", "timeit"})
MOST_CELLS = 1024  # whose parsing is remembered while one of them is edited


@dataclass(frozen=True, slots=True)
class Unread:
    """A line, or a whole cell, of IPython: the number of its placeholder, and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class Cells:
    """The cells of a program, and what their Python says as one document.

    Attributes:
        sources: the text of each cell by its number.
        kept: the lines that are not Python, by the numbers in their placeholders.
        broken: the cells that Python cannot parse: the placeholder of the line at fault, and why.
        unread: the lines and cells that belong to IPython.
    """

    sources: Mapping[int, str]
    document: Document
    kept: Mapping[int, str]
    broken: tuple[tuple[int, Problem], ...] = ()
    unread: tuple[Unread, ...] = ()

    @cached_property
    def _starts(self) -> list[tuple[int, int]]:
        """For each cell the line of its marker (from 1) in the document, and its number."""
        return _markers(self.document.text)

    @cached_property
    def _lines(self) -> dict[int, int]:
        return {number: start for start, number in self._starts}

    def place(self, line: int) -> tuple[int, int]:
        """The cell, and the line in it (both from 1), of a line of the document."""
        return _place(self._starts, line)

    def told(self, line: int) -> Text:
        """How a message tells a line of the document."""
        cell, at = self.place(line)
        return of_line(at, cell)

    def offset(self, number: int) -> int:
        """Where the placeholder of a kept line stands in the document."""
        found = KEPT.finditer(self.document.text)
        return next(match.start() for match in found if int(match[2]) == number)

    def line(self, cell: int, line: int) -> int:
        """The line of the document that a line of a cell is; both from 1."""
        return self._lines[cell] + line

    def restored(self, text: str) -> dict[int, str]:
        """The text of each cell, by its number, from a changed text of the document.

        Raises:
            ValueError: the text no longer shows where a cell begins, or what it kept.
        """
        parts = MARKER.split(text)
        numbers = [int(part) for part in parts[1::2]]
        if parts[0] or numbers != list(self.sources):
            raise ValueError("the cells of the notebook cannot be told apart any more")
        if [int(match[2]) for match in KEPT.finditer(text)] != list(self.kept):
            raise ValueError("a line of the notebook that is not Python went astray")
        found = {}
        for (number, source), part in zip(self.sources.items(), parts[2::2], strict=True):
            body = KEPT.sub(self._original, part)
            found[number] = body if source.endswith("\n") else body.rstrip("\n")
        return found

    def _original(self, match: re.Match[str]) -> str:
        """The line that a placeholder stands for, as deep as that stands now."""
        line = self.kept[int(match[2])]
        return line if match[1] is None else match[1] + line.lstrip()


def join(path: str, sources: Mapping[int, str]) -> Cells:
    """Cells by their numbers, in the order in which they run, as one document called ``path``."""
    kept: dict[int, str] = {}
    broken: list[tuple[int, Problem]] = []
    unread: list[Unread] = []
    parts = []
    for number, source in sources.items():
        first = len(kept)
        body, problem = _python(source, kept, unread)
        if problem is not None:
            broken.append((first + source.count("\n", 0, problem.offset), problem))
        parts.append(f"# %% mindport cell {number}\n{body}\n")
    document = Document(path, "".join(parts))
    return Cells(sources, document, kept, tuple(broken), tuple(unread))


def _python(source: str, kept: dict[int, str], unread: list[Unread]) -> tuple[str, Problem | None]:
    """A cell's text as Python of as many lines, and why it is not Python at all."""
    source = source.replace("\r\n", "\n")
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


@lru_cache(MOST_CELLS)
def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def told_in(text: str, line: int) -> Text:
    """How a message tells a line of a document: by its cell where the document has cells."""
    if MARKER.search(text) is None:
        return of_line(line)
    cell, at = _place(_markers(text), line)
    return of_line(at, cell)


def _place(starts: Sequence[tuple[int, int]], line: int) -> tuple[int, int]:
    index = max(bisect_right(starts, (line, 1 << 60)) - 1, 0)
    start, number = starts[index]
    return number, max(line - start, 1)


def _markers(text: str) -> list[tuple[int, int]]:
    found, line, position = [], 1, 0
    for match in MARKER.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        found.append((line, int(match[1])))
    return found or [(0, 1)]
