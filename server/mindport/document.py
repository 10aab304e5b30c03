"""The text of one file: decoding, lines, the syntax tree, and positions in every unit in use.

Inside Mindport a place in a text is an *offset*: the index of a character in ``Document.text``.
Python's ``ast`` speaks of lines and UTF-8 columns, the language server protocol of lines and
UTF-8, UTF-16 or UTF-32 columns; both are converted here and nowhere else.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from mindport.reparsing import Patch, patched
from mindport.texts import Text

PositionEncoding = Literal["utf-8", "utf-16", "utf-32"]

LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of offsets."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file cannot be analysed, and where."""

    code: str
    message: Text
    offset: int = 0


class DecodeError(Exception):
    """The bytes are not Python source text; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message.en)
        self.problem = problem


@dataclass(frozen=True)
class Document:
    """One file's text as its author wrote it: line endings and form feeds stay as they are."""

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bool = False
    _before: tuple[_Before, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def decode(cls, path: str, data: bytes) -> Document:
        """Decode ``data`` as Python does: byte order mark, then PEP 263, then UTF-8.

        Raises:
            DecodeError: the data is binary, or not in the encoding that it declares.
        """
        bom = data.startswith(codecs.BOM_UTF8)
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        except SyntaxError as error:
            raise DecodeError(_undecodable(str(error))) from error
        encoding = "utf-8" if bom else encoding
        body = data[len(codecs.BOM_UTF8) :] if bom else data
        try:
            text = body.decode(encoding)
        except (UnicodeError, LookupError) as error:
            raise DecodeError(_undecodable(str(error))) from error
        if "\0" in text:
            raise DecodeError(_undecodable("it holds null bytes"))
        return cls(path, text, encoding, bom)

    def encode(self, text: str | None = None) -> bytes:
        """The bytes of ``text`` (this document's own when left out) as the file had them.

        A character that the encoding lacks becomes a backslash escape.
        """
        body = (self.text if text is None else text).encode(self.encoding, "backslashreplace")
        return codecs.BOM_UTF8 + body if self.bom else body

    def edited(self, start: int, end: int, text: str) -> Document:
        """The document with ``text`` where ``start`` to ``end`` was.

        Its tree is made of this document's, which is parsed anew when it is asked for again.
        """
        before = [] if self._is_broken else [_Before(self, Patch(start, end, start + len(text)))]
        if not self._has_tree:
            known = [one for one in self._before if one.document and one.document._has_tree]
            before += [_Before(k.document, k.patch.then(start, end, len(text))) for k in known]
        new = f"{self.text[:start]}{text}{self.text[end:]}"
        return Document(self.path, new, self.encoding, self.bom, tuple(before))

    @property
    def _has_tree(self) -> bool:
        return isinstance(self.__dict__.get("_parsed"), ast.Module)

    @property
    def _is_broken(self) -> bool:
        return isinstance(self.__dict__.get("_parsed"), Problem)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    @cached_property
    def is_ascii(self) -> bool:
        return self.text.isascii()

    @cached_property
    def _parsed(self) -> ast.Module | Problem:
        made = next((t for one in self._before if (t := one.tree_of(self.text))), None)
        parsed = made or parse(self.text, self)
        for one in self._before:
            if isinstance(parsed, ast.Module) or not (one.document and one.document._has_tree):
                one.document = None
        return parsed

    @property
    def tree(self) -> ast.Module | None:
        """The syntax tree, or None when the text does not parse at the moment."""
        return self._parsed if isinstance(self._parsed, ast.Module) else None

    @property
    def problem(self) -> Problem | None:
        """Why there is no tree."""
        return self._parsed if isinstance(self._parsed, Problem) else None

    @cached_property
    def newline(self) -> str:
        """The line ending that this text uses (the first one found)."""
        match = LINE_END.search(self.text)
        return match.group() if match else "\n"

    @cached_property
    def comments(self) -> list[Span]:
        """Where the comments stand; those behind a tokenizer's error are left out."""
        found = []
        try:
            for token in tokenize.generate_tokens(io.StringIO(self.text, newline="").readline):
                if token.type == tokenize.COMMENT:
                    start = self.offset(token.start[0] - 1, token.start[1])
                    found.append(Span(start, start + len(token.string.rstrip("\r\n"))))
        except (tokenize.TokenError, SyntaxError, IndentationError):
            pass
        return found

    def line_text(self, line: int) -> str:
        """Text of the line with index ``line`` (from 0), without its line ending."""
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def line_of(self, offset: int) -> int:
        """Index (from 0) of the line that holds ``offset``."""
        return bisect_right(self.line_starts, offset) - 1

    def offset_of_ast(self, line: int, column: int) -> int:
        """Offset of ``ast``'s line (from 1) and UTF-8 column."""
        start = self.line_starts[line - 1]
        if self.is_ascii or column == 0:
            return start + column
        return start + _units_to_index(self.line_text(line - 1), column, _utf8_width)

    def span(self, node: ast.AST) -> Span:
        """Where a node of this document's tree stands."""
        return Span(
            self.offset_of_ast(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self.offset_of_ast(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def source(self, node: ast.AST) -> str:
        """The node's text."""
        span = self.span(node)
        return self.text[span.start : span.end]

    def name_span(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
        """Where the name stands in the head of a definition."""
        start = self.offset_of_ast(node.lineno, node.col_offset)
        keywords = r"class" if isinstance(node, ast.ClassDef) else r"(?:async\s+)?def"
        head = re.compile(rf"{keywords}(?:\s|\\)+").match(self.text, start)
        at = self.text.index(node.name, start if head is None else head.end())
        return Span(at, at + len(node.name))

    def position(self, offset: int, encoding: PositionEncoding = "utf-32") -> tuple[int, int]:
        """Line and column (both from 0) of ``offset``, the column in the units of ``encoding``."""
        line = self.line_of(offset)
        column = offset - self.line_starts[line]
        if self.is_ascii or encoding == "utf-32":
            return line, column
        width = _utf8_width if encoding == "utf-8" else _utf16_width
        start = self.line_starts[line]
        return line, sum(width(character) for character in self.text[start : start + column])

    def offset(self, line: int, column: int, encoding: PositionEncoding = "utf-32") -> int:
        """Offset of a line and column (both from 0); places outside the text are drawn into it."""
        if line >= len(self.line_starts):
            return len(self.text)
        start = self.line_starts[line]
        content = self.line_text(line)
        if self.is_ascii or encoding == "utf-32":
            return start + min(column, len(content))
        width = _utf8_width if encoding == "utf-8" else _utf16_width
        return start + _units_to_index(content, column, width)


@dataclass(slots=True)
class _Before:
    """A document that came before another one, and what was edited since."""

    document: Document | None
    patch: Patch

    def tree_of(self, text: str) -> ast.Module | None:
        """The tree of the edited text, made of the document's; None where all is to be parsed.

        Whoever asks first has the tree for its own: of two threads the other one gets None.
        """
        if (known := self.document) is None:
            return None
        tree = known.__dict__.pop("_parsed", None)
        made = None
        if isinstance(tree, ast.Module):
            made = patched(tree, known.line_starts, len(known.text), self.patch, text)
        if made is None and tree is not None:
            known.__dict__["_parsed"] = tree
        return made


def parse(text: str, document: Document) -> ast.Module | Problem:
    """Python's own parser, with everything that it raises turned into a Problem."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        offset = 0
        if error.lineno:
            line = min(error.lineno, len(document.line_starts)) - 1
            offset = document.offset(line, max((error.offset or 1) - 1, 0))
        reason = error.msg
        return Problem(
            "MP901",
            Text(f"Python cannot parse this file: {reason}.", f"Python 无法解析该文件：{reason}。"),
            offset,
        )
    except (RecursionError, MemoryError):
        return Problem(
            "MP904",
            Text(
                "This file is nested too deeply for Python's parser; split the expression.",
                "该文件嵌套过深，超出 Python 解析器的能力；请拆分表达式。",
            ),
        )
    except ValueError as error:
        return _undecodable(str(error))


def _undecodable(reason: str) -> Problem:
    return Problem(
        "MP902",
        Text(
            f"This file is not Python source text: {reason}. "
            "Save it as UTF-8, or declare its encoding in the first line.",
            f"该文件不是 Python 源代码文本：{reason}。请存为 UTF-8，或在首行声明编码。",
        ),
    )


def _utf8_width(character: str) -> int:
    point = ord(character)
    return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4


def _utf16_width(character: str) -> int:
    return 2 if ord(character) > 0xFFFF else 1


def _units_to_index(line: str, units: int, width: Callable[[str], int]) -> int:
    """Index in ``line`` of the character at ``units``; its length when the line is shorter."""
    for index, character in enumerate(line):
        if units <= 0:
            return index
        units -= width(character)
    return len(line)
