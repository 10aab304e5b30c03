"""User-facing text in the two languages that Mindport speaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]


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
