"""The compiled knowledge base as a file: a line of what all need, then a line of JSON per entry.

A file that is checked uses a few dozen of thousands of entries, so an entry is decoded when it is
asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ENTRIES = "entries"
Entries = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Lines(Entries):
    """Entries by symbol, each still the line that it was read from until somebody asks for it."""

    lines: Mapping[str, bytes]
    _decoded: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def __getitem__(self, symbol: str) -> Mapping[str, Any]:
        found = self._decoded.get(symbol)
        if found is None:
            found = self._decoded[symbol] = json.loads(self.lines[symbol])
        return found

    def __contains__(self, symbol: object) -> bool:
        return symbol in self.lines

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write ``content``, whose ``entries`` are by symbol."""
    entries: Entries = content[ENTRIES]
    first = {**content, ENTRIES: list(entries)}
    lines = (
        json.dumps(one, ensure_ascii=False, separators=(",", ":"))
        for one in (first, *entries.values())
    )
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def read(path: Path) -> dict[str, Any]:
    """What ``write`` was given.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: it is damaged, or was written by another version of mindport.
    """
    first, *lines = path.read_bytes().split(b"\n")
    content = json.loads(first)
    if not isinstance(content, dict) or not isinstance(content.get(ENTRIES), list):
        raise ValueError("no index")
    if lines.pop() or len(lines) != len(content[ENTRIES]):
        raise ValueError("an index that is cut off")
    return {**content, ENTRIES: Lines(dict(zip(content[ENTRIES], lines, strict=True)))}
