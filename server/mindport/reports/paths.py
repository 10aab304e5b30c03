"""Paths as other programs want them: slashes, seen from the folder that the run began in."""

from __future__ import annotations

import os
from pathlib import PurePath
from urllib.parse import quote


def relative(path: str, folder: PurePath) -> str:
    """``path`` seen from ``folder``, with slashes; absolute where it lies outside."""
    whole = PurePath(os.path.normpath(folder / path))
    inside = whole.is_relative_to(folder)
    return (whole.relative_to(folder) if inside else whole).as_posix()


def uri(path: str, folder: PurePath) -> tuple[str, bool]:
    """``path`` as a URI, and whether that is relative to ``folder``."""
    shown = relative(path, folder)
    if PurePath(shown).is_absolute():
        return PurePath(shown).as_uri(), False
    return quote(os.fsencode(shown)), True
