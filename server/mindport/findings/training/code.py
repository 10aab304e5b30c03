"""The tree of one function or module: parents, blocks, loops."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mindport.nodes import name_of

BLOCKS = ("body", "orelse", "finalbody")
LOOPS = (ast.For, ast.AsyncFor, ast.While)
Root = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """Where a statement stands: ``block[index]``, and the statement that the block belongs to."""

    block: Sequence[ast.stmt]
    index: int
    owner: ast.AST


@dataclass(frozen=True)
class Code:
    """One function's or module's own statements; those of functions inside it are not its own."""

    root: Root
    _places: dict[ast.AST, Place] = field(default_factory=dict)
    _statements: dict[ast.AST, ast.stmt] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for owner, block in _blocks(self.root):
            for index, statement in enumerate(block):
                self._places[statement] = Place(block, index, owner)
                for node in _expressions(statement):
                    self._statements[node] = statement

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the function's parameters."""
        if isinstance(self.root, ast.Module):
            return frozenset()
        return frozenset(a.arg for a in ast.walk(self.root.args) if isinstance(a, ast.arg))

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The innermost statement around an expression; None inside functions and lambdas."""
        return self._statements.get(node)

    def knows(self, statement: ast.stmt) -> bool:
        """Whether it is one of its own statements, and not of a function inside it."""
        return statement in self._places

    def place(self, statement: ast.stmt) -> Place:
        return self._places[statement]

    def level(self, statement: ast.stmt) -> Sequence[ast.stmt]:
        """The block in which a statement runs each time: ``with`` around it asks no condition."""
        while isinstance(owner := self._places[statement].owner, ast.With):
            if any(map(_suppresses, owner.items)):
                break
            statement = owner
        return self._places[statement].block

    def owners(self, statement: ast.stmt) -> Iterator[ast.AST]:
        """What the statement stands in, from the inside, up to the root."""
        owner: ast.AST = self._places[statement].owner
        yield owner
        while owner in self._places:
            owner = self._places[owner].owner
            yield owner

    def surely_before(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """The statements that have run each time when it runs."""
        current: ast.AST = statement
        while current in self._places:
            place = self._places[current]
            yield from place.block[: place.index]
            current = place.owner

    def holds(self, block: Sequence[ast.stmt], statement: ast.stmt) -> bool:
        """Whether a statement stands in ``block``, or in a statement of it."""
        current: ast.AST = statement
        while current in self._places:
            if self._places[current].block is block:
                return True
            current = self._places[current].owner
        return False

    def excludes(self, one: ast.stmt, other: ast.stmt) -> bool:
        """Whether only one of two statements runs: they stand in branches of one ``if``."""
        mine = {id(o): o for o in self.owners(one) if isinstance(o, ast.If)}
        for owner in self.owners(other):
            if id(owner) in mine and isinstance(owner, ast.If):
                return self.holds(owner.body, one) != self.holds(owner.body, other)
        return False

    def expressions(self) -> Iterator[ast.AST]:
        """Every node of the statements' expressions."""
        yield from self._statements

    def loop_of(self, statement: ast.stmt) -> ast.stmt | None:
        """The innermost loop around a statement."""
        return next((o for o in self.owners(statement) if isinstance(o, LOOPS)), None)


def _blocks(root: Root) -> Iterator[tuple[ast.AST, Sequence[ast.stmt]]]:
    waiting: list[ast.AST] = [root]
    while waiting:
        owner = waiting.pop()
        blocks = [b for name in BLOCKS if isinstance(b := getattr(owner, name, None), list)]
        for block in blocks:
            yield owner, block
            waiting += [s for s in block if not _is_definition(s)]
        waiting += getattr(owner, "handlers", [])
        waiting += getattr(owner, "cases", [])


def _suppresses(item: ast.withitem) -> bool:
    """``with suppress(ValueError):``, behind which the program goes on."""
    call = item.context_expr
    return isinstance(call, ast.Call) and name_of(call.func) in ("suppress", "raises")


def _is_definition(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement's own expressions."""
    if _is_definition(statement):
        return
    waiting: list[ast.AST] = [
        child
        for child in ast.iter_child_nodes(statement)
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case)
    ]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)
