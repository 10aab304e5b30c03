"""``if i == 0: ...; continue`` and its ``else``: what stands in the ``else`` goes behind the ``if``.

The branch that leaves the round may then stand in front of the function that computes the loss.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.blocks import without_else
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.obstacles import Obstacle, keyword
from mindport.report import Fix
from mindport.texts import Text

TITLE = Text("Write what else is to be done behind the if", "将 else 中的语句移到 if 之后")
LEAVES = (ast.Continue, ast.Break, ast.Return, ast.Raise)
WORDS = [keyword(word) for word in ("continue", "break", "return", "raise")]


def unnested(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix where a branch that always leaves stands in the way of a function for the loss."""
    for obstacle in obstacles:
        if obstacle.text not in WORDS or not isinstance(obstacle.node, ast.stmt):
            continue
        for owner in code.owners(obstacle.node):
            if not isinstance(owner, ast.If) or not owner.orelse or not _leaves(owner.body):
                continue
            if code.holds(owner.body, obstacle.node):
                edits = without_else(site.document, owner)
                return None if edits is None else Fix(TITLE, "safe", edits, rearranges=True)
    return None


def _leaves(block: Sequence[ast.stmt]) -> bool:
    """Whether nothing behind a block runs once it has begun, but for what it raises."""
    last = block[-1]
    if isinstance(last, ast.With):
        return isinstance(last.body[-1], ast.Continue | ast.Break | ast.Return)
    return isinstance(last, LEAVES)
