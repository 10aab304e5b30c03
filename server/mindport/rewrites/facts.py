"""What the source tells about one use: its arguments, bound with torch's signature."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mindport.document import Document
from mindport.knowledge.conditions import UNKNOWN
from mindport.report import Operand, Piece
from mindport.symbols.binder import Binding, Unbound, bind, literal_kind
from mindport.symbols.torch_api import TorchApi
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN as UNKNOWN_VALUE
from mindport.symbols.values import Value, expression_kind


@dataclass(frozen=True, slots=True)
class UseFacts:
    """Answers the conditions of the knowledge base for one use."""

    document: Document
    use: Use
    binding: Binding | None
    values: Mapping[ast.expr, Value]
    has_signature: bool = True

    @property
    def argc(self) -> int:
        call = self.use.call
        return 0 if call is None else len(call.args) + len(call.keywords)

    @property
    def context(self) -> str:
        return self.use.context

    @property
    def receiver(self) -> str:
        """``attribute`` for what an object holds (``self.weight``, ``p.data``), else ``other``."""
        return "attribute" if isinstance(self.use.receiver, ast.Attribute) else "other"

    def given(self, name: str) -> bool:
        if self.binding is None:
            return False
        if self.binding.given(name):
            return True
        return bool(self.binding.varargs) and _varargs_name(self.binding) == name

    def node(self, name: str) -> ast.expr | None:
        if name == "self":
            return self.use.receiver
        return None if self.binding is None else self.binding.node(name)

    def piece(self, node: ast.expr, operand: bool) -> Piece:
        """The node's text as a piece of an edit; ``operand``: it takes part in an operation."""
        span = self.document.span(node)
        return Operand(span) if operand else span

    def default(self, name: str) -> str | None:
        return None if self.binding is None else self.binding.default(name)

    def kind(self, name: str) -> str:
        node = self.node(name)
        if node is not None:
            return expression_kind(node, self.values.get(node, UNKNOWN_VALUE)) or literal_kind(node)
        if self.given(name):
            return "tuple"
        default = self.default(name)
        return "" if default is None else literal_kind(ast.parse(default, mode="eval").body)

    def literal(self, name: str) -> Any:
        node = self.node(name)
        if node is None:
            default = self.default(name)
            if default is None:
                return UNKNOWN
            node = ast.parse(default, mode="eval").body
        return literal_value(node)

    def count(self, name: str) -> int:
        binding = self.binding
        if binding is None:
            return 0
        if varargs := self.varargs(name):
            return len(varargs)
        node = binding.node(name)
        return len(node.elts) if isinstance(node, ast.Tuple | ast.List) else int(node is not None)

    def equation(self, name: str) -> str:
        """The equation of a call of einsum, its labels called a, b, c in the order they appear.

        Empty where it is not written out, with one operand after the other behind it.
        """
        nodes = self.varargs(name)
        text = literal_value(nodes[0]) if nodes else None
        if not isinstance(text, str) or any(isinstance(node, ast.Starred) for node in nodes):
            return ""
        text = text.replace(" ", "")
        if text.partition("->")[0].count(",") + 2 != len(nodes) or "->" not in text:
            return ""
        letters = dict.fromkeys(character for character in text if character.isalpha())
        return text.translate({ord(old): chr(ord("a") + new) for new, old in enumerate(letters)})

    def varargs(self, name: str) -> tuple[ast.expr, ...]:
        """What the call gives for a parameter ``*name``."""
        binding = self.binding
        return binding.varargs if binding is not None and _varargs_name(binding) == name else ()


def literal_value(node: ast.expr) -> Any:
    """The value of a literal; lists become tuples. UNKNOWN for anything else."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return UNKNOWN
    return tuple(value) if isinstance(value, list) else value


def facts_of(
    document: Document, use: Use, values: Mapping[ast.expr, Value], api: TorchApi
) -> tuple[UseFacts, Unbound | None]:
    """The facts of a use, and why its call could not be bound if it could not.

    A name without a call has torch's defaults for its arguments.
    """
    if use.call is None:
        signatures = api.signatures(use.symbol) if use.receiver is None else ()
        bare = Binding(signatures[0], {}) if signatures else None
        return UseFacts(document, use, bare, values), None

    def kind_of(node: ast.expr) -> str:
        return expression_kind(node, values.get(node, UNKNOWN_VALUE))

    signatures = api.signatures(use.symbol)
    bound = bind(signatures, use.call, kind_of)
    if isinstance(bound, Unbound):
        return UseFacts(document, use, None, values, bool(signatures)), bound
    return UseFacts(document, use, bound, values), None


def _varargs_name(binding: Binding) -> str:
    return next((p.name for p in binding.signature.parameters if p.kind == "varargs"), "")
