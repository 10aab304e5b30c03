"""A syntax tree kept in step with an edited text: what the edit did not touch is not parsed again.

A line at which a statement of a module begins in the first column cuts the text in two that
parse by themselves, and edits are small beside a file. The result is the tree that parsing the
whole text gives; where that cannot be said at a glance there is none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mindport.nodes import walk


@dataclass(frozen=True, slots=True)
class Patch:
    """The old text's characters from ``start`` to ``old_end`` are now those up to ``new_end``."""

    start: int
    old_end: int
    new_end: int

    def then(self, start: int, end: int, length: int) -> Patch:
        """This patch and a later one, of ``start`` to ``end`` by ``length`` characters, as one."""
        behind = max(self.new_end, end)
        return Patch(
            min(self.start, start),
            self.old_end + behind - self.new_end,
            behind + length - (end - start),
        )


def patched(
    tree: ast.Module, old_starts: Sequence[int], old_length: int, patch: Patch, text: str
) -> ast.Module | None:
    """The tree of ``text``, which the patch made of a text with the given tree; or None.

    The statements of ``tree`` become those of the result, so ``tree`` must not be used any more,
    unless the result is None.

    Args:
        old_starts: the offset of each line of the old text.
        old_length: the number of its characters.
    """
    first, last = 0, len(tree.body)
    start, end = 0, old_length
    first_line = 0
    for index, statement in enumerate(tree.body):
        line = _first_line(statement)
        at = old_starts[line]
        if not _begins_line(tree.body, index, line):
            continue
        if at < patch.start:
            first, start, first_line = index, at, line
        elif at > patch.old_end:
            last, end = index, at
            break
    if first == 0:
        start = first_line = 0
    if start == 0 and end == old_length:
        return None
    shift = patch.new_end - patch.old_end
    part = _parsed(text[start : end + shift])
    if part is None:
        return None
    behind = tree.body[last:]
    if behind:
        new_line = first_line + _line_count(text, start, end + shift)
        _move(behind, new_line - _first_line(behind[0]))
    _move(part, first_line)
    return ast.Module([*tree.body[:first], *part, *behind], [])


def _parsed(text: str) -> list[ast.stmt] | None:
    """The statements of a text that is whole in itself."""
    if text.rstrip("\r\n").endswith("\\"):
        return None
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _first_line(statement: ast.stmt) -> int:
    """Index of the line at which a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(node.lineno for node in decorators)]) - 1


def _begins_line(body: Sequence[ast.stmt], index: int, line: int) -> bool:
    """Whether nothing stands before a statement on its first line, no blank either.

    A decorator may stand behind blanks or on a line below its sign: such ones are left alone.
    """
    decorators: list[ast.expr] = getattr(body[index], "decorator_list", [])
    if (decorators[0].col_offset - 1 if decorators else body[index].col_offset) != 0:
        return False
    return index == 0 or (body[index - 1].end_lineno or 0) <= line


def _line_count(text: str, start: int, end: int) -> int:
    part = text[start:end]
    return part.count("\n") + part.count("\r") - part.count("\r\n")


def _move(statements: Iterable[ast.stmt], lines: int) -> None:
    if not lines:
        return
    for statement in statements:
        for node in walk(statement):
            if node._attributes:
                node.lineno += lines  # type: ignore[attr-defined]
                node.end_lineno += lines  # type: ignore[attr-defined]
