"""Unified diffs of a file and its fixed text, in time proportional to its length.

A general algorithm would search for equal lines; here it is known where each line came from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.document import LINE_END

CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Block:
    """Lines from ``start`` to ``end`` of the original that became others; indices from 0."""

    start: int
    end: int
    new_start: int
    new_end: int


def unified(path: str, before: str, after: str, origins: Sequence[int]) -> Iterator[str]:
    """The lines of a unified diff of ``before`` and ``after``; none when they are equal.

    ``origins`` names, for each line of ``after``, the line of ``before`` that it came from; both
    count from 1.
    """
    old, new = _lines(before), _lines(after)
    hunks = list(_hunks(list(_blocks(old, new, origins))))
    if hunks:
        yield f"--- {path}\n"
        yield f"+++ {path}\n"
    for hunk in hunks:
        yield from _hunk(hunk, old, new)


def _lines(text: str) -> list[str]:
    """The lines of ``text`` with their endings; form feeds do not end lines."""
    ends = [match.end() for match in LINE_END.finditer(text)]
    bounds = zip([0, *ends], [*ends, len(text)], strict=True)
    return [text[start:end] for start, end in bounds if end > start]


def _blocks(old: Sequence[str], new: Sequence[str], origins: Sequence[int]) -> Iterator[Block]:
    """What lies between the lines that stayed the same, in order."""
    position = new_position = 0
    for new_index, line in enumerate(new):
        index = origins[new_index] - 1 if new_index < len(origins) else len(old)
        if not position <= index < len(old) or old[index] != line:
            continue
        if position < index or new_position < new_index:
            yield Block(position, index, new_position, new_index)
        position, new_position = index + 1, new_index + 1
    if position < len(old) or new_position < len(new):
        yield Block(position, len(old), new_position, len(new))


def _hunks(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Blocks so near to each other that the lines between them are context of both."""
    hunk: list[Block] = []
    for block in blocks:
        if hunk and block.start - hunk[-1].end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _hunk(blocks: Sequence[Block], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    first, last = blocks[0], blocks[-1]
    lead = min(CONTEXT, first.start)
    start, end = first.start - lead, min(last.end + CONTEXT, len(old))
    new_start, new_end = first.new_start - lead, last.new_end + end - last.end
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n"
    position = start
    for block in blocks:
        yield from _marked(" ", old[position : block.start])
        yield from _marked("-", old[block.start : block.end])
        yield from _marked("+", new[block.new_start : block.new_end])
        position = block.end
    yield from _marked(" ", old[position:end])


def _range(start: int, end: int) -> str:
    """A range as diffs write it: from 1, and from the line before where it is empty."""
    length = end - start
    return f"{start + 1 if length else start}" + (f",{length}" if length != 1 else "")


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        ended = line.endswith(("\n", "\r"))
        yield f"{mark}{line}" if ended else f"{mark}{line}\n\\ No newline at end of file\n"
