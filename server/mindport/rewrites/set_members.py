"""``setattr(self, "fc", layer)`` as a person writes it where it stands alone: ``self.fc = layer``."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence

from mindport.nodes import statement_parents
from mindport.report import Piece
from mindport.rewrites.arguments import SETS, template_pieces
from mindport.rewrites.facts import UseFacts


def as_assignment(facts: UseFacts, template: str, pieces: Sequence[Piece]) -> list[Piece]:
    """``pieces``, what a template gives, as an assignment if it sets an attribute that is written
    out, and is a statement of its own."""
    tree, call, owner = facts.document.tree, facts.use.call, facts.node("self")
    if not template.startswith(SETS) or tree is None or call is None or owner is None:
        return list(pieces)
    if not isinstance(statement_parents(tree).get(call), ast.Expr):
        return list(pieces)
    match facts.node("name"):
        case ast.Constant(str(name)) if _is_attribute(name):
            value = template_pieces(template.removeprefix(SETS).removesuffix(")"), facts)
            return [facts.owner_piece(True), f".{name} = ", *value]
    return list(pieces)


def _is_attribute(name: str) -> bool:
    """Whether a name stands behind a dot as it is: no class changes it for its two underscores."""
    return name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")
