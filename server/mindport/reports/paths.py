"""Paths as other programs want them: slashes, seen from the folder that the run began in."""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote


def relative(path: str, folder: PurePath) -> str:
    """``path`` seen from ``folder``, with slashes; absolute where it lies outside."""
    pure = PurePath(path)
    if pure.is_absolute() and pure.is_relative_to(folder):
        pure = pure.relative_to(folder)
    return pure.as_posix()


def uri(path: str, folder: PurePath) -> tuple[str, bool]:
    """``path`` as a URI, and whether that is relative to ``folder``."""
    shown = relative(path, folder)
    if PurePath(shown).is_absolute() or shown.startswith("../"):
        return (folder / path).as_uri(), False
    return quote(shown, errors="replace"), True
