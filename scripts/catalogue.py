"""What the scripts share that run a catalogue of demonstrations, one file a family."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click


class Item(Protocol):
    """One demonstration of a catalogue."""

    @property
    def name(self) -> str: ...

    @property
    def family(self) -> str: ...


T = TypeVar("T", bound=Item)


def chosen(
    catalogue: Sequence[T], names: Collection[str], families: Collection[str], kind: str
) -> list[T]:
    """The items called ``names`` or in ``families``, all where neither is given.

    Raises:
        click.UsageError: a name is not in the catalogue.
    """
    if unknown := set(names) - {item.name for item in catalogue}:
        raise click.UsageError(f"No {kind} is called {', '.join(sorted(unknown))}")
    return [
        item
        for item in catalogue
        if not (names or families) or item.name in names or item.family in families
    ]


def write(folder: Path, catalogue: Sequence[Item], found: Mapping[str, Mapping[str, Any]]) -> None:
    """Write what was found, by name, one file a family; what the catalogue has no more goes."""
    folder.mkdir(parents=True, exist_ok=True)
    families: dict[str, dict[str, Any]] = {}
    for item in catalogue:
        if item.name in found:
            families.setdefault(item.family, {})[item.name] = found[item.name]
    for path in folder.glob("*.json"):
        if path.stem not in families:
            path.unlink()
    for family, mine in families.items():
        text = json.dumps(mine, ensure_ascii=False, indent=1)
        (folder / f"{family}.json").write_text(text + "\n", encoding="utf-8")
