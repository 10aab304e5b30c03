"""User-facing text in the two languages that Mindport speaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]
# The lines of the source that a message names; those of a notebook's cell say so.
ENGLISH = re.compile(r"(cell \d+, )?\bline (\d+)")
CHINESE = re.compile(r"(第 \d+ 个单元格)?第 (\d+) 行")


@dataclass(frozen=True, slots=True)
class Text:
    """One message in English and in Simplified Chinese."""

    en: str
    zh: str

    def __call__(self, language: Language) -> str:
        """The message in ``language``."""
        return self.zh if language == "zh" else self.en


def join(*parts: Text | None) -> Text:
    """The parts that are there, one after the other, with the spacing of each language."""
    present = [part for part in parts if part is not None]
    return Text(" ".join(part.en for part in present), "".join(part.zh for part in present))


def filled(text: Text, *words: str) -> Text:
    """A message with ``words`` in its gaps, the same ones in both languages."""
    return Text(text.en.format(*words), text.zh.format(*words))


def with_lines(text: Text, place: Callable[[int], Text]) -> Text:
    """A message whose lines (from 1) are told as ``place`` says; lines of cells stay."""

    def english(found: re.Match[str]) -> str:
        return found[0] if found[1] else place(int(found[2])).en

    def chinese(found: re.Match[str]) -> str:
        return found[0] if found[1] else place(int(found[2])).zh

    return Text(ENGLISH.sub(english, text.en), CHINESE.sub(chinese, text.zh))


def of_line(line: int, cell: int | None = None) -> Text:
    """How a line is told, and one of a notebook's cell."""
    if cell is None:
        return Text(f"line {line}", f"第 {line} 行")
    return Text(f"cell {cell}, line {line}", f"第 {cell} 个单元格第 {line} 行")
