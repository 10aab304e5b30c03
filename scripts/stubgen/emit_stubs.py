"""Writes the .pyi stubs that jedi reads."""

from __future__ import annotations

from pathlib import Path

from stubgen.model import Api


def write(api: Api, root: Path) -> None: ...
