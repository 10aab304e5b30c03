"""Tables: drawn by rich for a terminal, in aligned plain columns for everything else."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def render(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int | None) -> str:
    """A table of ``rows`` under ``headers``, ending in a line feed.

    ``width`` is that of the terminal, None where there is none.
    """
    return _plain(headers, rows) if width is None else _drawn(headers, rows, width)


def _plain(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headers, *rows]
    widths = [max(cell_width(line[column]) for line in lines) for column in range(len(headers))]
    return "".join(
        "  ".join(
            cell + " " * (width - cell_width(cell))
            for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


def cell_width(text: str) -> int:
    """Columns that ``text`` takes in a terminal; Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)


def _drawn(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    import io

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headers, box=SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(cell, overflow="fold") for cell in row))
    console = Console(file=io.StringIO(), force_terminal=True, width=width)
    with console.capture() as captured:
        console.print(table)
    return captured.get()
