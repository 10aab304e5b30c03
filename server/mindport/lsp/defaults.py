"""A call that gives no arguments but the required ones: which equivalent is the ordinary one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mindport.knowledge.conditions import UNKNOWN, holds
from mindport.knowledge.schema import Equivalent
from mindport.symbols.binder import literal_kind
from mindport.symbols.signatures import Signature


@dataclass(frozen=True, slots=True)
class DefaultFacts:
    """Answers conditions for a call that leaves every argument at torch's default."""

    signature: Signature
    context: str = "call"
    receiver: str = "other"
    freezes: bool = False
    thaws: bool = False
    looks_for_names: bool = False
    twice_differentiated: bool = False
    in_optimizer: bool = False
    begins: bool = True
    hidden: bool = False
    infinite: bool = False
    complex_numbers: bool = False
    differentiated: bool = False
    iterated: bool = False
    compared: bool = False
    counted: bool = False
    named: bool = False
    placed: bool = False
    gets: str = "images"
    used: bool = False

    @property
    def argc(self) -> int:
        return sum(parameter.required for parameter in self.signature.parameters)

    def given(self, name: str) -> bool:
        parameter = self.signature.parameter(name)
        return parameter is not None and parameter.required

    def is_none_as_by_default(self, name: str) -> bool:
        return False

    def kind(self, name: str) -> str:
        node = self._default(name)
        return "" if node is None else literal_kind(node)

    def opposite(self, one: str, other: str) -> bool:
        return False

    def literal(self, name: str) -> Any:
        node = self._default(name)
        try:
            return UNKNOWN if node is None else ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError):
            return UNKNOWN

    def count(self, name: str) -> int:
        return int(self.given(name))

    def dtype(self, name: str) -> str:
        return ""

    def rank(self, name: str) -> int:
        return -1

    def shape(self, name: str) -> None:
        return None

    def fed(self, name: str) -> int:
        return -1

    def empty(self, name: str) -> bool:
        return False

    def part(self, name: str) -> bool:
        return False

    def cut(self, name: str) -> bool:
        return False

    def parameter(self, name: str) -> bool:
        return False

    def equation(self, name: str) -> str:
        return ""

    def holder(self, name: str) -> str:
        return "attribute"

    def groups(self, name: str) -> bool:
        return False

    def gaps(self, name: str) -> bool:
        return False

    def generic(self, name: str) -> bool:
        return True

    def optional(self, name: str) -> bool:
        return False

    def arrays(self, name: str) -> bool:
        return False

    def tensors(self, name: str) -> bool:
        return False

    def layers(self, name: str) -> bool:
        return False

    def imaginary(self, name: str) -> bool:
        return False

    def nan(self, name: str) -> bool:
        return False

    def items(self, name: str) -> int:
        return -1

    def negative(self, name: str) -> bool:
        return False

    def integral(self, name: str) -> bool:
        return False

    def no_axes(self, name: str) -> bool:
        return False

    def layer_weight(self, name: str) -> bool:
        return False

    def masks(self, name: str) -> bool:
        return False

    def starred(self, name: str) -> bool:
        return False

    def several(self, name: str) -> bool:
        return False

    def selected(self, name: str) -> bool:
        return False

    def mixed(self, name: str) -> bool:
        return False

    def made(self, name: str) -> str:
        return ""

    def begins_empty(self, name: str) -> bool:
        return False

    def recast(self, name: str) -> bool:
        return False

    def arithmetic(self, name: str) -> bool:
        return True

    def answers(self, version: str) -> bool:
        return True

    def mentions(self, word: str) -> bool:
        return False

    def taken(self, key: str) -> bool:
        return False

    def whole(self, name: str) -> bool:
        return True

    def _default(self, name: str) -> ast.expr | None:
        parameter = self.signature.parameter(name)
        if parameter is None or parameter.default is None:
            return None
        return ast.parse(parameter.default, mode="eval").body


def ordinary(possible: Sequence[Equivalent], signature: Signature | None) -> Equivalent | None:
    """The first that holds for such a call; the first of all where none does."""
    if signature is not None:
        facts = DefaultFacts(signature)
        for one in possible:
            if holds(one.when, facts) is not False:
                return one
    return possible[0] if possible else None
