"""The statements that compute the losses of some backward calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from mindport.findings.training.events import Event
from mindport.findings.training.model import chosen, statement_of
from mindport.findings.training.names import bound_names


@dataclass(frozen=True, eq=False)
class Part:
    """``block[first:last + 1]`` computes the losses of ``events``.

    ``around`` are the statements in which the backward call stands where that is not ``block``,
    from the outside: ``if train:`` and ``with timer("backward"):``.
    """

    events: tuple[Event, ...]
    block: Sequence[ast.stmt]
    first: int
    last: int
    around: tuple[ast.If | ast.With, ...] = ()
    inner: tuple[Part, ...] = ()
    """Parts that lie in this one with their backward calls and steps."""
    spent: frozenset[str] = frozenset()
    """What it takes from outside and an earlier backward call went through: it has no graph."""
    either: ast.If | None = None
    """What decides which of two ``events`` runs: the first in its body, or the second."""

    @property
    def statements(self) -> list[ast.stmt]:
        return list(self.block[self.first : self.last + 1])

    @property
    def anchor(self) -> ast.stmt:
        """The first statement; the backward call itself where there is none."""
        return self.statements[0] if self.statements else statement_of(self.events[0])

    @property
    def receivers(self) -> list[ast.expr]:
        found = [event.receiver for event in self.events if event.receiver is not None]
        return found if self.either is None else [chosen(self.either, found)]

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that it binds, and those whose tensors it changes in place.

        MindSpore gives the latter new tensors in most cases.
        """
        names = {name for statement in self.statements for name in bound_names(statement)}
        changed = {name for s in self.statements for n in ast.walk(s) for name in _changed(n)}
        return frozenset(names | changed)


def _changed(node: ast.AST) -> Iterator[str]:
    """``label`` of the statement ``label.fill_(0)``."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method))):
            if method.endswith("_") and not method.endswith("__"):
                yield name
