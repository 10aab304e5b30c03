"""Which functions leave gradients behind for the next step: read off their calls, not walked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.nodes import SCOPES, name_of

KINDS = frozenset({"backward", "step", "zero_grad"})


@dataclass(frozen=True, slots=True)
class Leaving:
    """A function whose last backward call nothing clears.

    Attributes:
        name: that of the function or class of the top level in which it stands; empty for the
            module's own statements.
        steps: what ``step`` is called on in it, as the text has it.
    """

    name: str
    steps: frozenset[str]

    def is_taken_by(self, name: str) -> bool:
        """Whether it comes with what is imported by this name: ``*`` for a star, empty for all."""
        return name in ("", "*", self.name)


def leaving(text: str) -> tuple[Leaving, ...]:
    """The functions of a text that clear gradients before their backward calls, and not behind them."""
    if ".backward(" not in text:
        return ()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(_leaving(tree, ""))


def _leaving(scope: ast.AST, name: str) -> Iterator[Leaving]:
    """Those of one scope and of the scopes in it; ``name`` is that of the outermost."""
    calls: list[ast.Call] = []
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, SCOPES):
            yield from _leaving(node, name or getattr(node, "name", ""))
            continue
        if isinstance(node, ast.Call) and name_of(node.func) in KINDS:
            calls.append(node)
        waiting += ast.iter_child_nodes(node)
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    kinds = [name_of(call.func) for call in calls]
    if "backward" in kinds and kinds[-1] != "zero_grad":
        yield Leaving(name, frozenset(one for call in calls for one in _stepped(call)))


def _stepped(call: ast.Call) -> Iterator[str]:
    """``optimizer`` of ``optimizer.step()``, and of ``scaler.step(optimizer)``."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "step":
        yield ast.unparse(call.args[0] if len(call.args) == 1 else call.func.value)
